import { describe, expect, it } from "vitest";
import type { LanguageModel } from "../../src/models/language/port.ts";
import { hashVector } from "../../src/testing/protocol.ts";
import { facts } from "../fixtures/duplicates/facts.ts";
import { knowing } from "../fixtures/duplicates/knowing-model.ts";
import { anyDatabase, useDatabase } from "../support/databases.ts";
import { testEmbedder } from "../support/embedder.ts";
import { figure, proving } from "../support/prove.ts";
import { allRows } from "./support/all-rows.ts";
import { DAY } from "./support/expect.ts";

/** In full: 400 restatements among 2,000 distinct facts, in ten scopes. */
const SCOPES = proving ? 10 : 1;
const DISTINCT = proving ? 200 : 50;
const RESTATED = proving ? 40 : 12;

/** Facts that are said twice in one scope: 500 memories in full. */
const TWICE = proving ? 250 : 25;

const MANY = 1_000_000;
const UNLIMITED = {
  maxWritesPerTurn: null,
  maxWritesPerDay: null,
  maxWritesPerSession: MANY,
  maxWritesPerHour: MANY,
};

const GENEROUS = {
  writePolicy: { ...UNLIMITED, maxItemsPerScope: MANY },
  upkeep: {
    consolidate: { pairsPerDay: 100_000, tokensPerDay: null },
    maxRows: 1_000_000,
    maxSeconds: 600,
  },
};

/** Texts that share words are near each other. */
function meaningOf(text: string): Float32Array {
  const sum = new Float32Array(64);
  for (const word of text.toLowerCase().match(/[a-z0-9]+|\p{sc=Han}/gu) ?? []) {
    for (const [i, value] of [...hashVector(word, 64)].entries()) sum[i]! += value;
  }
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}

