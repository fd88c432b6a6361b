import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { MemoirError } from "../../domain/errors.ts";

/** No client has a larger one that is not broken. */
const MOST_BYTES = 64 * 1_048_576;

/** A file that cannot be changed without harm is left alone. */
export function broken(file: string, why: string): MemoirError {
  return new MemoirError(
    "conflict",
    `${file} cannot be read as its client reads it (${why}). Nothing was changed. Mend it, or move it away, and try again.`,
    { details: { file } },
  );
}

export function readText(file: string): string {
  const bytes = readFileSync(file);
  if (bytes.length > MOST_BYTES) throw broken(file, "it is too large");
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw broken(file, "it is not UTF-8");
  }
}

/** Puts a new text in the place of a file's, after a copy of it was kept. Gives the copy's path, if there was a file. */
export function replaceFile(file: string, text: string, now: Date): string | null {
  mkdirSync(dirname(file), { recursive: true });
  // A link stays one: what it leads to is changed.
  const target = existsSync(file) ? realpathSync(file) : file;
  const backup = existsSync(target) ? backupOf(target, now) : null;
  const fresh = `${target}.memoir-${process.pid}.tmp`;
  try {
    // It may hold a key. A file that is there keeps its mode.
    const mode = backup === null ? 0o600 : statSync(target).mode & 0o777;
    writeFileSync(fresh, text, { mode, flag: "wx" });
    renameSync(fresh, target);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
  return backup;
}

function backupOf(target: string, now: Date): string {
  const stamp = now.toISOString().replaceAll(/[:.]/g, "-");
  const backup = `${target}.${stamp}.bak`;
  copyFileSync(target, backup, constants.COPYFILE_EXCL);
  return backup;
}
