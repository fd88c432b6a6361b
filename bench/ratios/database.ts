import { copyFileSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type MemoirEngine, type MemoirOptions, openMemoir, type ScopeHandle } from "../../src/index.ts";
import { keyOf, schemaKey } from "../cache.ts";
import { showProgress } from "../progress.ts";
import { type Corpus, wordVectors } from "./corpus.ts";

/** A corpus as the memories or as the events of one scope. */
export interface Filled {
  readonly scope: string;
  readonly as: "memories" | "events";
  readonly corpus: Corpus;
}

/** Changes when the texts or vectors do. */
const MAKE = 2;
/** Claims under way at once while a scope is filled. */
const TOGETHER = 250;
/** Messages of one call while a scope is filled. */
const BATCH = 10_000;

/** No limit of a policy is in the way, and observed messages are not read. */
export const ENGINE_SETTINGS = {
  writePolicy: { maxWritesPerSession: 1e9, maxWritesPerHour: 1e9, maxItemsPerScope: 1e9 },
  // All memories here are of one type.
  readPolicy: { maxPerType: null, deadlineMs: null },
  triggers: { on: { turn_done: [], cron: [] } },
} as const;

/** An engine whose vectors are given and whose jobs run when they are asked for. */
export function openWith(database: string, options: MemoirOptions = {}): Promise<MemoirEngine> {
  return openMemoir({
    database,
    embedder: wordVectors(),
    background: false,
    durability: "normal",
    ...options,
    settings: { ...ENGINE_SETTINGS, ...options.settings },
  });
}

/** Lends a folder for databases that are only needed once. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "memoir-bench-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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

/** A copy that may be written to; nobody may have the database open. */
export function copyDatabase(from: string, to: string): void {
  for (const end of ["", "-wal"]) if (existsSync(from + end)) copyFileSync(from + end, to + end);
}

/**
 * Fills scopes through the public interface, vectors included. `together`: how many claims are under way at once; of
 * several, one may overtake another on a busy machine.
 */
export async function fill(
  file: string,
  scopes: readonly Filled[],
  { now, together = TOGETHER }: { now?: Date; together?: number } = {},
): Promise<void> {
  const memoir = await openWith(file, {
    // A claim that brings its key is not compared with the others: that is what takes long in a large scope.
    settings: { relations: { enable: false } },
    ...(now === undefined ? {} : { now: () => now }),
  });
  const total = scopes.reduce((sum, { corpus }) => sum + corpus.texts.length, 0);
  const progress = showProgress("Writing the texts to search");
  let done = 0;
  for (const { scope, as, corpus } of scopes) {
    const step = (from: number): void => progress.step(done + from, total);
    await fillScope(memoir.scope(scope), as, corpus.texts, together, step);
    done += corpus.texts.length;
    // A memory is embedded as it is written; a message is embedded by a job.
    if (as === "events") await memoir.work();
  }
  progress.step(done, total);
  progress.end();
  await memoir.close();
}

async function fillScope(
  handle: ScopeHandle,
  as: Filled["as"],
  texts: readonly string[],
  together: number,
  progress: (from: number) => void,
): Promise<void> {
  const step = as === "events" ? BATCH : together;
  for (let from = 0; from < texts.length; ) {
    progress(from);
    const some = texts.slice(from, from + step);
    if (as === "events") await handle.observe(some.map((text, i) => message(text, from + i)));
    else await Promise.all(some.map((text, i) => handle.remember(text, { key: `fact ${from + i}` })));
    from += some.length;
  }
}

const PER_SESSION = 20;

export function message(
  text: string,
  i: number,
): { id: string; text: string; author: string; session: string } {
  return { id: `m${i}`, text, author: "user", session: `s${Math.floor(i / PER_SESSION)}` };
}

const LINES = 15;
/** The number left by the budget and near-duplicates in the worst case. */
const LEAST = 5;

/**
 * The texts found: fifteen lines within the preset's budget, as an answer has by default. There is no floor, so that
 * there is enough to show whatever is asked.
 */
export async function ask(handle: ScopeHandle, as: Filled["as"], question: string): Promise<string[]> {
  const { hits, degraded } = await handle.recall(question, { from: [as], limit: LINES, threshold: 0 });
  if (degraded !== null) throw new Error(`The answer is degraded (${degraded.reason}): ${degraded.detail}`);
  if (hits.length < LEAST) throw new Error(`Only ${hits.length} lines were found for "${question}".`);
  return hits.map((hit) => hit.text);
}
