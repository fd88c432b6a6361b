import { checkOneOf } from "../../domain/arguments.ts";
import type { Row } from "../tx.ts";
import type { PortableTable } from "./tables.ts";

type Columns = PortableTable["columns"];

/** `evidence_count` in the schema is `evidenceCount` in the file. */
function fieldOf(column: string): string {
  return column.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
}

/** A row as a line, without its end. `names` stand first: what it is, and of which scope. */
export function encodeRow(names: Readonly<Record<string, string>>, columns: Columns, row: Row): string {
  const fields: Record<string, unknown> = { ...names };
  for (const [column, codec] of Object.entries(columns)) fields[fieldOf(column)] = codec.toFile(row[column]!);
  return JSON.stringify(fields);
}

/** The row that a line's fields stand for; throws at the first that cannot be. */
export function decodeRow(
  { columns, derived = {} }: Pick<PortableTable, "columns" | "derived">,
  fields: Readonly<Record<string, unknown>>,
): Row {
  const row: Row = {};
  for (const [column, codec] of Object.entries(columns)) {
    const field = fieldOf(column);
    // Not "must be a text, got undefined", which looks as if somebody had written that.
    if (!Object.hasOwn(fields, field)) checkOneOf(field, Object.keys(fields), "a field that is missing");
    row[column] = codec.fromFile(fields[field], field);
  }
  for (const [column, make] of Object.entries(derived)) row[column] = make(row);
  return row;
}
