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
