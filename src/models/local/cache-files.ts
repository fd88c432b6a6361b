import { createHash, type Hash, randomBytes, randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { MemoirError } from "../../domain/errors.ts";
import type { ModelFile, Pin } from "./catalogue.ts";

/** A megabyte is hashed in about a millisecond, so that a thread which does it stays responsive. */
const CHUNK = 1024 * 1024;
/** Writing one takes seconds; a temporary file this old has nobody. */
const LEFT_MS = 10 * 60_000;

export type VerifiedFile =
  | { readonly status: "ok"; readonly bytes: Uint8Array }
  | { readonly status: "absent" }
  | { readonly status: "wrong"; readonly why: string };

/** Reads a file and checks it; the bytes handed out are the ones that were checked. */
export async function readVerified(path: string, file: ModelFile): Promise<VerifiedFile> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, "r");
    const { size } = await handle.stat();
    if (!file.pins.some((pin) => pin.bytes === size))
      return { status: "wrong", why: wrongSize(path, size, file) };
    const bytes = new Uint8Array(size);
    const hash = createHash("sha256");
    for (let read = 0; read < size; ) {
      const { bytesRead } = await handle.read(bytes, read, Math.min(CHUNK, size - read));
      if (bytesRead === 0) return { status: "wrong", why: wrongSize(path, read, file) };
      hash.update(bytes.subarray(read, read + bytesRead));
      read += bytesRead;
    }
    const why = whyNot(path, hash, size, file.pins);
    return why === undefined ? { status: "ok", bytes } : { status: "wrong", why };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isAbsent = handle === undefined && (code === "ENOENT" || code === "ENOTDIR");
    return isAbsent ? { status: "absent" } : { status: "wrong", why: `${path} cannot be read (${code})` };
  } finally {
    await handle?.close();
  }
}

/** A file of the package is stored compressed, under its name with this ending. */
export function packedPath(path: string): string {
  return `${path}.zst`;
}

/** The same for a file of the package: it is unpacked, and its content is what is checked. */
export async function readPacked(path: string, file: ModelFile): Promise<VerifiedFile> {
  const packed = packedPath(path);
  try {
    // Not imported by its name: an old Node would say that, instead of that it is old.
    const unpack = promisify(zlib.zstdDecompress);
    const bytes = await unpack(await readFile(packed), { maxOutputLength: file.pins[0].bytes });
    const why = whyNot(packed, createHash("sha256").update(bytes), bytes.length, file.pins);
    return why === undefined ? { status: "ok", bytes } : { status: "wrong", why };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return { status: "absent" };
    return { status: "wrong", why: `${packed} cannot be read (${code})` };
  }
}

/**
 * Writes a stream to `target`, which appears only whole and only with the pinned content: under a temporary name first,
 * then renamed. So two processes may do it at once, and one that is killed leaves nothing that is used.
 */
