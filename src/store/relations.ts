import type { RelationType } from "../domain/relation.ts";
import { filterSql, type StoreFilter } from "./memory-search.ts";
import type { OpenScope, Place } from "./scopes.ts";
import type { Reader, Value } from "./tx.ts";

/** An edge between two memories of a scope; the smaller id stands first. */
export interface RelationRow {
  from_id: string;
  to_id: string;
  relation_type: RelationType;
  id: string;
  strength: number;
  created_at: number;
}

const COLUMNS = [
  "from_id",
  "to_id",
  "relation_type",
  "id",
  "strength",
  "created_at",
] as const satisfies readonly (keyof RelationRow)[];
const SELECT = COLUMNS.join(", ");

/** All edges of a scope. */
export function relationsIn(reader: Reader, { tenant, num: scope }: Place): Promise<RelationRow[]> {
  return reader.all<RelationRow>(`select ${SELECT} from relation where tenant = $1 and scope = $2`, [
    tenant,
    scope,
  ]);
}

/** The edges of some memories, the strongest first. */
export function relationsOf(
  reader: Reader,
  { tenant, num: scope }: Place,
  ids: readonly string[],
): Promise<RelationRow[]> {
  const { dialect } = reader;
  const side = (column: string): string =>
    `select ${SELECT} from relation where tenant = $1 and scope = $2 and ${dialect.inJson(column, "$3")}`;
  return reader.all<RelationRow>(
    `${side("from_id")} union ${side("to_id")} order by strength desc, from_id, to_id`,
    [tenant, scope, JSON.stringify(ids)],
  );
}

/** The strongest edges whose two ends pass a filter: of one memory, or of the whole scope. */
export function relationsBetween(
  reader: Reader,
  { tenant, num: scope }: Place,
  filter: StoreFilter,
  { memory, limit }: { readonly memory: string | undefined; readonly limit: number },
): Promise<RelationRow[]> {
  const params: Value[] = [tenant, scope, limit];
  const end = (column: string): string =>
    `exists (select 1 from memory m where m.tenant = r.tenant and m.scope = r.scope and m.id = r.${column}${filterSql(reader, filter, params)})`;
  const select = (side: string): string =>
    `select ${SELECT} from relation r where r.tenant = $1 and r.scope = $2${side} and ${end("from_id")} and ${end("to_id")}`;
  const own = memory === undefined ? undefined : `$${params.push(memory)}`;
  const found =
    own === undefined
      ? select("")
      : `${select(` and r.from_id = ${own}`)} union ${select(` and r.to_id = ${own}`)}`;
  return reader.all<RelationRow>(`${found} order by strength desc, from_id, to_id limit $3`, params);
}

/** The other end of an edge. */
export function otherEnd({ from_id, to_id }: RelationRow, id: string): string {
  return from_id === id ? to_id : from_id;
}

export async function insertRelations(
  { tx, tenant, num }: OpenScope,
  rows: readonly RelationRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.insert(
    "relation",
    ["tenant", "scope", ...COLUMNS],
    rows.map((row) => [tenant, num, ...COLUMNS.map((column) => row[column])]),
  );
}

export async function deleteRelations(
  { tx, tenant, num }: OpenScope,
  rows: readonly Pick<RelationRow, "from_id" | "to_id">[],
): Promise<void> {
  for (const { from_id, to_id } of rows) {
    await tx.run("delete from relation where tenant = $1 and scope = $2 and from_id = $3 and to_id = $4", [
      tenant,
      num,
      from_id,
      to_id,
    ]);
  }
}

/** Edges of a memory that is erased go with it. */
export async function deleteRelationsOf({ tx, tenant, num }: OpenScope, id: string): Promise<void> {
  for (const column of ["from_id", "to_id"]) {
    await tx.run(`delete from relation where tenant = $1 and scope = $2 and ${column} = $3`, [
      tenant,
      num,
      id,
    ]);
  }
}
