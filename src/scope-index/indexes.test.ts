import { expect, it } from "vitest";
import { sqliteDialect } from "../store/dialect.ts";
import type { SqlReader } from "../store/tx.ts";
import { Indexes } from "./indexes.ts";

/** A database without rows. */
const EMPTY: SqlReader = { dialect: sqliteDialect, all: async () => [], one: async () => undefined };

it("S15: an index counts what it takes before it holds anything, so that many empty ones stay in bounds", async () => {
  const most = 1_048_576;
  const indexes = new Indexes(most);
  const look = (num: number): Promise<unknown> =>
    indexes.events(EMPTY, { tenant: "t", num, seq: 1, rev: 0, vec: 0, hides: 0 }, (index) => index);
  const first = await look(1);
  expect(indexes.bytes).toBeGreaterThan(10_000);
  for (let num = 2; num <= 500; num += 1) await look(num);
  expect(indexes.bytes).toBeLessThanOrEqual(most);
  // The first was dropped long ago, and is another one now.
  expect(await look(1)).not.toBe(first);
});

it.each([
  ["assistant", true],
  ["system", false],
  ["tool", false],
  ["user", false],
])("a message of role %s makes a talk with an assistant: %s", async (role, hasAssistant) => {
  const none = { actor: null, content: null, session: null, thread: null, erased_at: null, hidden_at: null };
  const event = { ...none, seq: 1, id: "m1", role, type: "message", text: "Alice lives in Oslo", at: 1 };
  const reader: SqlReader = {
    ...EMPTY,
    all: async <R>(sql: string) => (/\bfrom event\b/.test(sql) ? [event] : []) as R[],
  };
  const scope = { tenant: "t", num: 1, seq: 1, rev: 0, vec: 0, hides: 0 };
  const found = await new Indexes(1_048_576).events(reader, scope, ({ corpus }) => corpus.hasAssistant);
  expect(found).toBe(hasAssistant);
});
