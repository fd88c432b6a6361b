import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Embedder, type MemoirEngine, openMemoir, type ScopeHandle } from "../../src/index.ts";
import { keyOf, schemaKey } from "../cache.ts";
import { showProgress } from "../progress.ts";
import type { Corpus, Given } from "./corpus.ts";

/** A corpus as the memories or as the events of one scope. */
export interface Filled {
  readonly scope: string;
  readonly as: "memories" | "events";
  readonly corpus: Corpus;
}

/** Changes when the texts and vectors do. */
const MAKE = 1;
const TOGETHER = 250;
const BATCH = 10_000;

const POLICY = {
  writePolicy: { maxWritesPerSession: 1e9, maxWritesPerHour: 1e9, maxItemsPerScope: 1e9 },
  // All memories here are of one type.
  readPolicy: { maxPerType: null, deadlineMs: null },
} as const;

export function openWith(database: string, embedder: Embedder): Promise<MemoirEngine> {
  return openMemoir({ database, embedder, background: false, durability: "normal", settings: POLICY });
}

/** Gives a database that `make` made at some time; a half-made one never gets its name, and older ones go. */
export async function cached(
  cache: string,
  name: string,
  parts: readonly unknown[],
  rebuild: boolean,
  make: (file: string) => Promise<void>,
): Promise<string> {
  const file = join(cache, `${name}-${keyOf(MAKE, parts, schemaKey())}.db`);
  if (existsSync(file) && !rebuild) return file;
  const own = new RegExp(`^${name}-[0-9a-f]{12}\\.db`);
  for (const old of readdirSync(cache)) if (own.test(old)) rmSync(join(cache, old));
  const partial = `${file}.partial`;
  await make(partial);
  for (const end of ["", "-wal", "-shm"]) {
    if (existsSync(partial + end)) renameSync(partial + end, file + end);
  }
  return file;
}

/** Fills scopes through the public face, vectors and all. */
export async function fill(file: string, embedder: Embedder, scopes: readonly Filled[]): Promise<void> {
  const memoir = await openWith(file, embedder);
  const total = scopes.reduce((sum, { corpus }) => sum + corpus.texts.length, 0);
  const progress = showProgress("Writing the texts to search");
  let done = 0;
  for (const { scope, as, corpus } of scopes) {
    const handle = memoir.scope(scope);
    const step = as === "events" ? BATCH : TOGETHER;
    for (let from = 0; from < corpus.texts.length; from += step) {
      progress.step(done, total);
      const texts = corpus.texts.slice(from, from + step);
      if (as === "events") await handle.observe(texts.map((text, i) => message(text, from + i)));
      else await Promise.all(texts.map((text) => handle.remember(text)));
      done += texts.length;
    }
    // A memory is embedded as it is written; its command need not be.
    if (as === "events") await memoir.work();
  }
  progress.step(done, total);
  progress.end();
  await memoir.close();
}

const PER_SESSION = 20;

function message(text: string, i: number): { id: string; text: string; author: string; session: string } {
  return { id: `m${i}`, text, author: "user", session: `s${Math.floor(i / PER_SESSION)}` };
}

const LINES = 15;
/** What the budget and near-duplicates leave of them in the worst case. */
const LEAST = 10;

/**
 * The texts found: fifteen lines within the preset's budget, as an answer has by default. There is no floor, so that
 * there is enough to show whatever is asked.
 */
export async function ask(handle: ScopeHandle, as: Filled["as"], { text }: Given): Promise<string[]> {
  const { hits, degraded } = await handle.recall(text, { from: [as], limit: LINES, threshold: 0 });
  if (degraded !== null) throw new Error(`The answer is degraded (${degraded.reason}): ${degraded.detail}`);
  if (hits.length < LEAST) throw new Error(`Only ${hits.length} lines were found for "${text}".`);
  return hits.map((hit) => hit.text);
}
