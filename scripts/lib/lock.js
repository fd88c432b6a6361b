import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const heartbeatMs = 2_000;
const staleMs = 60_000;
const pollMs = 200;

/**
 * Runs `work` while no other process holds the lock folder `path`. A holder that died, or whose
 * heartbeat stopped (its process id may have been given to another), loses the lock.
 *
 * @template T
 * @param {string} path
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(path, work) {
  while (!take(path)) {
    dropIfStale(path);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  const release = () => {
    if (holder(path) === process.pid) rmSync(path, { recursive: true, force: true });
  };
  const stop = (_signal, number) => process.exit(128 + number);
  const heartbeat = setInterval(() => touch(path), heartbeatMs);
  process.once("exit", release);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, stop);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.off(signal, stop);
    process.off("exit", release);
    release();
  }
}

/** The folder appears together with its holder's id: it is prepared aside and renamed into place. */
function take(path) {
  const own = `${path}.${process.pid}`;
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, "pid"), String(process.pid));
  try {
    renameSync(own, path);
    return true;
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    if (["ENOTEMPTY", "EEXIST", "EPERM"].includes(error.code)) return false;
    throw error;
  }
}

function dropIfStale(path) {
  const pid = holder(path);
  if (pid === undefined || (isAlive(pid) && Date.now() - beatOf(path) < staleMs)) return;
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
    // Another waiter was quicker and this is already its new lock: give it back.
    if (holder(aside) !== pid) return renameSync(aside, path);
    rmSync(aside, { recursive: true, force: true });
  } catch {
    // Somebody else removed it first.
  }
}

function holder(path) {
  try {
    return Number(readFileSync(join(path, "pid"), "utf8"));
  } catch {
    return undefined;
  }
}

function beatOf(path) {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return Date.now();
  }
}

function touch(path) {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // The lock was taken away while the machine slept; the work is harmless when done twice.
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
