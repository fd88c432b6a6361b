import type { SearchOptions, TenantHit } from "../api/tenant.ts";
import { checkList, checkOptions, checkSignal, checkWhole } from "../domain/arguments.ts";
import { checkAborted } from "../domain/errors.ts";
import { ALL_BUT_FORGOTTEN } from "../domain/memory.ts";
import { wordScores } from "../domain/relevance/word-match.ts";
import { parseScope, type ScopeInput } from "../domain/scope.ts";
import { checkText, LIMITS } from "../domain/text.ts";
import { terms } from "../language/shared/terms.ts";
import type { Match } from "../store/dialect.ts";
import { findScope, listScopes } from "../store/scopes.ts";
import { matchInScopes, type OwnedMemoryRow } from "../store/tenant-rows.ts";
import { checkFilter } from "./filter.ts";
import { ownedMemory } from "./owned-memory.ts";
import type { ReadContext } from "./read-context.ts";

/** Scopes that are asked about in one statement. */
const SCOPES_PER_STEP = 200;
/** Of so many scopes no more than so many memories are read, the newest. */
const MOST_PER_STEP = 1_000;

/**
 * Memories of several scopes of one tenant by their words, best first. No index in memory takes part, so that looking
 * through all scopes loads none; the database finds and does not rank, so that no other tenant has a say in the order.
 */
export async function searchTenant(
  context: ReadContext,
  tenant: string,
  query: string,
  options: SearchOptions | undefined,
): Promise<TenantHit[]> {
  const { limit: given, scopes, signal: mayAbort, ...rest } = checkOptions(options, "search()");
  const limit = checkWhole(given ?? 20, "limit", 1, 1_000);
  const signal = checkSignal(mayAbort);
  const at = context.now();
  const filter = checkFilter(rest, "search()");
  const held = { ...filter, status: filter.status ?? ALL_BUT_FORGOTTEN, at };
  const words = [...new Set(terms(checkText(query, "query", LIMITS.id)))];
  const named =
    scopes === undefined
      ? null
      : Array.from(checkList(scopes, "scopes"), (scope) => parseScope(scope as ScopeInput, tenant));
  if (words.length === 0) return [];

  const steps = async function* (): AsyncGenerator<number[]> {
    if (named === null) return yield* everyScope(context, tenant);
    const rows = await Promise.all(named.map((scope) => findScope(context.use(), scope)));
    const nums = [...new Set(rows.flatMap((row) => (row === undefined ? [] : [row.num])))];
    for (let i = 0; i < nums.length; i += SCOPES_PER_STEP) yield nums.slice(i, i + SCOPES_PER_STEP);
  };
  const look = async (match: Match): Promise<Ranked[]> => {
    let best: Ranked[] = [];
    for await (const scopes of steps()) {
      checkAborted(signal);
      const query = { tenant, scopes, terms: words, match, limit: MOST_PER_STEP };
      const rows = await matchInScopes(context.use(), query, held);
      best = ranked(words, [...best.map(({ row }) => row), ...rows]).slice(0, MOST_PER_STEP);
    }
    return best;
  };
  // Match all terms first; fall back to any term if that finds too few.
  const all = await look("all");
  const found = all.length >= limit || words.length === 1 ? all : await look("any");
  return found.slice(0, limit).map(({ row, score }) => ({ ...ownedMemory(row, at), score }));
}

interface Ranked {
  readonly row: OwnedMemoryRow;
  readonly score: number;
}

function ranked(words: readonly string[], rows: readonly OwnedMemoryRow[]): Ranked[] {
  const scores = wordScores(
    words,
    rows.map((row) => row.terms.split(" ")),
  );
  return rows
    .map((row, i) => ({ row, score: scores[i]! }))
    .sort((a, b) => b.score - a.score || b.row.num - a.row.num);
}

async function* everyScope(context: ReadContext, tenant: string): AsyncGenerator<number[]> {
  for (let after = 0; ; ) {
    const rows = await listScopes(context.use(), tenant, after, SCOPES_PER_STEP);
    if (rows.length > 0) yield rows.map((row) => row.num);
    if (rows.length < SCOPES_PER_STEP) return;
    after = rows.at(-1)!.num;
  }
}
