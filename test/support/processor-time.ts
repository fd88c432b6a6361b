import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Store } from "../../src/store/port.ts";

/** Processor time of this process and, of PostgreSQL, of the server with its children. */
export async function cpuMs(store: Store, name: string): Promise<number> {
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1_000;
  if (name !== "postgres") return own;
  const [row] = await store.read.all<{ folder: string }>(
    "select current_setting('data_directory') as folder",
  );
  const server = Number(readFileSync(join(row!.folder, "postmaster.pid"), "utf8").split("\n")[0]);
  const children = readFileSync(`/proc/${server}/task/${server}/children`, "utf8")
    .trim()
    .split(" ")
    .map(Number);
  // Of those that have ended the server itself has the time.
  return (
    own +
    sum(ticksOf(server)) * MS_PER_TICK +
    sum(children.map((pid) => sum(ticksOf(pid).slice(0, 2)))) * MS_PER_TICK
  );
}

const MS_PER_TICK = 10;

/** Ticks in user and in system mode, its own and those of children that have ended. */
function ticksOf(pid: number): number[] {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
    return fields.slice(11, 15).map(Number);
  } catch {
    return [];
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
