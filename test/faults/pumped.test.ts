import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type LanguageModel,
  type Memoir,
  MemoirError,
  openMemoir,
  type ScopeHandle,
} from "../../src/index.ts";
import { figure, proving, random, seed } from "../support/prove.ts";
import { type Turns, turnsOf } from "../support/turns.ts";
import { nextPump, type Pump, piecesOfExpressions, pumped } from "./pumps.ts";

const PUMPS = proving ? 100 : 12;
/** The main thread does other things than ours in a turn, such as collecting garbage: the best of some tries counts. */
const TRIES = 3;
const AGAIN = 3;
const MAX_MS_IN_A_TURN = 50;
/** Linear is 4 at four times the length. */
const MAX_GROWTH = 5;
/** Below this, the clock, the collector and fresh pages of memory are what is measured. */
const LEAST_MS = 40;

/** An operation on a text, and the longest text that is tried, four times as long as the shorter one. */
interface Entry {
  readonly name: string;
  readonly longest: number;
  /** Read by a language model. Default: without one. */
  readonly model?: true;
  run(scope: ScopeHandle, text: string, memoir: Memoir): Promise<unknown>;
  /** The set-up, unmeasured. */
  before?(scope: ScopeHandle, text: string): Promise<unknown>;
}

const ENTRIES: readonly Entry[] = [
  { name: "observe", longest: 1_048_576, run: (scope, text) => scope.observe([{ text }]) },
  {
    name: "observe of what a tool brought",
    longest: 262_144,
    run: (scope, text) =>
      scope.observe([{ role: "tool", content: { lines: text.match(/.{1,80}/gs) ?? [], text: "done" } }]),
  },
  {
    name: "flush",
    longest: 65_536,
    before: (scope, text) => scope.observe([{ text }, { text: "Remember that I work as a nurse." }]),
    run: (scope) => scope.flush(),
  },
  {
    name: "flush with a model",
    longest: 65_536,
    model: true,
    before: (scope, text) => scope.observe([{ text }, { text: "Remember that I work as a nurse." }]),
    run: (scope) => scope.flush(),
  },
  {
    name: "recall of what was said",
    longest: 65_536,
    before: (scope, text) => scope.observe([{ text }, { role: "assistant", text }]),
    run: (scope) => scope.recall("where do I live?", { from: ["memories", "quotes", "events"] }),
  },
  { name: "recall", longest: 16_384, run: (scope, text) => scope.recall(text) },
  { name: "remember", longest: 131_072, run: (scope, text) => scope.remember(text) },
  { name: "forget", longest: 256, run: (scope, about) => scope.forget({ about }) },
  {
    name: "import of a foreign file",
    longest: 65_536,
    run: (scope, text, memoir) =>
      memoir.operator().importForeign("jsonl", [JSON.stringify({ role: "user", text })], {
        scope: scope.scope,
        trust: "user",
      }),
  },
  {
    name: "import of an export",
    longest: 65_536,
    before: (scope, text) => scope.observe([{ text }]),
    run: async (scope, _text, memoir) => {
      const lines: string[] = [];
      for await (const line of memoir.operator().export({ scopes: [scope.scope] })) lines.push(line);
      await memoir.operator("copy").import(lines);
    },
  },
];

/** Tells what it reads as facts, in pieces of several lengths: what it says is checked on the main thread. */
const ECHO: LanguageModel = {
  id: "test/echo",
  generate: async ({ messages }) => {
    const read = messages.at(-1)?.content ?? "";
    const [, first = ""] = /^#\d+ user[^:\n]*: (.*)$/m.exec(read) ?? [];
    const facts = [40, 250, 2_000].map((length) => ({
      ...{ text: `Alice says ${first.slice(0, length)}`, type: "episode", source: 1 },
      quote: first.slice(0, length),
    }));
    return { text: JSON.stringify({ facts }), finish: "stop" };
  },
};

function least(one: Turns, other: Turns): Turns {
  return {
    longestMs: Math.min(one.longestMs, other.longestMs),
    totalMs: Math.min(one.totalMs, other.totalMs),
  };
}

/** Refused for what it is: only blanks, only secrets. */
async function unlessRefused(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!MemoirError.is(error) || error.code !== "invalid_argument") throw error;
  }
}

