import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { MemoirError } from "../../domain/errors.ts";
import { isRunning } from "../running-process.ts";
import type { Connection } from "./connection.ts";

/** The folders of `:memory:` that still have a name; where they keep it, they go on close or at the end of the process. */
const temporaries = new Set<string>();

/** Nobody but its owner reads memories and hashes of keys; SQLite gives its side files the same rights. */
export function makeOwnFile(path: string): void {
  try {
    closeSync(openSync(path, "ax", 0o600));
  } catch {
    // It is there already, or cannot be made, which opening it says better.
  }
}

/** Removes leftovers of killed processes: a folder's name contains the process id. */
function removeOrphans(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = /^memoir-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    }
  }
}

/** A folder for a `:memory:` database. */
export function temporaryFolder(): string {
  if (temporaries.size === 0) {
    process.on("exit", removeAll);
    removeOrphans();
  }
  const folder = mkdtempSync(join(tmpdir(), `memoir-${process.pid}-`));
  temporaries.add(folder);
  return folder;
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  temporaries.delete(folder);
  if (temporaries.size === 0) process.off("exit", removeAll);
}

function removeAll(): void {
  for (const folder of temporaries) rmSync(folder, { recursive: true, force: true });
}

export function refuseImpossiblePath(path: string): void {
  const folder = dirname(path);
  const stat = statSync(folder, { throwIfNoEntry: false });
  if (stat?.isDirectory() !== true) {
    throw new MemoirError(
      "database_unavailable",
      `${path} cannot be opened: the folder ${folder} does not exist. Create it first.`,
      { details: { path } },
    );
  }
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) {
    throw new MemoirError("database_invalid", `${path} is a folder. Pass the path of a file.`, {
      details: { path },
    });
  }
}

/** Marks a file as Memoir's: "Memo". */
export const APPLICATION_ID = 0x4d656d6f;

/** Another program's database is refused; an empty file is ours to use. */
export function refuseForeign(connection: Connection, path: string): void {
  // One statement: between two, another process that opens it first could make our own file look foreign.
  const header = connection.one<{ id: number; tables: number }>(
    "select application_id as id, (select count(*) from sqlite_schema) as tables from pragma_application_id",
  );
  if (header?.id === APPLICATION_ID || (header?.id === 0 && header.tables === 0)) return;
  throw new MemoirError(
    "database_invalid",
    `${path} is a SQLite database of another program. Pass a path of Memoir's own.`,
    { details: { path } },
  );
}
