import { MemoirError } from "../../domain/errors.ts";

/** SQLite's primary result codes that mean something to a user. */
const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const NOTADB = 26;

function primaryCode(error: unknown): number | undefined {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === "number" ? code & 0xff : undefined;
}

export function isBusy(error: unknown): boolean {
  const code = primaryCode(error);
  return code === BUSY || code === LOCKED;
}

/** Its files could not be opened or made. */
export function isUnopenable(error: unknown): boolean {
  const code = primaryCode(error);
  return code === CANTOPEN || code === READONLY;
}

/** Turns what SQLite says into a code and a next step. Anything that is already ours passes through. */
export function sqliteError(error: unknown, path: string): MemoirError {
  if (MemoirError.is(error)) return error;
  const text = error instanceof Error ? error.message : String(error);
  const make = (code: MemoirError["code"], message: string): MemoirError =>
    new MemoirError(code, message, { cause: error, details: { path, sqlite: text } });
  switch (primaryCode(error)) {
    case BUSY:
    case LOCKED:
      return make(
        "database_locked",
        `${path} is locked by another process. Close what holds it (a shell, a backup, a stuck process) and try again.`,
      );
    case READONLY:
      return make(
        "database_read_only",
        `${path} cannot be written (${text}). Give this user write permission on the file and its folder.`,
      );
    case FULL:
      return make(
        "disk_full",
        `The disk that holds ${path} is full; the write was undone. Free some space and send it again.`,
      );
    case NOTADB:
    case CORRUPT:
      return make(
        "database_invalid",
        `${path} is not a usable Memoir database (${text}). Pass another path, or restore it from a backup.`,
      );
    case CANTOPEN:
      return make(
        "database_unavailable",
        `${path} cannot be opened (${text}). Check that its folder exists and may be read and written.`,
      );
    case IOERR:
      return make(
        "database_unavailable",
        `Reading or writing ${path} failed (${text}). Check the disk; the write was undone.`,
      );
    default:
      return make("internal", `SQLite failed on ${path}: ${text}. Please report this.`);
  }
}
