import { terms } from "../domain/terms.ts";
import type { MemoryRow } from "../store/memories.ts";
import {
  countMemories,
  listMemories,
  matchMemories,
  type StoreFilter,
  scanMemories,
} from "../store/memory-search.ts";
import type { Reader } from "../store/tx.ts";
import type { ReadableScope } from "./resolve.ts";

/** How a candidate was found, and in which scope. */
export interface Candidate {
  readonly row: MemoryRow;
  readonly scope: ReadableScope;
}

export interface Retrieved {
  readonly candidates: Candidate[];
  /** The query's terms; none when everything recent was asked for. */
  readonly terms: string[];
  readonly via: "terms" | "scan" | "recent";
  /** How many memories the scopes hold, for the weight of rare terms. */
  readonly documents: number;
}

/** More matches than this are cut to the newest; a query of common words alone reaches it. */
const MAX_CANDIDATES = 2_000;
const MATCH_STEP = 400;
/** Rows looked at in one step of the scan; between steps the event loop runs. */
const SCAN_WINDOW = 1_000;
const SCAN_LIMIT = 50_000;
/** Longer words are not looked for as written; SQLite refuses patterns of 50,000 bytes. */
const MAX_NEEDLE = 1_000;

/**
 * Finds what may be relevant: by terms, then by a plain scan for the words as written (R218, R224), and the newest
 * when the query asks for nothing in particular (R306).
 */
export async function retrieve(
  reader: Reader,
  scopes: readonly ReadableScope[],
  query: string,
  filter: StoreFilter,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<Retrieved> {
  const newest = async (): Promise<Retrieved> => ({
    candidates: await recent(reader, scopes, filter, limit),
    terms: [],
    via: "recent",
    documents: 0,
  });
  const wanted = [...new Set(terms(query))];
  const asked = query.trim();
  if (asked === "" || asked === "*") return newest();

  if (wanted.length > 0) {
    const matched: Candidate[] = [];
    let documents = 0;
    for (const scope of scopes) {
      signal?.throwIfAborted();
      matched.push(...(await matches(reader, scope, wanted, filter, signal)));
      documents += await countMemories(reader, scope.scope.tenant, scope.num);
    }
    if (matched.length > 0) return { candidates: matched, terms: wanted, via: "terms", documents };
  }
  const scanned = await scan(reader, scopes, needles(asked), filter, limit, signal);
  if (scanned.length === 0 && wanted.length === 0) {
    // Only stop words, such as "who am I?": nothing to look for, so the newest may help.
    return newest();
  }
  return { candidates: scanned, terms: wanted, via: "scan", documents: 0 };
}

/** In steps between which the event loop runs: a scope in which everything matches must not hold it up. */
async function matches(
  reader: Reader,
  scope: ReadableScope,
  wanted: readonly string[],
  filter: StoreFilter,
  signal: AbortSignal | undefined,
): Promise<Candidate[]> {
  const found: Candidate[] = [];
  let before = Number.MAX_SAFE_INTEGER;
  while (found.length < MAX_CANDIDATES) {
    signal?.throwIfAborted();
    const { tenant } = scope.scope;
    const rows = await matchMemories(reader, tenant, scope.num, wanted, "any", filter, before, MATCH_STEP);
    for (const row of rows) found.push({ row, scope });
    await new Promise<void>((resolve) => setImmediate(resolve));
    if (rows.length < MATCH_STEP) break;
    before = rows.at(-1)?.num ?? 0;
  }
  return found;
}

/** The query as written, and its words. */
function needles(query: string): string[] {
  return [...new Set([query, ...query.split(/\s+/)])]
    .filter((needle) => needle !== "" && needle.length <= MAX_NEEDLE)
    .slice(0, 16);
}

async function recent(
  reader: Reader,
  scopes: readonly ReadableScope[],
  filter: StoreFilter,
  limit: number,
): Promise<Candidate[]> {
  const found: Candidate[] = [];
  for (const scope of scopes) {
    const rows = await listMemories(
      reader,
      scope.scope.tenant,
      scope.num,
      filter,
      Number.MAX_SAFE_INTEGER,
      limit,
    );
    for (const row of rows) found.push({ row, scope });
  }
  return found;
}

async function scan(
  reader: Reader,
  scopes: readonly ReadableScope[],
  words: readonly string[],
  filter: StoreFilter,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<Candidate[]> {
  const found: Candidate[] = [];
  if (words.length === 0) return found;
  for (const scope of scopes) {
    let before: number | null = Number.MAX_SAFE_INTEGER;
    for (let seen = 0; before !== null && seen < SCAN_LIMIT && found.length < limit; seen += SCAN_WINDOW) {
      signal?.throwIfAborted();
      const step = await scanMemories(
        reader,
        scope.scope.tenant,
        scope.num,
        words,
        filter,
        before,
        SCAN_WINDOW,
      );
      for (const row of step.rows) found.push({ row, scope });
      before = step.next;
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
  }
  return found;
}
