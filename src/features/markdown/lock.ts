import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { MemoirError } from "../../domain/errors.ts";
import { isGone, startOf } from "../../store/running-process.ts";
import { unusable } from "./file-error.ts";

/** How long somebody waits for a file that another process is writing. */
const PATIENCE_MS = 30_000;
const POLL_MS = 15;
const LOCK = ".lock";
/** A holder says that it lives this often; another machine's lock without a sign for so long is nobody's. */
const ALIVE_MS = 5_000;
const DEAD_MS = 60_000;

/**
 * Runs `work` while no other process or engine works on the file. Removes the lock that a killed process left behind.
 */
export async function withLock<T>(
  file: string,
  { signal, patienceMs = PATIENCE_MS }: { readonly signal: AbortSignal; readonly patienceMs?: number },
  work: () => Promise<T>,
): Promise<T> {
  const path = `${file}${LOCK}`;
  const { pid } = process;
  const content = JSON.stringify({ host: hostname(), pid, since: startOf(pid), key: randomUUID() });
  try {
    await take(path, content, { signal, patienceMs });
  } catch (error) {
    throw unusable(file, error);
  }
  const beat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, ALIVE_MS).unref();
  try {
    return await work();
  } finally {
    clearInterval(beat);
    // Whoever took it over because this process stood still has its own now.
    if ((await textOf(path)) === content) await rm(path, { force: true });
  }
}

async function take(
  path: string,
  content: string,
  { signal, patienceMs }: { readonly signal: AbortSignal; readonly patienceMs: number },
): Promise<void> {
  const until = performance.now() + patienceMs;
  for (;;) {
    if (signal.aborted) throw new MemoirError("aborted", "The call was aborted before it was done.");
    if (await create(path, content)) return;
    const holder = await textOf(path);
    if (holder !== null && (await isDead(path, holder))) {
      await takeAway(path, holder);
      continue;
    }
    if (performance.now() > until) {
      throw new MemoirError(
        "conflict",
        `Another process is writing the file, and did not finish in ${patienceMs / 1_000} s. If there is none, delete ${path}.`,
        { details: { file: path.slice(0, -LOCK.length) } },
      );
    }
    await sleep(POLL_MS);
  }
}

const NEW_FILE = { flag: "wx", mode: 0o600 };

/** Written aside and linked, so that no half-written lock is ever seen. */
async function create(path: string, content: string): Promise<boolean> {
  const aside = `${path}.${randomUUID()}`;
  const isNoLink = (code = ""): boolean => ["EPERM", "ENOTSUP", "ENOSYS", "EMLINK"].includes(code);
  try {
    await writeFile(aside, content, NEW_FILE);
    await link(aside, path).catch((error: NodeJS.ErrnoException) => {
      if (!isNoLink(error.code)) throw error;
      return writeFile(path, content, NEW_FILE);
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
  const { host, pid, since } = parseHolder(holder);
  if (host === hostname() && typeof pid === "number") {
    return isGone(pid, typeof since === "string" ? since : null);
  }
  const at = await stat(path).catch(() => null);
  return at !== null && Date.now() - at.mtimeMs > DEAD_MS;
}

function parseHolder(holder: string): { host?: unknown; pid?: unknown; since: unknown } {
  try {
    return { since: null, ...(JSON.parse(holder) as object) };
  } catch {
    return { since: null };
  }
}

async function textOf(path: string): Promise<string | null> {
  return readFile(path, "utf8").catch(() => null);
}
