import { parseScope } from "../../src/domain/scope.ts";
import { scopeHandle } from "../../src/engine/handles/scope.ts";
import { openEngine } from "../../src/engine/open.ts";
import type { PartContext } from "./context.ts";
import { vectorOf, wordVectors } from "./corpus.ts";
import { ask, ENGINE_SETTINGS } from "./database.ts";
import { amount, type Row } from "./row.ts";
import { usualDatabase, usualScopes } from "./usual.ts";

const ITEMS = 10_000;
const MEGABYTE = 1e6;

/** The memory of a loaded scope in this process, and the size that the index reports. Needs `--expose-gc`. */
export async function memoryRows(context: PartContext): Promise<Row[]> {
  const file = await usualDatabase(context);
  const scopes = usualScopes();
  const of = (items: number) => scopes.find(({ scope }) => scope === `user:memories-${items}`)!;
  const { engine } = await openEngine({
    ...{ database: file, embedder: wordVectors(), background: false, settings: ENGINE_SETTINGS },
  });
  const load = async (items: number): Promise<void> => {
    const { scope, corpus } = of(items);
    const handle = scopeHandle(engine, parseScope(scope, undefined), {});
    for (const question of corpus.questions) await ask(handle, "memories", question);
  };
  try {
    context.progress(`${ITEMS} memories in this process`);
    // The vectors of the questions are the benchmark's own; a small scope loads the code.
    for (const question of of(ITEMS).corpus.questions) vectorOf(question);
    await load(100);
    const before = { taken: await taken(), said: engine.indexes.bytes };
    await load(ITEMS);
    const took = (await taken()) - before.taken;
    const said = engine.indexes.bytes - before.said;
    return [
      amount(
        `heap and vectors for ${ITEMS} memories`,
        took / MEGABYTE,
        "MB",
        { atMost: 32 },
        `after ${of(ITEMS).corpus.questions.length} recalls`,
      ),
      amount(
        "what the index says of itself ÷ what it takes",
        said / took,
        "",
        { atLeast: 0.8, atMost: 1.2 },
        `${(said / MEGABYTE).toFixed(1)} MB said`,
      ),
    ];
  } finally {
    await engine.shut();
  }
}

/** Bytes that are in use once everything that is not has been collected. */
async function taken(): Promise<number> {
  if (globalThis.gc === undefined) throw new Error("Run it with --expose-gc.");
  for (let i = 0; i < 4; i++) {
    await new Promise((resolve) => setImmediate(resolve));
    globalThis.gc();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
