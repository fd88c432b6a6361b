import type { TimelineEntry } from "../index.ts";
import type { Screen } from "./output.ts";
import { oneLine } from "./width.ts";

/** Entries as they are written, each with the id to show it by; the lines of a dump are set in. */
export function entryLines({ colors }: Screen, entries: readonly TimelineEntry[]): string[] {
  return entries.flatMap(({ shortId, text, session }) => {
    const [first = "", ...rest] = text.split("\n").map(oneLine);
    const where = session === null ? "" : colors.dim(` (session ${oneLine(session)})`);
    return [`  ${colors.cyan(shortId)}  ${first}${where}`, ...rest.map((line) => `          ${line}`)];
  });
}
