import { readdirSync, readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4_096;

interface Stat {
  readonly pid: number;
  readonly parent: number;
  /** Seconds of processor time: its own, and that of children that have ended. */
  readonly own: number;
  readonly ended: number;
  readonly bytes: number;
}

/** Processor time that a process and all below it have used so far, in seconds. Linux only, as the machines that prove. */
export function processorSeconds(root: number): number {
  return treeOf(root).reduce((sum, { own, ended }) => sum + own + ended, 0);
}

/** Memory that is in use by a process and all below it. */
export function residentBytes(root: number): number {
  return treeOf(root).reduce((sum, { bytes }) => sum + bytes, 0);
}

export function parentOf(pid: number): number {
  return statOf(pid)!.parent;
}

/** The processes that a process has started. */
export function childrenOf(root: number): number[] {
  return treeOf(root)
    .map(({ pid }) => pid)
    .filter((pid) => pid !== root);
}

function treeOf(root: number): Stat[] {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat !== null);
  const below = (pid: number): Stat[] =>
    all.filter(({ parent }) => parent === pid).flatMap((stat) => [stat, ...below(stat.pid)]);
  return [...all.filter(({ pid }) => pid === root), ...below(root)];
}

/** `null` for a process that has just ended. */
function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program may hold blanks; what follows it does not.
    const fields = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const ticks = (from: number): number => (fields[from]! + fields[from + 1]!) / TICKS_PER_SECOND;
    return { pid, parent: fields[1]!, own: ticks(11), ended: ticks(13), bytes: fields[21]! * PAGE_BYTES };
  } catch {
    return null;
  }
}
