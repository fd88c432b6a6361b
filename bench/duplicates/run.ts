import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type MemoirEngine, openMemoir } from "../../src/index.ts";
import type { LanguageModel } from "../../src/models/language/port.ts";
import { knowing } from "../../test/fixtures/duplicates/knowing-model.ts";
import type { BenchOptions } from "../options.ts";
import { type BenchResult, type Figure, figureLines } from "../support.ts";
import { type Field, plant } from "./plant.ts";

const SCOPES = 10;
const DISTINCT = 2_000;
const RESTATED = 400;
const MAX_LEFT = 0.05;

const MANY = 1_000_000;
const SETTINGS = {
  writePolicy: {
    ...{ maxWritesPerTurn: null, maxWritesPerDay: null, maxWritesPerSession: MANY, maxWritesPerHour: MANY },
    maxItemsPerScope: MANY,
  },
  upkeep: { consolidate: { pairsPerDay: 100_000, tokensPerDay: null }, maxRows: MANY, maxSeconds: 3_600 },
};

interface Merge {
  readonly gone: string;
  readonly keep: string;
  readonly isRight: boolean;
}

/**
 * How many of 400 restatements among 2,000 facts the upkeep finds, and what it merges wrongly: with a model that knows which
 * sentences state one fact, and without any. The sentences are those written for Memoir, and SICK's and STS's where
 * `--data` has them. `--words`: without an embedder.
 */
export async function duplicates({ data, words }: BenchOptions): Promise<BenchResult> {
  const field = plant({ data, scopes: SCOPES, distinct: DISTINCT, restated: RESTATED });
  const nameOf = new Map(
    field.scopes.flatMap(({ first, again }) => [...first, ...again].map(({ name, text }) => [text, name])),
  );
  const model = knowing(nameOf);
  const without = await withField(field, words, undefined, async (memoir) => {
    await memoir.operator("default").upkeep.run("compact");
    await memoir.operator("default").upkeep.run("consolidate");
    return merges(memoir, nameOf);
  });
  const asked = await withField(field, words, model, async (memoir) => {
    await memoir.operator("default").upkeep.run("consolidate");
    return merges(memoir, nameOf);
  });
  const wrong = (all: readonly Merge[]): Merge[] => all.filter(({ isRight }) => !isRight);
  const left = RESTATED - (asked.length - wrong(asked).length);
  const from = Object.entries(field.counts).map(([name, count]) => `${count} of ${name}`);
  const figures: Figure[] = [
    {
      ...{ name: "facts merged wrongly without a model", ratio: wrong(without).length, bar: 0 },
      detail: `${without.length} of ${RESTATED} restatements merged`,
    },
    {
      ...{ name: "facts merged wrongly with a model", ratio: wrong(asked).length, bar: 0 },
      detail: `${model.asked.size} pairs asked in ${model.prompts} prompts`,
    },
    {
      ...{ name: "restatements left with a model, share", ratio: left / RESTATED, bar: MAX_LEFT },
      detail: `${left} of ${RESTATED} (${from.join(", ")}), ${words ? "without an embedder" : "local embedder"}`,
    },
  ];
  const merged = new Set(asked.filter(({ isRight }) => isRight).map(({ gone }) => nameOf.get(gone)));
  const missed = field.scopes
    .flatMap(({ first, again }) =>
      again.map((one) => ({ ...one, first: first.find((f) => f.name === one.name)!.text })),
    )
    .filter(({ name }) => !merged.has(name))
    .map(({ first, text }) => `left: ${first} | ${text}`);
  const shown = [
    ...new Set([...wrong(without), ...wrong(asked)].map(({ gone, keep }) => `${gone} | ${keep}`)),
  ];
  return {
    document: { figures, wrong: shown, missed },
    lines: [...figureLines(figures), ...shown.map((line) => `merged wrongly: ${line}`), ...missed],
  };
}

async function withField<T>(
  { scopes }: Field,
  words: boolean,
  model: LanguageModel | undefined,
  work: (memoir: MemoirEngine) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "memoir-bench-"));
  const memoir = await openMemoir({
    ...{ database: join(folder, "memoir.db"), preset: "supervisor", settings: SETTINGS, background: false },
    embedder: words ? "none" : "local",
    ...(model && { model }),
  });
  try {
    for (const [i, { first, again }] of scopes.entries()) {
      const scope = memoir.scope(`user:${i}`);
      // Under separate keys, so that nothing is merged when it is written.
      for (const { name, text } of first)
        await scope.remember(text, { key: `first ${name}`, category: "goals" });
      for (const { name, text } of again)
        await scope.remember(text, { key: `again ${name}`, category: "goals" });
    }
    await memoir.work();
    return await work(memoir);
  } finally {
    await memoir.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function merges(memoir: MemoirEngine, nameOf: ReadonlyMap<string, string>): Promise<Merge[]> {
  const found: Merge[] = [];
  for (let i = 0; i < SCOPES; i += 1) {
    const { memories } = memoir.scope(`user:${i}`);
    for await (const { text: gone, mergedInto } of await memories.list({ status: ["superseded"] })) {
      if (mergedInto === null) continue;
      const keep = (await memories.get(mergedInto))!.text;
      found.push({ gone, keep, isRight: nameOf.get(gone) === nameOf.get(keep) });
    }
  }
  return found;
}
