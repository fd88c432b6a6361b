import type { RelationType } from "../domain/relation.ts";
import { filterSql, type StoreFilter } from "./memory-search.ts";
import { type OpenScope, type Place, scoped } from "./scopes.ts";
import { names, type Reader, type Value } from "./tx.ts";

/** An edge between two memories of a scope; the smaller id stands first. */
export interface RelationRow {
  from_id: string;
  to_id: string;
  relation_type: RelationType;
  id: string;
  strength: number;
  created_at: number;
}

const COLUMNS = names("from_id, to_id, relation_type, id, strength, created_at");
const SELECT = COLUMNS.join(", ");

/** All edges of a scope. */
export function relationsIn(reader: Reader, place: Place): Promise<RelationRow[]> {
  return scoped(reader, place).all<RelationRow>(
    `select ${SELECT} from relation where tenant = $1 and scope = $2`,
  );
}

/** The edges of some memories, the strongest first. */
export function relationsOf(reader: Reader, place: Place, ids: readonly string[]): Promise<RelationRow[]> {
  const { dialect } = reader;
  const side = (column: string): string =>
    `select ${SELECT} from relation where tenant = $1 and scope = $2 and ${dialect.inJson(column, "$3")}`;
  return scoped(reader, place).all<RelationRow>(
    `${side("from_id")} union ${side("to_id")} order by strength desc, from_id, to_id`,
    [JSON.stringify(ids)],
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

export function insertRelations(scope: OpenScope, rows: readonly RelationRow[]): Promise<void> {
  return scope.insert("relation", COLUMNS, rows);
}

export async function deleteRelations(
  scope: OpenScope,
  rows: readonly Pick<RelationRow, "from_id" | "to_id">[],
): Promise<void> {
  for (const { from_id, to_id } of rows) {
    await scope.run("delete from relation where tenant = $1 and scope = $2 and from_id = $3 and to_id = $4", [
      from_id,
      to_id,
    ]);
  }
}

/** Edges of a memory that is erased go with it. */
export async function deleteRelationsOf(scope: OpenScope, id: string): Promise<void> {
  for (const column of ["from_id", "to_id"]) {
    await scope.run(`delete from relation where tenant = $1 and scope = $2 and ${column} = $3`, [id]);
  }
}
