import { MemoirError, show } from "../../domain/errors.ts";
import type { Row } from "../tx.ts";
import type { PortableTable } from "./fields.ts";

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
  const known = Object.entries(columns).filter(([, { later }]) => (later?.since ?? 0) <= schema);
  return Object.fromEntries(known);
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
    else throw new MemoirError("invalid_argument", `it has no field ${show(field)}.`);
  }
  for (const [column, make] of Object.entries(derived)) row[column] = make(row);
  return row;
}
