import { beforeAll, describe, expect, it } from "vitest";
import type { Memory } from "../../../index.ts";
import { useDoor } from "../app.fixture.ts";

describe("what a key may not see is told like what is nowhere", () => {
  const door = useDoor({ settings: { allowlists: { cook: ["food"] } } });
  let other: Memory;
  beforeAll(async () => {
    other = (await door.memoir.scope("user:zed").remember("Zed owes Bob money", { category: "finance" }))
      .memory;
  });

  it.each([
    ["another scope", { scopes: ["user:alice", "user:bob"] }],
    ["another category", { categories: ["food"] }],
    ["a category that its agent may not see", { agent: "cook" }],
  ])("%s", async (_title, bounds) => {
    const key = await door.key({ role: "write", ...bounds });
    const said = async (method: string, id: string, rest = ""): Promise<unknown> => {
      const { status, body } = await door.call(method, `/api/ltm/items/${id}${rest}`, { key });
      return [status, body.error.code, body.error.message.replace(id, "ID")];
    };
    const nowhere = other.id.replace(/^./, (first) => (first === "0" ? "1" : "0"));
    const asked = [["GET"], ["DELETE"], ["PATCH"], ["GET", "/history"], ["POST", "/restore"]] as const;
    for (const [method, rest] of asked) {
      expect(await said(method, other.id, rest)).toEqual(await said(method, nowhere, rest));
      expect(await said(method, other.id.slice(0, 8), rest)).toEqual(await said(method, nowhere, rest));
    }
    expect(await door.memoir.scope("user:zed").memories.get(other.id)).toEqual(other);
  });
});
