import { invalidArgument, show } from "../../domain/errors.ts";
import { formatScope, type ScopeKind } from "../../domain/scope.ts";
import { IN_SCOPE, type ScopeRef, scopeReader } from "../tables/scopes.ts";
import type { Row, Snapshot, SqlReader } from "../tx.ts";
import type { PortableTable } from "./codec.ts";
import { SCOPE_COLUMNS, SCOPE_TABLES, TENANT_TABLES } from "./tables.ts";

/** One line of an export and the section that it is part of: a scope's name, or `TENANT`. */
export interface SectionLine {
  readonly section: string;
  readonly record: string;
  /** Without its end. */
  readonly text: string;
}

/** The section of what belongs to no scope. No scope is called so. */
export const TENANT = "tenant";

/**
 * The persons behind accounts, and the versions of the policies. Nothing at all where there are none. `schema` is the
 * version whose form the lines have.
 */
export async function* tenantLines(
  snapshot: Snapshot,
  tenant: string,
  schema: number,
): AsyncGenerator<SectionLine> {
  for (const { record, table, columns: all, order } of TENANT_TABLES) {
    const columns = columnsAt(all, schema);
    const sql = `select ${Object.keys(columns).join(", ")} from ${table} where tenant = $1
      order by ${order(snapshot.dialect.byBytes)}`;
    for await (const row of snapshot.rows(sql, [tenant]))
      yield { section: TENANT, record, text: encodeRow({ record }, columns, row) };
  }
}

/**
 * One scope by its number, or all of a tenant in the order in which they were made. Each table is read once from its
 * beginning to its end, all of them side by side, so that many small scopes cost no more than a large one.
 */
export async function* scopeLines(
  snapshot: Snapshot,
  tenant: string,
  num: number | null,
  schema: number,
): AsyncGenerator<SectionLine> {
  const params = num === null ? [tenant] : [tenant, num];
  const scopeColumns = columnsAt(SCOPE_COLUMNS, schema);
  const tables = SCOPE_TABLES.map((table) => ({ ...table, columns: columnsAt(table.columns, schema) }));
  const walks = tables.map((table) => walk(snapshot.rows(tableSql(snapshot, table, num), params)));
  const scopes = snapshot.rows<Row & { num: number; kind: ScopeKind; id: string }>(
    `select num, kind, id, ${Object.keys(scopeColumns).join(", ")} from scope
     where tenant = $1 ${num === null ? "" : "and num = $2"} order by num`,
    params,
  );
  try {
    for await (const row of scopes) {
      const section = formatScope(row);
      const record = "scope";
      yield { section, record, text: encodeRow({ record, scope: section }, scopeColumns, row) };
      for (const [i, { record, columns }] of tables.entries()) {
        for await (const scopeRecord of walks[i]!.rowsOf(row.num))
          yield { section, record, text: encodeRow({ record }, columns, scopeRecord) };
      }
    }
  } finally {
    for (const walk of walks) await walk.end();
  }
}

function tableSql(
  { dialect }: SqlReader,
  { table, columns, order }: PortableTable,
  num: number | null,
): string {
  return `select scope, ${Object.keys(columns).join(", ")} from ${table}
    where tenant = $1 ${num === null ? "" : "and scope = $2"} order by scope, ${order(dialect.byBytes)}`;
}

interface Walk {
  /** Scopes are asked for in their order. */
  rowsOf(scope: number): AsyncGenerator<Row>;
  end(): Promise<void>;
}

/** Goes through rows that are ordered by scope, and stops before those of the next. */
function walk(rows: AsyncIterable<Row>): Walk {
  const iterator = rows[Symbol.asyncIterator]();
  let ahead: IteratorResult<Row> | undefined;
  return {
    async *rowsOf(scope) {
      for (;;) {
        ahead ??= await iterator.next();
        if (ahead.done === true || (ahead.value.scope as number) > scope) return;
        const { value } = ahead;
        ahead = undefined;
        if (value.scope === scope) yield value;
      }
    },
    end: async () => {
      await iterator.return?.();
    },
  };
}

/** Whether a scope holds nothing that an export would carry. */
export async function isEmptyScope(reader: SqlReader, scopeRef: ScopeRef): Promise<boolean> {
  for (const { table } of SCOPE_TABLES) {
    const sql = `select 1 as found from ${table} where ${IN_SCOPE} limit 1`;
    if ((await scopeReader(reader, scopeRef).one(sql)) !== undefined) return false;
  }
  return true;
}

/** The same of what belongs to no scope. */
export async function isEmptyTenant(reader: SqlReader, tenant: string): Promise<boolean> {
  for (const { table } of TENANT_TABLES) {
    const sql = `select 1 as found from ${table} where tenant = $1 limit 1`;
    if ((await reader.one(sql, [tenant])) !== undefined) return false;
  }
  return true;
}

type Columns = PortableTable["columns"];

/** Asked for every value of every row. */
const FIELDS = new Map<string, string>();

/** `evidence_count` in the schema is `evidenceCount` in the file. */
function fieldOf(column: string): string {
  let field = FIELDS.get(column);
  if (field === undefined) {
    field = column.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
    FIELDS.set(column, field);
  }
  return field;
}

/** The columns that an export of a schema version carries. */
export function columnsAt(columns: Columns, schema: number): Columns {
  const entries = Object.entries(columns).filter(([, { later }]) => (later?.since ?? 0) <= schema);
  return Object.fromEntries(entries);
}

/** A row as a line, without its end. `names` stand first: what it is, and of which scope. */
export function encodeRow(names: Readonly<Record<string, string>>, columns: Columns, row: Row): string {
  const fields: Record<string, unknown> = { ...names };
  for (const [column, codec] of Object.entries(columns)) fields[fieldOf(column)] = codec.toFile(row[column]!);
  return JSON.stringify(fields);
}

/** The row that a line of a schema version stands for; throws at the first field that cannot be. */
export function decodeRow(
  { columns, derived = {} }: Pick<PortableTable, "columns" | "derived">,
  schema: number,
  fields: Readonly<Record<string, unknown>>,
): Row {
  const row: Row = {};
  for (const [column, codec] of Object.entries(columns)) {
    const field = fieldOf(column);
    if (codec.later !== undefined && codec.later.since > schema) row[column] = codec.later.absent;
    else if (Object.hasOwn(fields, field)) row[column] = codec.fromFile(fields[field], field);
    else throw invalidArgument(`it has no field ${show(field)}.`);
  }
  for (const [column, make] of Object.entries(derived)) row[column] = make(row);
  return row;
}
