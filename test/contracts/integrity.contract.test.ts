import { describe, expect, it } from "vitest";
import type { MemoirEngine } from "../../src/index.ts";
import { fixedClock } from "../../src/testing/index.ts";
import { databases } from "../support/databases.ts";

/** Faults written directly into the rows of one tenant (`$1`), and the expected report. */
const DAMAGE: readonly { sql: string; check: string }[] = [
  { sql: "update memory set evidence_count = 9 where tenant = $1", check: "evidence counts agree" },
  { sql: "delete from evidence where tenant = $1", check: "every memory has evidence" },
  { sql: "delete from validity where tenant = $1", check: "every memory has an interval" },
  { sql: "update evidence set event = 77 where tenant = $1", check: "evidence links what exists" },
  { sql: "update evidence set memory = 'nobody' where tenant = $1", check: "evidence links what exists" },
  { sql: "update scope set seq = seq + 1 where tenant = $1", check: "a scope's seq is its last event's" },
  { sql: "delete from event where tenant = $1 and seq = 1", check: "no event is missing below seq" },
  { sql: "update scope set rev = rev + 1 where tenant = $1", check: "a scope's rev is its last change's" },
  {
    sql: "update memory set rev = 99 where tenant = $1",
    check: "no memory or change lies above its scope's rev",
  },
  {
    sql: "update change_log set rev = 99 where tenant = $1",
    check: "no memory or change lies above its scope's rev",
  },
  { sql: "delete from history where tenant = $1", check: "every audited change has its history" },
  { sql: "update memory set text = 'other words' where tenant = $1", check: "terms are those of the text" },
  { sql: "update memory set terms = 'other' where tenant = $1", check: "terms are those of the text" },
];

describe.each(databases)("check on $name", (kind) => {
  const checksOf = async (memoir: MemoirEngine): Promise<Map<string, number>> => {
    const counts = new Map<string, number>();
    for (const { check } of await memoir.check()) counts.set(check, (counts.get(check) ?? 0) + 1);
    return counts;
  };

  it("finds nothing wrong in a database that the engine alone has written, and each damage done to it", async () => {
    const db = await kind.create();
    try {
      const memoir = await db.open();
      for (const i of DAMAGE.keys())
        await memoir.scope("user:alice", { tenant: `t${i}` }).remember("爱丽丝 likes tea");
      expect(await memoir.check()).toEqual([]);

      let before = await checksOf(memoir);
      for (const [i, { sql, check }] of DAMAGE.entries()) {
        await db.query(sql, [`t${i}`]);
        const after = await checksOf(memoir);
        expect([sql, after.get(check)]).toEqual([sql, (before.get(check) ?? 0) + 1]);
        before = after;
      }
    } finally {
      await db.cleanup();
    }
  });

  it("finds nothing wrong where a conversation without a name is read past what was remembered beside it", async () => {
    const db = await kind.create();
    try {
      const clock = fixedClock("2026-03-02T09:00:00Z");
      // Read when the conversation has been silent, and then by itself.
      const memoir = await db.open({ now: clock.now, settings: { triggers: { on: { turn_done: [] } } } });
      const alice = memoir.scope("user:alice");
      await alice.observe([{ text: "the shed is orange" }, { role: "assistant", text: "Nice." }]);
      await alice.remember("Alice likes tea");
      clock.advance(3_600_000);
      await memoir.work();
      const [row] = await db.query<{ extracted_seq: number }>("select extracted_seq from session");
      expect(Number(row?.extracted_seq)).toBeGreaterThan(2);
      expect(await memoir.check()).toEqual([]);
    } finally {
      await db.cleanup();
    }
  });

  it("names the row, not its words", async () => {
    const db = await kind.create();
    try {
      const memoir = await db.open();
      const {
        memory: { id },
      } = await memoir.scope("user:alice").remember("A secret of Alice");
      await db.query("update memory set evidence_count = 9");
      expect(await memoir.check()).toEqual([{ check: "evidence counts agree", detail: id }]);
    } finally {
      await db.cleanup();
    }
  });
});
