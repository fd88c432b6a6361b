import { access, constants, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { bytes } from "../format.ts";

export interface Check {
  /** Stable: scripts look for it. */
  readonly name: string;
  readonly status: "ok" | "warn" | "fail";
  readonly detail: string;
  /** Advice; `null` if nothing needs doing. */
  readonly fix: string | null;
}

export function ok(name: string, detail: string): Check {
  return { name, status: "ok", detail, fix: null };
}

export function warn(name: string, detail: string, fix: string): Check {
  return { name, status: "warn", detail, fix };
}

export function bad(name: string, detail: string, fix: string): Check {
  return { name, status: "fail", detail, fix };
}

/** Our own messages say what is wrong first and what to do after; the report has a place for each. */
export function badBecause(name: string, error: unknown, otherwise: string): Check {
  const message = error instanceof Error ? error.message : String(error);
  const [first = message, ...rest] = message.split(/(?<=[.)]) (?=[A-Z])/);
  return bad(name, first, rest.length === 0 ? otherwise : rest.join(" "));
}

/** Compares `24.21.0` with the package's own `>=22.16`. */
export function nodeCheck(version: string, engines: string): Check {
  const leastVersion = engines.replace(/^\D+/, "");
  const numbers = (text: string): [number, number] => {
    const [major = 0, minor = 0] = text.split(".").map(Number);
    return [major, minor];
  };
  const [major, minor] = numbers(version);
  const [leastMajor, leastMinor] = numbers(leastVersion);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) {
    return ok("node", `Node ${version}; ${leastVersion} or newer is needed`);
  }
  return bad(
    "node",
    `Node ${version} is too old`,
    `Install Node ${leastVersion} or newer from https://nodejs.org.`,
  );
}

/** Tries the SQLite that Node brings along, apart from any file. */
export async function sqliteCheck(): Promise<Check> {
  try {
    const { DatabaseSync } = await import("node:sqlite");
    const database = new DatabaseSync(":memory:");
    const version = database.prepare("select sqlite_version() as version").get()?.version;
    database.close();
    return ok("sqlite", `SQLite ${String(version)}`);
  } catch (error) {
    return badBecause("sqlite", error, "Install a newer Node from https://nodejs.org; SQLite comes with it.");
  }
}

/** A write-ahead log may grow to 64 MB before it is moved, and an erased page is written twice. */
const COMFORTABLE = 200_000_000;
const LEAST = 20_000_000;

export function spaceCheck(free: number, folder: string): Check {
  const detail = `${bytes(free)} free at ${folder}`;
  if (free >= COMFORTABLE) return ok("disk", detail);
  const fix = "Free some space, or move the database with --database or MEMOIR_DATABASE.";
  return free >= LEAST ? warn("disk", `only ${detail}`, fix) : bad("disk", `only ${detail}`, fix);
}

/** The folder of a database file: is it there, may it be written, is there room. */
export async function diskCheck(file: string): Promise<Check> {
  const folder = dirname(file);
  try {
    const { bavail, bsize } = await statfs(folder);
    await access(folder, constants.W_OK);
    return spaceCheck(bavail * bsize, folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT"
      ? bad("disk", `the folder ${folder} does not exist`, `Create it: mkdir -p "${folder}"`)
      : bad(
          "disk",
          `the folder ${folder} cannot be written (${code})`,
          "Give this user permission, or use --database.",
        );
  }
}
