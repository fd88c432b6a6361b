import { duration } from "../format.ts";
import type { JobTotals } from "../jobs/totals.ts";
import type { Screen } from "../output.ts";
import type { Counts } from "./try-lines.ts";
import { countsText } from "./try-lines.ts";

export function startLines(
  { colors }: Screen,
  {
    location,
    embedder,
    queue,
    once,
  }: { location: string; embedder: string; queue: JobTotals; once: boolean },
): string[] {
  return [
    `${colors.bold("Working")} on ${location}${once ? "" : "; Ctrl-C stops"}`,
    `Queue:     ${queueText(queue)}`,
    ...(embedder === "none" ? ["Embedder:  none, so texts get no vectors here"] : []),
  ];
}

/** `left` is what the queue holds now; `null` where that changes all the time. */
export function endLines({ colors, suggest }: Screen, counts: Counts, left: JobTotals | null): string[] {
  const dead = suggest("jobs list --status dead", { inScope: false });
  const mark = counts.failed + counts.dead === 0 ? colors.green("✓") : colors.yellow("!");
  return [
    `${mark} ${countsText(counts)}${left === null ? "" : `; queue: ${queueText(left)}`}`,
    ...((left?.dead ?? counts.dead) > 0 ? [colors.dim(`  See the dead ones: ${dead}`)] : []),
  ];
}

/** `3 ready (the oldest for 2 min), 1 waiting, 1 dead`, or `empty`. */
export function queueText({ ready, waiting, running, dead, oldestMs }: JobTotals): string {
  const parts = [
    ...(ready === 0 ? [] : [`${ready} ready (the oldest for ${duration(oldestMs)})`]),
    ...(waiting === 0 ? [] : [`${waiting} waiting for a later time`]),
    ...(running === 0 ? [] : [`${running} running`]),
    ...(dead === 0 ? [] : [`${dead} dead`]),
  ];
  return parts.length === 0 ? "empty" : parts.join(", ");
}
