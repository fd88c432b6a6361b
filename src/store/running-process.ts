import { readFileSync } from "node:fs";

/** Whether a process of this machine runs. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** When a process began, where the system tells (Linux); `null` elsewhere. */
export function startOf(pid: number): string | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}

/** Whether the process that began then is gone. Its number may have been given to another one since. */
export function isGone(pid: number, since: string | null): boolean {
  if (!isRunning(pid)) return true;
  const now = startOf(pid);
  return since !== null && now !== null && now !== since;
}
