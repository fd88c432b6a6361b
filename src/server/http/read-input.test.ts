import { describe, expect, it } from "vitest";
import { useDoor } from "./app.fixture.ts";

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

describe("the body of a request", () => {
  const door = useDoor();

  it.each([
    ["JSON", {}, 201, ""],
    ["JSON of another name", { "content-type": "application/vnd.bot+json; charset=utf-8" }, 201, ""],
    ["no JSON by its name", { "content-type": "text/plain" }, 400, "Content-Type"],
  ])("is %s", async (_name, headers, status, says) => {
    const key = await door.key({ role: "write" });
    const body = { scope: "user:alice", text: "Alice likes tea" };
    const answer = await door.call("POST", "/api/ltm/remember", { key, body, headers });
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body)).toContain(says);
  });

  it.each([
    ["half of one", '{"scope":', "not valid JSON"],
    ["one without a comma", '{"scope":"user:alice" "text":"tea"}', "not valid JSON at position 22. "],
    ["one in single quotes", "{'scope':'user:alice'}", "Names and texts stand in double quotes"],
    ["nothing", "", "body.text"],
    ["a list", "[]", "body must be an object"],
    ["a deep one", `{"scope":"user:alice","text":"tea","metadata":${nested(100)}}`, "deeper than 100 levels"],
    ["a very deep one", nested(50_000), "deeper than 100 levels"],
  ])("is refused: %s", async (_name, body, says) => {
    const key = await door.key({ role: "write" });
    // With a distinct name, so that it would be kept, too.
    const headers = { "idempotency-key": "once" };
    const answer = await door.call("POST", "/api/ltm/remember", { key, body, headers });
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(says);
  });

  it("may be nested as deep as anybody needs", async () => {
    const key = await door.key({ role: "write" });
    const body = `{"scope":"user:alice","text":"Alice likes green tea","metadata":${nested(99)}}`;
    expect((await door.call("POST", "/api/ltm/remember", { key, body })).status).toBe(201);
  });
});
