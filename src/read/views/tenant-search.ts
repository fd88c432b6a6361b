import type { OwnedMemory, SearchOptions, TenantHit } from "../../api/operator.ts";
import { checkList, checkOptions, checkSignal, checkWhole, MAX_HITS } from "../../domain/arguments.ts";
import { checkAborted } from "../../domain/errors.ts";
import { ALL_BUT_FORGOTTEN } from "../../domain/memory.ts";
import { wordScores } from "../../domain/relevance/word-match.ts";
import { parseScope, type Scope, type ScopeInput } from "../../domain/scope.ts";
import { checkText, LIMITS } from "../../domain/text.ts";
import { terms } from "../../language/terms.ts";
import type { TermMatch } from "../../store/dialect.ts";
import { memoriesHolding } from "../../store/tables/memories-holding.ts";
import { findScope } from "../../store/tables/scopes.ts";
import { type OwnedMemoryRow, scopeNameOf } from "../../store/tables/tenant-rows.ts";
import { checkFilter } from "../parse/filter.ts";
import type { ReadContext } from "../shared/request.ts";
import { type ShowMemory, showInEach } from "./shown-memory.ts";

/** The most matches that are held against each other. */
const MAX_FOUND = 1_000;

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
  const { limit: requestedLimit, scopes, signal: mayAbort, ...rest } = checkOptions(options, "search()");
  const limit = checkWhole(requestedLimit ?? 20, "limit", 1, MAX_HITS);
  const signal = checkSignal(mayAbort);
  const at = context.now();
  const filter = checkFilter(rest, "search()");
  const condition = { ...filter, status: filter.status ?? ALL_BUT_FORGOTTEN, at };
  const words = [...new Set(terms(checkText(query, "query", LIMITS.id)))];
  const scopeNames =
    scopes === undefined
      ? null
      : Array.from(checkList(scopes, "scopes"), (scope) => parseScope(scope as ScopeInput, tenant));
  if (words.length === 0) return [];

  const places = scopeNames && (await placesOf(context, scopeNames));
  const look = async (match: TermMatch): Promise<Ranked[]> => {
    const memories: OwnedMemoryRow[] = [];
    for (const within of places ?? [{ tenant }]) {
      for await (const rows of memoriesHolding(context.use(), within, { terms: words, match }, condition)) {
        checkAborted(signal);
        memories.push(...rows);
        if (memories.length > 2 * MAX_FOUND)
          memories.splice(
            0,
            memories.length,
            ...rankRows(words, memories)
              .slice(0, MAX_FOUND)
              .map(({ row }) => row),
          );
      }
    }
    return rankRows(words, memories);
  };
  // Match all terms first; fall back to any term if that finds too few.
  const all = await look("all");
  const matches = all.length >= limit || words.length === 1 ? all : await look("any");
  const show = showInEach(context.use(), tenant);
  return Promise.all(
    matches
      .slice(0, limit)
      .map(async ({ row, score }) => ({ ...ownedMemory(row, at, await show(row)), score })),
  );
}

interface Ranked {
  readonly row: OwnedMemoryRow;
  readonly score: number;
}

function rankRows(words: readonly string[], rows: readonly OwnedMemoryRow[]): Ranked[] {
  const scores = wordScores(
    words,
    rows.map((row) => row.terms.split(" ")),
  );
  return rows
    .map((row, i) => ({ row, score: scores[i]! }))
    .sort((a, b) => b.score - a.score || b.row.num - a.row.num);
}

/** Those of the scopes that exist, each once. */
async function placesOf(
  context: ReadContext,
  scopes: readonly Scope[],
): Promise<{ tenant: string; scope: number }[]> {
  const rows = await Promise.all(scopes.map((scope) => findScope(context.use(), scope)));
  const tenants = new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.num, row.tenant]])));
  return Array.from(tenants, ([scope, tenant]) => ({ tenant, scope }));
}

export function ownedMemory(row: OwnedMemoryRow, at: number, show: ShowMemory): OwnedMemory {
  return { scope: scopeNameOf(row), memory: show(row, at) };
}
