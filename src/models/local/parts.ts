import { randomBytes } from "node:crypto";
import { mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";

/** A download that stalls is given up long before this, so a part that is older has nobody writing to it. */
const STALE_MS = 2 * 60_000;

/**
 * Half a download, kept so that the next try goes on where this one ended. Its name says whose it is, because
 * several processes may fetch the same thing at once: each writes to its own, and takes over one that was left by
 * renaming it, which only one of them can do.
 */
export interface Part {
  readonly path: string;
  /** Leaves it to whoever tries next. */
  release(): Promise<void>;
  remove(): Promise<void>;
}

/** A part for `name` in `folder`: one that was left, the largest of them, or a new one. */
export async function claimPart(folder: string, name: string): Promise<Part> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, partName(name, host(), String(process.pid)));
  for (const left of await leftParts(folder, name)) {
    try {
      await rename(left, path);
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
  const found: { path: string; bytes: number }[] = [];
  for (const entry of await readdir(folder).catch(() => [])) {
    const [of, owner, pid] = entry.split("~");
    if (name !== undefined && of !== name) continue;
    if (!entry.endsWith(".part") || owner === undefined || pid === undefined) continue;
    const path = join(folder, entry);
    const facts = await stat(path).catch(() => undefined);
    if (facts === undefined) continue;
    const stale = Date.now() - facts.mtimeMs > STALE_MS;
    if (owner === "free" || stale || (owner === host() && !isAlive(Number(pid)))) {
      found.push({ path, bytes: facts.size });
    }
  }
  return found.sort((a, b) => b.bytes - a.bytes).map(({ path }) => path);
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
