import { MemoirError } from "../../domain/errors.ts";
import type { Connection } from "./connection.ts";

/** Marks a file as Memoir's: "Memo". */
export const APPLICATION_ID = 0x4d656d6f;

/** Another program's database is refused; an empty file is ours to use. */
export function refuseForeign(connection: Connection, path: string): void {
  // One statement: between two, another process that opens it first could make our own file look foreign.
  const found = connection.one<{ id: number; tables: number }>(
    "select application_id as id, (select count(*) from sqlite_schema) as tables from pragma_application_id",
  );
  if (found?.id === APPLICATION_ID || (found?.id === 0 && found.tables === 0)) return;
  throw new MemoirError(
    "database_invalid",
    `${path} is a SQLite database of another program. Pass a path of Memoir's own.`,
    { details: { path } },
  );
}
