import { describe, expect, it } from "vitest";
import type { Hook, NewHook } from "../../index.ts";
import { useDoor } from "./app.fixture.ts";

const PATH = "/api/ltm/hooks";
const body = { url: "https://93.184.216.34/memoir", scopes: ["user:alice"], events: ["created"] };

describe("hooks", () => {
  const door = useDoor();

  it("are added, listed without their secret, paused and removed by an operator", async () => {
    const key = await door.key({ tenant: "a", name: "ann" });
    const added = await door.call<NewHook>("POST", PATH, { key, body });
    expect(added).toMatchObject({ status: 201, body: { ...body, status: "active", createdBy: "ann" } });
    const listed = await door.call<{ items: Hook[] }>("GET", PATH, { key });
    expect(listed.body.items.map(({ id }) => id)).toEqual([added.body.id]);
    expect(JSON.stringify(listed.body)).not.toContain(added.body.secret);
    const one = `${PATH}/${added.body.id}`;
    expect((await door.call<Hook>("POST", `${one}/pause`, { key })).body).toMatchObject({ status: "paused" });
    expect((await door.call("GET", `${one}/deliveries?status=parked`, { key })).status).toBe(200);
    expect((await door.call("DELETE", one, { key })).status).toBe(200);
    expect((await door.call("DELETE", one, { key })).status).toBe(404);
  });

  it("are nobody else's business", async () => {
    const key = await door.key({ tenant: "b" });
    const { body: hook } = await door.call<NewHook>("POST", PATH, { key, body });
    const foreign = await door.key({ tenant: "c" });
    const writer = await door.key({ tenant: "b", name: "writer", role: "write" });
    for (const [method, path, sent] of [
      ["DELETE", "", undefined],
      ["POST", "/pause", undefined],
      ["POST", "/resume", undefined],
      ["POST", "/test", undefined],
      ["POST", "/retry", {}],
      ["GET", "/deliveries", undefined],
    ] as const) {
      const asked = sent === undefined ? {} : { body: sent };
      const address = `${PATH}/${hook.id}${path}`;
      expect((await door.call(method, address, { key: foreign, ...asked })).status).toBe(404);
      expect((await door.call(method, address, { key: writer, ...asked })).status).toBe(403);
      expect((await door.call(method, address, asked)).status).toBe(401);
    }
    expect((await door.call("POST", PATH, { key: writer, body })).status).toBe(403);
  });

  it.each([
    ["no address", {}],
    ["the loopback address", { url: "https://127.0.0.1/" }],
    ["a name of another's", { ...body, actor: "somebody" }],
    ["a secret that is too short", { ...body, secret: "whsec_x" }],
  ])("%s is refused", async (_what, sent) => {
    const key = await door.key({ tenant: "d" });
    expect((await door.call("POST", PATH, { key, body: sent })).status).toBe(400);
  });
});
