import { beforeAll, describe, expect, it } from "vitest";
import { useDoor } from "../app.fixture.ts";

interface Answer {
  readonly results: readonly { readonly event: string; readonly memory: string }[];
}

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