describe(`texts made to keep regular expressions busy (MEMOIR_SEED=${seed})`, () => {
  let memoir: Memoir;
  let withModel: Memoir;
  const folder = mkdtempSync(join(tmpdir(), "memoir-pumped-"));
  let pumps: Pump[];
  let scopes = 0;
  beforeAll(async () => {
    const options = { embedder: "none", background: false, durability: "normal" } as const;
    memoir = await openMemoir({ ...options, database: join(folder, "plain.db") });
    withModel = await openMemoir({ ...options, database: join(folder, "model.db"), model: ECHO });
    const pieces = await piecesOfExpressions();
    expect(pieces.length).toBeGreaterThan(1_000);
    const next = random(seed);
    pumps = Array.from({ length: PUMPS }, () => nextPump(next, pieces));
  });
  afterAll(async () => {
    await memoir.close();
    await withModel.close();
    rmSync(folder, { recursive: true });
  });

  /** A scope in which something is known. */
  const scope = async (by: Memoir = memoir): Promise<ScopeHandle> => {
    scopes += 1;
    const one = by.scope(`user:u${scopes}`);
    await one.observe([{ text: "Remember that I live in Oslo." }]);
    await one.flush();
    return one;
  };
  /** The measured operation on the text, after the set-up. */
  const prepared = async ({ before, run, model }: Entry, text: string): Promise<() => Promise<void>> => {
    const one = await scope(model === true ? withModel : memoir);
    await unlessRefused(before?.(one, text) ?? Promise.resolve());
    return () => unlessRefused(run(one, text, memoir));
  };
  const once = async (entry: Entry, text: string): Promise<Turns> => turnsOf(await prepared(entry, text));
  const best = async (entry: Entry, text: string): Promise<Turns> => {
    let found = await once(entry, text);
    for (let i = 1; i < TRIES && found.totalMs > LEAST_MS; i += 1)
      found = least(found, await once(entry, text));
    return found;
  };

  /** A pair that looks too slow is measured again: what a busy machine adds differs from time to time, the rest does not. */
  const compared = async (
    entry: Entry,
    shorter: string,
    longer: string,
  ): Promise<{ long: Turns; growth: number }> => {
    let [short, long] = [await best(entry, shorter), await best(entry, longer)];
    for (let again = 0; ; again += 1) {
      const growth = long.totalMs < LEAST_MS ? 0 : long.totalMs / Math.max(short.totalMs, LEAST_MS / 4);
      if ((growth <= MAX_GROWTH && long.longestMs <= MAX_MS_IN_A_TURN) || again === AGAIN) {
        return { long, growth };
      }
      short = least(short, await best(entry, shorter));
      long = least(long, await best(entry, longer));
    }
  };

  it("lose nothing that is said beside them, in either language", async () => {
    const { before, repeated, after } = pumps[0]!;
    const one = await scope();
    let messages = 1;
    for (const pump of pumps) {
      const text = pumped(pump, proving ? 16_384 : 2_000);
      if (text.trim() === "") continue;
      await one.observe([{ text }]);
      messages += 1;
    }
    await one.observe([{ text: "Remember that I work as a nurse." }, { text: "记住我对花生过敏。" }]);
    await one.flush();
    const known = (await one.memories.list({ limit: 100 })).items.map(({ text }) => text).join("\n");
    expect(known, JSON.stringify({ before, repeated, after })).toMatch(/nurse/);
    expect(known).toMatch(/花生/);
    const { items } = await one.events.list({ limit: 1 });
    expect(items[0]!.seq).toBeGreaterThanOrEqual(messages + 2);
  }, 600_000);

  it.each(ENTRIES)(
    "S1–S4: $name ends, and at full size keeps nobody waiting and grows with the text",
    async (entry) => {
      if (!proving) {
        for (const pump of pumps)
          await (await prepared(entry, pumped(pump, Math.min(entry.longest, 4_000))))();
        return;
      }
      const slow: string[] = [];
      const worst = { longestMs: 0, growth: 0 };
      for (const pump of [...pumps.slice(0, 3), ...pumps]) {
        const texts = [entry.longest / 4, entry.longest].map((length) => pumped(pump, length));
        const { long, growth } = await compared(entry, texts[0]!, texts[1]!);
        worst.longestMs = Math.max(worst.longestMs, long.longestMs);
        worst.growth = Math.max(worst.growth, growth);
        if (long.longestMs > MAX_MS_IN_A_TURN || growth > MAX_GROWTH) {
          const figures = `${long.longestMs.toFixed(0)} ms in a turn, ${growth.toFixed(1)} times as long`;
          slow.push(`${JSON.stringify(pump)}: ${figures}`);
        }
      }
      figure(
        `Pumped texts, ${entry.name}`,
        `${PUMPS} texts of ${entry.longest} characters: at most ${worst.longestMs.toFixed(0)} ms of the main thread's ` +
          `processor time in one turn, and ${worst.growth.toFixed(1)} times the time of a quarter of the text; seed ${seed}`,
      );
      expect(slow).toEqual([]);
    },
    3_600_000,
  );
});
