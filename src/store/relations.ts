import type { RelationType } from "../domain/relation.ts";
import type { OpenScope } from "./scopes.ts";
import type { Reader, Tx } from "./tx.ts";

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
export function relationsIn(reader: Reader, tenant: string, scope: number): Promise<RelationRow[]> {
  return reader.all<RelationRow>(`select ${SELECT} from relation where tenant = $1 and scope = $2`, [
    tenant,
    scope,
  ]);
}

/** The edges of some memories, the strongest first. */
export function relationsOf(
  reader: Reader,
  tenant: string,
  scope: number,
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

/** The other end of an edge. */
export function otherEnd({ from_id, to_id }: RelationRow, id: string): string {
  return from_id === id ? to_id : from_id;
}

export async function insertRelations(tx: Tx, scope: OpenScope, rows: readonly RelationRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.insert(
    "relation",
    ["tenant", "scope", ...COLUMNS],
    rows.map((row) => [scope.tenant, scope.num, ...COLUMNS.map((column) => row[column])]),
  );
}

export async function deleteRelations(
  tx: Tx,
  scope: OpenScope,
  rows: readonly Pick<RelationRow, "from_id" | "to_id">[],
): Promise<void> {
  for (const { from_id, to_id } of rows) {
    await tx.run("delete from relation where tenant = $1 and scope = $2 and from_id = $3 and to_id = $4", [
      scope.tenant,
      scope.num,
      from_id,
      to_id,
    ]);
  }
}

/** Edges of a memory that is erased go with it. */
export async function deleteRelationsOf(tx: Tx, scope: OpenScope, id: string): Promise<void> {
  for (const column of ["from_id", "to_id"]) {
    await tx.run(`delete from relation where tenant = $1 and scope = $2 and ${column} = $3`, [
      scope.tenant,
      scope.num,
      id,
    ]);
  }
}
