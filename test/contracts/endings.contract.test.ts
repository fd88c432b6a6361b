import { describe, expect, it } from "vitest";
import type { ScopeHandle } from "../../src/index.ts";
import { memoirs, useMemoir } from "../support/memoirs.ts";
import { everything } from "./support/expect.ts";

const DAY = 86_400_000;

describe.each(memoirs)("what is said to be over, on $name", (kind) => {
  const db = useMemoir(kind);

  const tell = async (scope: ScopeHandle, ...messages: readonly string[]): Promise<void> => {
    for (const text of messages) {
      db.clock.advance(DAY);
      await scope.observe([{ author: "Alice", text }]);
      await scope.flush();
    }
  };
  const texts = async (scope: ScopeHandle, status: "active" | "superseded" = "active"): Promise<string[]> =>
    (await everything(scope.memories.list({ status: [status] }))).map(({ text }) => text).toSorted();

  it.each([
    ["gym", "I go to the gym three times a week", "quit the gym last month", "no longer goes to the gym"],
    ["car", "I drive a Honda Civic", "I sold the Civic", "no longer drives a Honda Civic"],
    ["love", "my boyfriend is called Tom", "Tom and I split up", "Tom is no longer Alice's boyfriend"],
    ["健身", "我每周去三次健身房", "健身房我不去了", "不再每周去三次健身房"],
    ["恋爱", "我女朋友叫小雨", "我跟小雨分手了", "跟小雨分手了"],
  ])("C10: is kept with its end, and the end is remembered: %s", async (id, first, then, over) => {
    const scope = db.memoir.scope(`user:${id}`);
    await tell(scope, first);
    const [before] = await texts(scope);
    await tell(scope, then);
    const active = await texts(scope);
    expect(active).toHaveLength(1);
    expect(active[0]).toContain(over);
    expect(await texts(scope, "superseded")).toEqual([before]);
  });

  it("C10: also what remember() was asked to keep, and it may be so again", async () => {
    const scope = db.memoir.scope("user:alice");
    await scope.remember("Alice plays tennis on Sundays.");
    await tell(scope, "I gave up tennis");
    expect(await texts(scope)).not.toContain("Alice plays tennis on Sundays.");
    await scope.remember("Alice plays tennis on Sundays.");
    expect(await texts(scope)).toContain("Alice plays tennis on Sundays.");
  });

  it.each([
    ["Alice lives in Paris.", "I moved to Rome", "Alice lives in Rome."],
    ["Alice lives in Paris.", "I live in Rome now", "Alice lives in Rome."],
    ["Alice住在巴黎。", "我搬到罗马了", "Alice住在罗马。"],
  ])("C10: a change beats what was remembered before it: %s – %s", async (before, then, after) => {
    const scope = db.memoir.scope({ kind: "user", id: `mover ${then}` });
    await scope.remember(before, { subject: "Alice" });
    await tell(scope, then);
    expect(await texts(scope)).toEqual([after]);
  });

  it("C10: a new value in the same message says it all", async () => {
    const scope = db.memoir.scope("user:bob");
    await tell(scope, "I live in Paris", "I live in Lyon now, left Paris for good");
    expect((await texts(scope)).filter((text) => text.includes("lives in"))).toEqual([
      "Alice lives in Lyon.",
    ]);
  });

  it("C10: what one says to be over is over for them, not for another", async () => {
    const group = db.memoir.scope("group:club");
    const said = async (author: string, text: string): Promise<void> => {
      db.clock.advance(DAY);
      await group.observe([{ author, text }]);
      await group.flush();
    };
    await said("Ann", "I play chess every Sunday");
    await said("Bob", "I gave up chess");
    expect(await texts(group)).toContain("Ann plays chess every Sunday.");
  });

  it("R300: reading the same words again changes nothing", async () => {
    const scope = db.memoir.scope("user:carol");
    await tell(scope, "I go to the gym three times a week", "quit the gym", "quit the gym, as I said");
    expect(await texts(scope)).toHaveLength(1);
  });
});
