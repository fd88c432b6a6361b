import { MemoirError } from "../../domain/errors.ts";
import type { Connection } from "./connection.ts";

/** Marks a file as Memoir's: "Memo". */
export const APPLICATION_ID = 0x4d656d6f;

/** Another program's database is refused; an empty file is ours to use. */
export function refuseForeign(connection: Connection, path: string): void {
  const id = connection.pragma("application_id");
  const tables = connection.one<{ n: number }>("select count(*) as n from sqlite_schema")?.n ?? 0;
  if (id === APPLICATION_ID || (id === 0 && tables === 0)) return;
  throw new MemoirError(
    "database_invalid",
    `${path} is a SQLite database of another program. Pass a path of Memoir's own.`,
    { details: { path } },
  );
}
