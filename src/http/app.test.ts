import { describe, expect, it } from "vitest";
import { useDoor } from "./app.fixture.ts";

describe("the door", () => {
  const door = useDoor();

  it("says that it is alive and ready, without a key", async () => {
    expect(await door.call("GET", "/health")).toMatchObject({ status: 200, body: { status: "ok" } });
    expect(await door.call("GET", "/ready")).toMatchObject({ status: 200, body: { status: "ready" } });
  });

  it("asks for a key everywhere else", async () => {
    const { status, body, headers } = await door.call("GET", "/api/ltm/items");
    expect(status).toBe(401);
    expect(body.error.code).toBe("unauthorized");
    expect(headers.get("www-authenticate")).toBe("Bearer");
    expect(headers.get("x-request-id")).toBe(body.error.request);
  });
});