export async function installVerified(
  content: AsyncIterable<Uint8Array>,
  target: string,
  file: ModelFile,
  from: string,
): Promise<void> {
  const temporary = `${target}.${randomUUID()}.tmp`;
  const limit = Math.max(...file.pins.map((pin) => pin.bytes));
  try {
    await mkdir(dirname(target), { recursive: true });
    await sweep(dirname(target));
    const handle = await open(temporary, "wx");
    const hash = createHash("sha256");
    let size = 0;
    try {
      for await (const chunk of content) {
        size += chunk.length;
        if (size > limit) throw new MemoirError("model_unavailable", wrongSize(from, size, file));
        hash.update(chunk);
        await handle.write(chunk);
      }
      const why = whyNot(from, hash, size, file.pins);
      if (why !== undefined) throw new MemoirError("model_unavailable", why);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw fileError(error, target);
  }
}

/** Removes what a killed process left half written. */
async function sweep(folder: string): Promise<void> {
  for (const entry of await readdir(folder)) {
    if (!entry.endsWith(".tmp")) continue;
    const path = join(folder, entry);
    const facts = await stat(path).catch(() => undefined);
    if (facts !== undefined && Date.now() - facts.mtimeMs > LEFT_MS) await rm(path, { force: true });
  }
}

function whyNot(what: string, hash: Hash, size: number, pins: readonly Pin[]): string | undefined {
  const sha256 = hash.digest("hex");
  if (pins.some((pin) => pin.sha256 === sha256 && pin.bytes === size)) return undefined;
  return `${what} is not the pinned file: its sha256 is ${sha256}, not ${pins.map((pin) => pin.sha256).join(" or ")}`;
}

function wrongSize(what: string, size: number, file: ModelFile): string {
  const sizes = file.pins.map((pin) => pin.bytes).join(" or ");
  return `${what} is not the pinned file: it has ${size} bytes or more, not ${sizes}`;
}

/** An error of the file system, with the file and advice. */
export function fileError(error: unknown, path: string): unknown {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  if (MemoirError.is(error) || code === undefined) return error;
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new MemoirError("disk_full", `There is no room for ${path}. Make room, or set MEMOIR_CACHE_DIR.`, {
      details: { path },
      cause: error,
    });
  }
  if (["EACCES", "EPERM", "EROFS", "ENOTDIR", "EISDIR", "ENOENT", "EEXIST"].includes(code)) {
    return new MemoirError(
      "model_unavailable",
      `${path} cannot be read or written (${code}). Set MEMOIR_CACHE_DIR to a folder that this user may write to.`,
      { details: { path }, cause: error },
    );
  }
  return error;
}

/** A download that stalls is given up long before this, so a part that is older has nobody writing to it. */
const STALE_MS = 2 * 60_000;

/**
 * Half a download, kept so that the next try goes on where this one ended. Its name says whose it is, because
 * several processes may fetch the same thing at once: each writes to its own, and takes over one that was left by
 * renaming it, which only one of them can do.
 */
interface Part {
  readonly path: string;
  /** Leaves it to whoever tries next. */
  release(): Promise<void>;
  remove(): Promise<void>;
}

/** A part for `name` in `folder`: one that was left, the largest of them, or a new one. */
export async function claimPart(folder: string, name: string): Promise<Part> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, partName(name, host(), String(process.pid)));
  for (const part of await leftParts(folder, name)) {
    try {
      await rename(part, path);
      // Its age would else make it look left to others.
      await utimes(path, new Date(), new Date());
      break;
    } catch {
      // Another process was faster.
    }
  }
  return {
    path,
    release: async () => {
      await rename(path, join(folder, partName(name, "free", "0"))).catch(() => undefined);
    },
    remove: () => rm(path, { force: true }),
  };
}

/** The parts that nobody writes to any more, the largest first. Default: of everything. */
export async function leftParts(folder: string, name?: string): Promise<string[]> {
  const parts: { path: string; bytes: number }[] = [];
  for (const entry of await readdir(folder).catch(() => [])) {
    const [of, owner, pid] = entry.split("~");
    if (name !== undefined && of !== name) continue;
    if (!entry.endsWith(".part") || owner === undefined || pid === undefined) continue;
    const path = join(folder, entry);
    const facts = await stat(path).catch(() => undefined);
    if (facts === undefined) continue;
    const stale = Date.now() - facts.mtimeMs > STALE_MS;
    if (owner === "free" || stale || (owner === host() && !isAlive(Number(pid)))) {
      parts.push({ path, bytes: facts.size });
    }
  }
  return parts.sort((a, b) => b.bytes - a.bytes).map(({ path }) => path);
}

function partName(name: string, owner: string, pid: string): string {
  return `${name}~${owner}~${pid}~${randomBytes(4).toString("hex")}.part`;
}

/** With a letter in front, so that no machine is called "free". */
function host(): string {
  return `h-${hostname().replaceAll(/[^A-Za-z0-9-]/g, "-")}`;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
