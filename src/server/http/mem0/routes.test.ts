import { beforeAll, describe, expect, it } from "vitest";
import { useDoor } from "../app.fixture.ts";

interface Answer {
  readonly results: readonly { readonly event: string; readonly memory: string }[];
}

describe("mem0's expiration_date is the last day of what add() keeps", () => {
  let today = new Date("2026-03-01T12:00:00Z");
  const door = useDoor({ now: () => today });

  it.each([
    ["as it is", false, "Mia is on leave"],
    ["as it is read", true, "Remember that I am on leave. 记住我在休假。"],
  ])("%s", async (_title, infer, words) => {
    today = new Date("2026-03-01T12:00:00Z");
    const key = await door.key({ role: "write" });
    const user = `mia-${infer}`;
    const messages = [{ role: "user", content: words }];
    const body = { user_id: user, infer, messages, expiration_date: "2026-03-05" };
    await door.call("POST", "/v3/memories/add/", { key, body });
    const active = async (): Promise<number> =>
      (await door.memoir.scope(`user:${user}`).memories.list({ status: ["active"] })).items.length;
    today = new Date("2026-03-05T23:00:00Z");
    expect(await active()).toBeGreaterThan(0);
    today = new Date("2026-03-06T00:00:01Z");
    expect(await active()).toBe(0);
  });
});

describe("mem0's add() without infer tells what became of each message", () => {
  const door = useDoor();
  let key: string;
  beforeAll(async () => {
    key = await door.key({ role: "write" });
  });
  const add = async (user: string, content: unknown): Promise<unknown[]> => {
    const body = { user_id: user, infer: false, messages: [{ role: "user", content }] };
    const { body: answer } = await door.call<Answer>("POST", "/v3/memories/add/", { key, body });
    return answer.results.map(({ event, memory }) => [event, memory]);
  };

  it("what is new, known, richer and replaced", async () => {
    expect(await add("kim", "Kim has a dog")).toEqual([["ADD", "Kim has a dog"]]);
    expect(await add("kim", "Kim has a dog")).toEqual([["NOOP", "Kim has a dog"]]);
    expect(await add("kim", "Kim has a dog called Rex")).toEqual([["UPDATE", "Kim has a dog called Rex"]]);
    expect(await add("kim", "Kim has two cats")).toEqual([["ADD", "Kim has two cats"]]);
    expect(await add("kim", "Kim has three cats")).toEqual([["ADD", "Kim has three cats"]]);
    const { items } = await door.memoir.scope("user:kim").memories.list({ status: ["superseded"] });
    expect(items.map(({ text }) => text)).toEqual(["Kim has two cats"]);
  });

  it("takes content in parts", async () => {
    const content = [{ type: "text", text: "Pat has a dog" }, { type: "image_url" }];
    expect(await add("pat", content)).toEqual([["ADD", "Pat has a dog"]]);
  });

  it("what waits for a person is no memory yet", async () => {
    const operator = door.memoir.operator();
    await operator.policy.set({ writePolicy: { mode: "manual" } }, { reason: "test" });
    expect(await add("lee", "Lee has a dog")).toEqual([]);
  });
});

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

describe("mem0's getAll()", () => {
  let today = new Date("2026-03-01T12:00:00Z");
  const door = useDoor({ now: () => today });

  it("start_date and end_date bound what is listed", async () => {
    const { remember } = door.memoir.scope("user:mia");
    await remember("Mia has a boat");
    today = new Date("2026-04-01T12:00:00Z");
    await remember("Mia has a dog");
    const key = await door.key({ role: "read" });
    const listed = async (dates: object): Promise<string[]> => {
      const { body } = await door.call<{ results: { memory: string }[] }>("POST", "/v3/memories/", {
        key,
        body: { user_id: "mia", ...dates },
      });
      return body.results.map(({ memory }) => memory);
    };
    expect(await listed({})).toEqual(["Mia has a dog", "Mia has a boat"]);
    expect(await listed({ start_date: "2026-03-15" })).toEqual(["Mia has a dog"]);
    expect(await listed({ end_date: "2026-03-15" })).toEqual(["Mia has a boat"]);
    expect(await listed({ start_date: "2026-03-15", end_date: "2026-03-20" })).toEqual([]);
  });
});
