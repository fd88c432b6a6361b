import { describe, expect, it } from "vitest";
import type { Said } from "../../domain/candidate.ts";
import { byRules } from "../reader/serve-reader.ts";
import { type ExtractInput, readApart } from "./extractor.ts";

const said = (type: string, role: Said["role"], text: string): Said => ({
  type,
  role,
  text,
  name: "Alice",
  actor: "alice",
  at: Date.parse("2026-03-01T12:00:00Z"),
});

const input = (all: readonly Said[], from = 0): ExtractInput => ({
  ...{ tenant: "t", said: all, from, known: [], maxPerTurn: null, now: 0, signal: undefined },
});

const texts = async (all: readonly Said[], from?: number): Promise<[string, number][]> =>
  (await readApart(byRules, input(all, from))).candidates.map(({ text, source }) => [text, source]);

describe("readApart", () => {
  it("C27: each is read by itself, and each claim keeps the place that it came from", async () => {
    const all = [
      said("import", "user", "I live in Rome."),
      said("message", "user", "I live in Oslo."),
      said("import", "user", "我喜欢喝绿茶。"),
    ];
    expect(await texts(all)).toEqual([
      ["Alice lives in Oslo.", 1],
      ["Alice lives in Rome.", 0],
      [expect.stringContaining("绿茶"), 2],
    ]);
    expect(await texts(all, 2)).toEqual([[expect.stringContaining("绿茶"), 2]]);
  });
});
