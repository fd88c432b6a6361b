import { giveWay } from "../../runtime/yield.ts";
import type { TermMatch } from "../dialect.ts";
import { type SqlReader, TOP, type Value } from "../tx.ts";
import { filterSql, type StoreFilter } from "./memory-search.ts";
import type { ScopeRef } from "./scopes.ts";
import { OWNED_MEMORIES, type OwnedMemoryRow } from "./tenant-rows.ts";

/** Memories that are compared in one statement: some milliseconds, in which nothing else is read. */
const STEP = 1_000;

/** Which memories of a tenant are looked through. */
interface Searched {
  readonly tenant: string;
  /** Of one scope; without it, of all. */
  readonly scope?: number | undefined;
}

/** Terms of which a memory holds all, or any. */
interface TermQuery {
  readonly terms: readonly string[];
  readonly match: TermMatch;
}

/**
 * Memories that hold terms, newest first, in steps. No index finds them: to keep one costs every write more than it
 * saves these few readers, who are people that forget by words, and operators.
 */
export async function* memoriesHolding(
  reader: SqlReader,
  { tenant, scope }: Searched,
  { terms, match }: TermQuery,
  filter: StoreFilter,
): AsyncGenerator<OwnedMemoryRow[]> {
  const { dialect } = reader;
  for (let before = TOP; before > 0; ) {
    const params: Value[] = [tenant, before];
    const within = `m.tenant = $1 and m.num < $2${scope === undefined ? "" : ` and m.scope = $${params.push(scope)}`}`;
    const last = await reader.one<{ num: number }>(
      `select m.num from memory m where ${within} order by m.num desc limit 1 offset ${STEP - 1}`,
      params,
    );
    before = last?.num ?? 0;
    const from = `$${params.push(before)}`;
    const termParams = terms.map((term) => `$${params.push(term)}`);
    yield await reader.all<OwnedMemoryRow>(
      `${OWNED_MEMORIES} where ${within} and m.num >= ${from} and ${dialect.holdsTerms("m.terms", termParams, match)}
       ${filterSql(reader, filter, params)} order by m.num desc`,
      params,
    );
    await giveWay();
  }
}

/** The newest memories of a scope that hold all of the terms. */
export async function newestHolding(
  reader: SqlReader,
  { tenant, num: scope }: ScopeRef,
  { terms, limit }: { readonly terms: readonly string[]; readonly limit: number },
  filter: StoreFilter,
): Promise<OwnedMemoryRow[]> {
  const memories: OwnedMemoryRow[] = [];
  for await (const rows of memoriesHolding(reader, { tenant, scope }, { terms, match: "all" }, filter)) {
    memories.push(...rows);
    if (memories.length >= limit) break;
  }
  return memories.slice(0, limit);
}
