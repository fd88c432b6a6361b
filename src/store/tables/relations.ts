import { orderedPair, type RelationType } from "../../domain/relation.ts";
import { columnNames, type SqlReader, type Value } from "../tx.ts";
import { filterSql, type StoreFilter } from "./memory-search.ts";
import { IN_SCOPE, type OpenScope, type ScopeRef, scopeReader } from "./scopes.ts";

/** An edge between two memories of a scope; the smaller id stands first. */
export interface RelationRow {
  from_id: string;
  to_id: string;
  relation_type: RelationType;
  id: string;
  strength: number;
  created_at: number;
}

export const RELATION_COLUMNS = columnNames("from_id, to_id, relation_type, id, strength, created_at");
const SELECT = RELATION_COLUMNS.join(", ");

/** All edges of a scope. */
export function listRelations(reader: SqlReader, scopeRef: ScopeRef): Promise<RelationRow[]> {
  return scopeReader(reader, scopeRef).all(`select ${SELECT} from relation where ${IN_SCOPE}`);
}

/** The edges of some memories, the strongest first. */
export function relationsOf(
  reader: SqlReader,
  scopeRef: ScopeRef,
  ids: readonly string[],
): Promise<RelationRow[]> {
  const { dialect } = reader;
  const side = (column: string): string =>
    `select ${SELECT} from relation where ${IN_SCOPE} and ${dialect.inJson(column, "$3")}`;
  return scopeReader(reader, scopeRef).all(
    `${side("from_id")} union ${side("to_id")} order by strength desc, from_id, to_id`,
    [JSON.stringify(ids)],
  );
}

/** The strongest edges whose two ends pass a filter: of one memory, or of the whole scope. */
export function relationsBetween(
  reader: SqlReader,
  { tenant, num: scope }: ScopeRef,
  filter: StoreFilter,
  { memory, limit }: { readonly memory: string | undefined; readonly limit: number },
): Promise<RelationRow[]> {
  const params: Value[] = [tenant, scope, limit];
  const end = (column: string): string =>
    `exists (select 1 from memory m where m.tenant = r.tenant and m.scope = r.scope and m.id = r.${column}${filterSql(reader, filter, params)})`;
  const select = (side: string): string =>
    `select ${SELECT} from relation r where r.tenant = $1 and r.scope = $2${side} and ${end("from_id")} and ${end("to_id")}`;
  const memoryParam = memory === undefined ? undefined : `$${params.push(memory)}`;
  const relations =
    memoryParam === undefined
      ? select("")
      : `${select(` and r.from_id = ${memoryParam}`)} union ${select(` and r.to_id = ${memoryParam}`)}`;
  return reader.all(`${relations} order by strength desc, from_id, to_id limit $3`, params);
}

/** The other end of an edge. */
export function otherEnd({ from_id, to_id }: RelationRow, id: string): string {
  return from_id === id ? to_id : from_id;
}

/** Edges of a memory that is erased go with it. */
export async function deleteRelationsOf(scope: OpenScope, id: string): Promise<void> {
  for (const column of ["from_id", "to_id"]) {
    await scope.run(`delete from relation where ${IN_SCOPE} and ${column} = $3`, [id]);
  }
}

/** The result of comparing two memories. `apart`: a person undid their merge. */
type PairVerdict = "same" | "update" | "different" | "apart";

/** A pair that was compared. */
export interface PairCheck {
  a: string;
  b: string;
  /** 0–1, kept in hundredths: a pair whose similarity has changed is compared again. */
  score: number;
  verdict: PairVerdict;
}

export const APART = -1;

/** The name of a pair at a similarity, in whatever order it is given. */
export function fingerprint(a: string, b: string, score: number): string {
  return [...orderedPair(a, b), Math.round(score * 100)].join(" ");
}

export async function recordPairs(scope: OpenScope, pairs: readonly PairCheck[], at: number): Promise<void> {
  for (const { a, b, score, verdict } of pairs) {
    await scope.run(
      `insert into pair_check (tenant, scope, a, b, score, verdict, checked_at) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (tenant, scope, a, b, score) do update set verdict = excluded.verdict, checked_at = excluded.checked_at`,
      [...orderedPair(a, b), verdict === "apart" ? APART : Math.round(score * 100), verdict, at],
    );
  }
}

/** Pairs of a scope that need no comparing: those compared since a moment, and those that are to stay apart. */
export async function checkedPairs(
  reader: SqlReader,
  scopeRef: ScopeRef,
  since: number,
): Promise<{ checked: ReadonlySet<string>; apart: ReadonlySet<string> }> {
  const rows = await scopeReader(reader, scopeRef).all<{ a: string; b: string; score: number }>(
    `select a, b, score from pair_check where ${IN_SCOPE} and (checked_at > $3 or score = ${APART})`,
    [since],
  );
  const apart = rows.filter(({ score }) => score === APART);
  return {
    checked: new Set(rows.map(({ a, b, score }) => fingerprint(a, b, score / 100))),
    apart: new Set(apart.map(({ a, b }) => pairName(a, b))),
  };
}

/** The name of a pair, whatever its similarity. */
export function pairName(a: string, b: string): string {
  return orderedPair(a, b).join(" ");
}

/** How many pairs of a scope a model was asked about since a moment. */
export async function countChecked(reader: SqlReader, scopeRef: ScopeRef, since: number): Promise<number> {
  const row = await scopeReader(reader, scopeRef).one<{ n: number }>(
    `select count(*) as n from pair_check where ${IN_SCOPE} and checked_at >= $3 and score <> ${APART}`,
    [since],
  );
  return Number(row?.n ?? 0);
}

/** Forgets comparisons of a scope until a moment; pairs that are to stay apart do so. */
export async function dropPairs(scope: OpenScope, until: number): Promise<void> {
  await scope.run(`delete from pair_check where ${IN_SCOPE} and checked_at <= $3 and score <> ${APART}`, [
    until,
  ]);
}

/** Of a memory that is erased nothing is left, its id included. */
export async function dropPairsOf(scope: OpenScope, id: string): Promise<void> {
  await scope.run(`delete from pair_check where ${IN_SCOPE} and (a = $3 or b = $3)`, [id]);
}
