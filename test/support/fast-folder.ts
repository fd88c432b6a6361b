import { mkdirSync, rmSync, statfsSync } from "node:fs";

const MEMORY = "/dev/shm";
const NEEDED_BYTES = 3 * 1024 ** 3;

/**
 * Tests wait for the disk more than for anything else: every commit of theirs is durable. They test a process that
 * dies, never a power cut, so their files go into memory where there is enough of it. The value is for `env`.
 */
export function fastFolder(): { TMPDIR?: string } {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < NEEDED_BYTES) return {};
    const folder = `${MEMORY}/memoir-tests-${process.pid}`;
    mkdirSync(folder, { recursive: true });
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    return { TMPDIR: folder };
  } catch {
    return {};
  }
}
