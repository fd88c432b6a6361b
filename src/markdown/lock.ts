import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { link, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { MemoirError } from "../domain/errors.ts";

/** How long somebody waits for a file that another process is writing. */
const PATIENCE_MS = 30_000;
const POLL_MS = 15;
/** A holder says that it lives this often; another machine's lock without a sign for so long is nobody's. */
const ALIVE_MS = 5_000;
const DEAD_MS = 60_000;

/**
 * Runs `work` while no other process or engine works on the file. Removes the lock that a killed process left behind.
 */
export async function withLock<T>(file: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const path = `${file}.lock`;
  const { pid } = process;
  const own = JSON.stringify({ host: hostname(), pid, since: startOf(pid), key: randomUUID() });
  await take(path, own, signal);
  const beat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, ALIVE_MS).unref();
  try {
    return await work();
  } finally {
    clearInterval(beat);
    // Whoever took it over because this process stood still has its own now.
    if ((await textOf(path)) === own) await rm(path, { force: true });
  }
}

async function take(path: string, own: string, signal: AbortSignal): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    if (signal.aborted) throw new MemoirError("aborted", "The call was aborted before it was done.");
    if (await create(path, own)) return;
    const holder = await textOf(path);
    if (holder !== null && (await isDead(path, holder))) {
      await takeAway(path, holder);
      continue;
    }
    if (performance.now() > until) {
      throw new MemoirError(
        "conflict",
        `Another process is writing the file, and did not finish in ${PATIENCE_MS / 1_000} s. If there is none, delete ${path}.`,
        { details: { path } },
      );
    }
    await sleep(POLL_MS);
  }
}

const NEW_FILE = { flag: "wx", mode: 0o600 };

/** Written aside and linked, so that no half-written lock is ever seen. */
async function create(path: string, own: string): Promise<boolean> {
  const aside = `${path}.${randomUUID()}`;
  await writeFile(aside, own, NEW_FILE);
  const isNoLink = (code = ""): boolean => ["EPERM", "ENOTSUP", "ENOSYS", "EMLINK"].includes(code);
  try {
    await link(aside, path).catch((error: NodeJS.ErrnoException) => {
      if (!isNoLink(error.code)) throw error;
      return writeFile(path, own, NEW_FILE);
    });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

/** Only what was looked at is taken away: another process may have been faster. */
async function takeAway(path: string, holder: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  if ((await textOf(aside)) !== holder) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}

async function isDead(path: string, holder: string): Promise<boolean> {
  const { host, pid, since } = parsed(holder);
  if (host === hostname() && typeof pid === "number") {
    if (!isRunning(pid)) return true;
    // The number may have been given to another process since.
    return since !== null && startOf(pid) !== null && startOf(pid) !== since;
  }
  const at = await stat(path).catch(() => null);
  return at !== null && Date.now() - at.mtimeMs > DEAD_MS;
}

function parsed(holder: string): { host?: unknown; pid?: unknown; since: unknown } {
  try {
    return { since: null, ...(JSON.parse(holder) as object) };
  } catch {
    return { since: null };
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** When a process began, where the system tells (Linux); `null` elsewhere. */
function startOf(pid: number): string | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}

async function textOf(path: string): Promise<string | null> {
  return readFile(path, "utf8").catch(() => null);
}
