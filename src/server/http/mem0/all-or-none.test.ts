import { beforeAll, describe, expect, it } from "vitest";
import { useDoor } from "../app.fixture.ts";

describe("mem0's calls for several things: what cannot be done leaves all as it is", () => {
  const door = useDoor();
  let key: string;
  beforeAll(async () => {
    key = await door.key({ role: "write", scopes: ["user:mia"] });
  });
  const texts = async (): Promise<string[]> =>
    (await door.memoir.scope("user:mia").memories.list()).items.map(({ text }) => text).sort();

  it.each([
    ["is empty", " "],
    ["is nothing but a secret", "<private>a word of mine</private>"],
    ["is too long", "x".repeat(200_000)],
  ])("add() without infer, where one message %s", async (_title, content) => {
    const before = await texts();
    const messages = [
      { role: "user", content: "Mia has a boat" },
      { role: "user", content },
    ];
    const body = { user_id: "mia", infer: false, messages };
    expect((await door.call("POST", "/v3/memories/add/", { key, body })).status).toBeGreaterThanOrEqual(400);
    expect(await texts()).toEqual(before);
  });

  it("batchUpdate() and batchDelete(), where one is not there or cannot be so", async () => {
    const { remember } = door.memoir.scope("user:mia");
    const {
      memory: { id },
    } = await remember("Mia has a dog");
    const { memory: other } = await remember("Mia has a bird");
    const before = await texts();
    const good = { memory_id: id, text: "Mia has a cat" };
    const bad = [
      ["PUT", { memory_id: "none-such", text: "Mia has a fish" }, 404],
      ["PUT", { memory_id: other.id, text: " " }, 400],
      ["DELETE", { memory_id: "none-such" }, 404],
    ] as const;
    for (const [method, one, status] of bad) {
      const answer = await door.call(method, "/v1/batch/", { key, body: { memories: [good, one] } });
      expect([method, answer.status]).toEqual([method, status]);
      expect(await texts()).toEqual(before);
    }
    await door.call("PUT", "/v1/batch/", { key, body: { memories: [good] } });
    expect(await texts()).toEqual(["Mia has a bird", "Mia has a cat"]);
  });
});
