import { createHash } from "node:crypto";
import { existsSync, linkSync, readFileSync, renameSync, statSync } from "node:fs";
import {
  chmod,
  copyFile,
  link,
  mkdir,
  open,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { homedir, hostname } from "node:os";
import { basename, dirname, extname, join, resolve } from "node:path";
import { invalidArgument, MemoirError } from "../../domain/errors.ts";
import { formatScope, type Scope } from "../../domain/scope.ts";
import type { Settings } from "../../domain/settings.ts";
import type { SqlReader } from "../../store/tx.ts";
import { filesOfScope } from "../../store/writes/markdown.ts";
import { unusable } from "./file-error.ts";
import { asideOf } from "./leftovers.ts";

/** The file of a scope: the one that a call names, else the one of the settings. */
export function markdownFile(scope: Scope, { path }: Settings["markdown"], fileName?: string): string {
  const pattern = fileName ?? path;
  if (pattern === null) {
    throw invalidArgument(
      `No file is known for ${formatScope(scope)}. Name one (file: "MEMORY.md"), or set markdown.path.`,
    );
  }
  const parts: Readonly<Record<string, string>> = { name: scope.id, kind: scope.kind, tenant: scope.tenant };
  const filled = pattern.replaceAll(/\{(name|kind|tenant)\}/g, (_, part: string) => inPath(parts[part]!));
  return resolve(filled.replace(/^~(?=[/\\]|$)/, () => homedir()));
}

/** An id as one name of a folder or a file: no two ids become the same one, and none leads elsewhere. */
function inPath(id: string): string {
  const name = encodeURIComponent(id).replaceAll(/[.*'()!~]/g, (char) =>
    char === "." && !/^\.{1,2}$/.test(id) ? char : `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  if (name.length <= 200) return name;
  throw new MemoirError(
    "too_large",
    "The scope's id is too long for a file's name. Name the file in the call.",
  );
}

/** The second file, beside the first one. */
export function archiveOf(file: string): string {
  const extension = extname(file);
  return join(dirname(file), `${basename(file, extension)}.archive${extension}`);
}

/** The same path on another machine is another file. */
export function fileKeyOf(file: string): string {
  return `${hostname()}:${file}`;
}

/** The file of a place on this machine; `null`: it is on another one. */
export function ofThisMachine(place: string): string | null {
  const prefix = fileKeyOf("");
  return place.startsWith(prefix) ? place.slice(prefix.length) : null;
}

/** The files on this machine, of a scope or (`null`) of all. */
export async function filesHere(reader: SqlReader, scope: Scope | null): Promise<string[]> {
  return (await filesOfScope(reader, scope)).flatMap((place) => ofThisMachine(place) ?? []);
}

/** A file as it was when it was looked at. */
export interface FileSnapshot {
  /** `null`: it is not there. */
  readonly text: string | null;
  readonly fingerprint: string;
}

/** A file of 5,000 entries has two million characters. */
const LARGEST = 64 * 1_048_576;
/** And 30,000 lines. */
const MAX_LINES = 300_000;
const MISSING = "missing";

/** Where the file really is: a link to it stays a link. */
export async function realFile(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const folder = await realpath(dirname(path)).catch(() => dirname(path));
    return join(folder, basename(path));
  }
}

/** The folder of a file, where it is not there yet. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw unusable(path, error);
  }
}

export async function readSnapshot(path: string): Promise<FileSnapshot> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    if (isMissing(error)) return { text: null, fingerprint: MISSING };
    throw unusable(path, error);
  }
  if (bytes.length > LARGEST) throw tooLarge(path, "bytes", LARGEST);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw invalidArgument(
      `${path} is no UTF-8 text. Save it as UTF-8, then sync again; nothing was changed.`,
      { file: path },
    );
  }
  if (hasMoreLines(text, MAX_LINES)) throw tooLarge(path, "lines", MAX_LINES);
  return { text, fingerprint: fingerprintOf(bytes) };
}

function tooLarge(file: string, unit: "bytes" | "lines", limit: number): MemoirError {
  const message = `${file} has more than ${limit} ${unit}, and no more are read. Shorten it, then sync again; nothing was changed.`;
  return new MemoirError("too_large", message, { details: { file, limit } });
}

function hasMoreLines(text: string, most: number): boolean {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    lines += 1;
    if (lines > most) return true;
  }
  return false;
}

export interface Writing {
  readonly text: string;
  /** The fingerprint that the file must still have. */
  readonly expected: string;
  /** How many older versions are kept beside `.bak`; 0: none, and no rotation. */
  readonly backups: number;
  /** A person has written to the version that is replaced: it is kept for longer. */
  readonly edited: boolean;
  /** How a version may be kept: without what must not be stored. */
  readonly masked: (text: string) => string;
}

/**
 * Replaces the file as a whole, or says `false` when somebody wrote to it meanwhile: temporary file, fsync, comparison,
 * backup of the old version, rename. A crash leaves the old file or the new one.
 */
export async function replaceFile(path: string, writing: Writing): Promise<boolean> {
  const mode = (await stat(path).catch(() => null))?.mode ?? 0o600;
  const aside = asideOf(path);
  const old = asideOf(path);
  try {
    await writeDurably(aside, writing.text);
    await chmod(aside, mode & 0o777).catch(() => undefined);
    const before = await readSnapshot(path);
    if (before.fingerprint !== writing.expected) return false;
    if (before.text !== null) await backUp(path, before.text, writing);
    if (!putInPlace(path, aside, old, writing.expected)) return false;
    await syncFolder(dirname(path));
    // An editor that had opened the old file may have written into it since: its version is put back and read.
    if (!isWrittenTo(old, writing.expected)) return true;
    await rename(old, path);
    return false;
  } catch (error) {
    throw unusable(path, error);
  } finally {
    await rm(aside, { force: true });
    await rm(old, { force: true });
  }
}

/**
 * The last look and the rename, with nothing between them: whoever puts another file in its place in these microseconds
 * loses it. `old` stays a name of what is replaced, so that what is written into it afterwards is not lost with it.
 */
function putInPlace(path: string, aside: string, old: string, expected: string): boolean {
  if (expected === MISSING) {
    if (existsSync(path)) return false;
  } else {
    try {
      linkSync(path, old);
    } catch (error) {
      if (isMissing(error)) return false;
      // A disk without hard links: there is only the look.
    }
    if (fingerprintOf(readFileSync(path)) !== expected || isReplaced(path, old)) return false;
  }
  renameSync(aside, path);
  return true;
}

function isReplaced(path: string, old: string): boolean {
  if (!existsSync(old)) return false;
  const { ino } = statSync(old);
  return statSync(path).ino !== ino;
}

function isWrittenTo(old: string, expected: string): boolean {
  return existsSync(old) && fingerprintOf(readFileSync(old)) !== expected;
}

function fingerprintOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** `.bak` is the version before; those that a person wrote move on to `.bak.1`, `.bak.2`, … */
async function backUp(path: string, text: string, { backups, edited, masked }: Writing): Promise<void> {
  const aside = asideOf(path);
  await writeDurably(aside, masked(text));
  if (edited && backups > 0) {
    for (let n = backups - 1; n >= 1; n -= 1)
      await rename(`${path}.bak.${n}`, `${path}.bak.${n + 1}`).catch(() => undefined);
    await link(aside, `${path}.bak.1`).catch(() => copyFile(aside, `${path}.bak.1`));
  }
  await rename(aside, `${path}.bak`);
}

/** The files of older versions that may be there. */
export function backupsOf(path: string, backups: number): string[] {
  return [`${path}.bak`, ...Array.from({ length: backups }, (_, i) => `${path}.bak.${i + 1}`)];
}

/** Changes the versions that are kept; what is erased must leave them too. */
export async function rewriteBackups(
  path: string,
  backups: number,
  change: (text: string) => string,
): Promise<void> {
  for (const name of backupsOf(path, backups)) {
    const { text } = await readSnapshot(name);
    const changed = text === null ? null : change(text);
    if (changed === null || changed === text) continue;
    const aside = asideOf(name);
    try {
      await writeDurably(aside, changed);
      await rename(aside, name);
    } catch (error) {
      throw unusable(name, error);
    } finally {
      await rm(aside, { force: true });
    }
  }
}

async function writeDurably(path: string, text: string): Promise<void> {
  await writeFile(path, text, { flag: "wx", mode: 0o600, flush: true });
}

/** The rename itself survives a power cut. Not every system lets a folder be opened. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, "r").catch(() => null);
  await handle
    ?.sync()
    .catch(() => undefined)
    .finally(() => handle.close());
}

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOENT" || code === "ENOTDIR";
}
