import { describe, expect, it } from "vitest";
import type { MEMORY_FIELDS } from "../../domain/memory.ts";
import type { RowOf } from "../../domain/memory-field.ts";
import { isWorthComparing, readPair } from "./consolidate.ts";

type Row = RowOf<typeof MEMORY_FIELDS>;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const now = Date.parse("2026-05-01T12:00:00Z");
const memory = (id: string, text: string, more: Partial<Row> = {}): Row =>
  ({
    ...{ id, text, kind: "semantic", type: "profile", category: "profile", subject: "alice", affirmed: 1 },
    ...{ status: "active", slot: null, user_id: "alice", agent: null, run: null, expires_at: null, rank: 9 },
    ...{ confirmed_at: now, updated_at: now, importance: 0.2, access_count: 0 },
    ...more,
  }) as Row;

describe("isWorthComparing (R253)", () => {
  const worth = { freshSince: now - 72 * HOUR, often: 4 };
  it.each<[string, Partial<Row>, boolean]>([
    ["changed within 72 hours", { updated_at: now - 72 * HOUR }, true],
    ["old, unimportant and unused", { updated_at: now - 73 * HOUR }, false],
    ["importance of 3 and more", { updated_at: 0, importance: 0.6 }, true],
    ["importance of 2", { updated_at: 0, importance: 0.4 }, false],
    ["among the most used tenth", { updated_at: 0, access_count: 4 }, true],
    ["used less", { updated_at: 0, access_count: 3 }, false],
  ])("%s", (_name, more, expected) => {
    expect(isWorthComparing(memory("a", "x", more), worth)).toBe(expected);
  });
});

describe("readPair (R254)", () => {
  const read = (a: Row, b: Row, similarity: number | null) =>
    readPair(a, b, similarity, { fallbackLow: 0.3, recentSince: now - 90 * DAY });
  const dog = memory("a", "Alice has a dog called Gus");

  it.each<[string, Row, number | null]>([
    ["too far apart", memory("b", "Alice has a cat"), 0.29],
    ["not confirmed for 90 days", memory("b", "Alice owns a dog", { confirmed_at: now - 91 * DAY }), 0.5],
    ["about somebody else", memory("b", "Alice owns a dog", { subject: "bob" }), 0.5],
    [
      "of another category, which others may read",
      memory("b", "Alice owns a dog", { category: "goals" }),
      0.5,
    ],
    ["with another end", memory("b", "Alice has a dog called Gus", { expires_at: now + DAY }), 0.9],
    ["no longer active", memory("b", "Alice owns a dog", { status: "superseded" }), 0.5],
    ["no word in common", memory("b", "小狗很可爱"), 0.5],
    ["one denies the other", memory("b", "Alice has no dog called Gus"), 0.8],
  ])("asks nobody about a pair that is %s", (_name, other, similarity) => {
    expect(read(dog, other, similarity)).toBeNull();
  });

  it.each<[string, string, string, object]>([
    ["the same words", "Alice plays the cello", "Alice plays cello", { sure: true, mayMerge: true }],
    ["same words, Chinese", "小明喜欢喝绿茶", "小明爱喝绿茶", { sure: true, mayMerge: true }],
    ["other words", "Alice supports Ajax", "Alice is a fan of Ajax", { sure: false, mayMerge: true }],
    [
      "another number",
      "Alice has two cats",
      "Alice has three cats",
      { sure: false, mayMerge: false, mayUpdate: true },
    ],
    [
      "another number, Chinese",
      "小明有两只猫",
      "小明有三只猫",
      { sure: false, mayMerge: false, mayUpdate: true },
    ],
  ])("%s", (_name, a, b, expected) => {
    expect(read(memory("a", a), memory("b", b), 0.5)).toMatchObject(expected);
  });

  it("an older word does not take the place of a newer or stronger one", () => {
    const stronger = memory("b", "Alice has two cats", { rank: 11, confirmed_at: now - DAY });
    expect(read(memory("a", "Alice has three cats"), stronger, 0.5)).toMatchObject({
      ...{ newer: { id: "a" }, older: { id: "b" }, mayUpdate: false },
    });
  });
});