describe.each(anyDatabase)("duplicates on $name", (kind) => {
  const db = useDatabase(kind);
  const planted = facts(SCOPES * DISTINCT);
  const own = (scope: number) => planted.filter((_, i) => i % SCOPES === scope);

  const plant = async (model?: LanguageModel) => {
    const memoir = await db.open({
      preset: "supervisor",
      embedder: "none",
      settings: GENEROUS,
      ...(model && { model }),
    });
    for (let s = 0; s < SCOPES; s += 1) {
      const scope = memoir.scope(`user:${s}`, { tenant: db.tenant });
      // Under separate keys, so that nothing is merged when it is written.
      for (const { name, text } of own(s))
        await scope.remember(text, { key: `first ${name}`, category: "goals" });
      for (const { name, restated } of own(s).slice(0, RESTATED))
        await scope.remember(restated, { key: `again ${name}`, category: "goals" });
    }
    return memoir;
  };
  const nameOf = new Map(
    planted.flatMap(({ name, text, restated }) => [
      [text, name],
      [restated, name],
    ]),
  );
  const merges = async () => {
    const rows = await db.query<{ gone: string; keep: string }>(
      `select g.text as gone, k.text as keep from memory g join memory k on k.tenant = g.tenant and k.scope = g.scope
       and k.id = g.merged_into where g.tenant = $1`,
      [db.tenant],
    );
    return rows.map(({ gone, keep }) => ({ gone, keep, right: nameOf.get(gone) === nameOf.get(keep) }));
  };
  const wrong = async () => (await merges()).filter(({ right }) => !right);

  it("R45, C11: without a model nothing is merged that is not the same, and what is certain is", async () => {
    const memoir = await plant();
    const { changes } = await memoir.operator(db.tenant).upkeep.run("compact");
    expect(await wrong()).toEqual([]);
    expect(changes.length).toBe((await merges()).length);
    expect(changes.length).toBeGreaterThan(0);
    await memoir.operator(db.tenant).upkeep.run("consolidate");
    expect(await wrong()).toEqual([]);
    figure(
      `duplicates without a model, ${kind.name}`,
      `${(await merges()).length} of ${SCOPES * RESTATED} merged, 0 wrong`,
    );
    expect(await memoir.check()).toEqual([]);
  });

  it("R252–R257, R320: with a model at most 5 % of the restatements remain, and no two facts are merged; the undo is exact", async () => {
    const model = knowing(nameOf);
    const memoir = await plant(model);
    const { upkeep } = memoir.operator(db.tenant);
    const before = await allRows({ query: db.query, engine: db.engine }, db.tenant);
    const { counts } = await upkeep.run("consolidate");
    expect(await wrong()).toEqual([]);
    const left = SCOPES * RESTATED - (await merges()).length;
    const asked = `${counts.pairs} pairs in ${model.prompts} prompts`;
    figure(
      `duplicates with a model, ${kind.name}`,
      `${left} of ${SCOPES * RESTATED} remain, 0 wrong merges; ${asked}`,
    );
    expect(left / (SCOPES * RESTATED)).toBeLessThanOrEqual(0.05);
    expect(counts.pairs).toBe(model.asked.size);
    expect(counts.tokens).toBeGreaterThan(0);
    const figures = await memoir.operator(db.tenant).figures();
    for (const name of ["found", "merged", "pairs", "tokens"])
      expect(figures).toContainEqual({ day: "2026-03-01", name: `consolidate.${name}`, value: counts[name] });
    // R256: for 14 days the model would complain about a pair that it was asked before.
    db.clock.advance(DAY);
    await upkeep.run("consolidate");
    expect(await wrong()).toEqual([]);
    for (const { id } of await upkeep.runs({ name: "consolidate" })) {
      await upkeep.undo(id).catch((error: { code?: string }) => expect(error.code).toBe("nothing_to_undo"));
    }
    expect(await allRows({ query: db.query, engine: db.engine }, db.tenant)).toEqual(before);
    expect(await memoir.check()).toEqual([]);
  });

  it("R320: a consolidation over many memories with vectors and links is taken back exactly", async () => {
    const pairs = planted.filter((_, i) => i % Math.ceil(planted.length / TWICE) === 0).slice(0, TWICE);
    const embedder = testEmbedder("test/words", 64);
    embedder.embedDocuments = async (texts) =>
      texts.map((text) => ({ model: "test/words", vector: meaningOf(text) }));
    const memoir = await db.open({
      ...{ preset: "supervisor", embedder, model: knowing(nameOf), settings: GENEROUS },
    });
    const alice = memoir.scope("user:alice", { tenant: db.tenant });
    const said = async (text: string, key: string) => alice.remember(text, { key, category: "goals" });
    for (const { name, text } of pairs) await said(text, `first ${name}`);
    db.clock.advance(DAY);
    for (const { name, restated } of pairs) await said(restated, `again ${name}`);
    const state = () => allRows({ query: db.query, engine: db.engine }, db.tenant);
    const before = await state();
    expect(before.vector).toHaveLength(2 * pairs.length);
    expect(before.relation?.length).toBeGreaterThan(0);
    const recalled = async () =>
      (await alice.recall(pairs[3]!.text, { limit: 10 })).hits.map(({ id, score, why }) => ({
        id,
        score,
        why,
      }));
    const shown = await recalled();
    const { upkeep } = memoir.operator(db.tenant);
    const { run, counts } = await upkeep.run("consolidate");
    expect(counts.merged).toBeGreaterThan(0);
    const merged = (await alice.memories.list({ status: ["superseded"] })).items[0]!;
    expect((await alice.memories.get(merged.id))?.id).toBe(merged.mergedInto);
    expect(await wrong()).toEqual([]);
    await upkeep.undo(run!.id);
    expect(await state()).toEqual(before);
    expect(await recalled()).toEqual(shown);
    expect((await alice.memories.get(merged.id))?.id).toBe(merged.id);
    expect(await memoir.check()).toEqual([]);
  });
});
