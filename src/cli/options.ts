import { InvalidArgumentError } from "commander";
import { invalidArgument, show } from "../domain/errors.ts";
import { MEMORY_FIELDS } from "../domain/memory.ts";
import { paramsOf } from "../domain/memory-field.ts";
import { checkTime } from "../domain/text.ts";
import type { MemoryFilter } from "../index.ts";

const HOUR = 3_600_000;
const UNITS: Readonly<Record<string, number>> = { h: HOUR, d: 24 * HOUR, w: 7 * 24 * HOUR };

/**
 * Reads `--expires`: a date, a time, or a span from now. An end that is already over is a slip of the hand; `slip` says
 * what would come of it.
 */
export function expiry(text: string, now = new Date(), slip = "the memory would never be found"): Date {
  const at = timeOf(text, "--expires", (ms) => now.getTime() + ms);
  if (at > now) return at;
  throw invalidArgument(`--expires ${show(text)} is in the past: ${slip}. Give a later time.`);
}

/** Reads a date, a time, or how long ago. */
export function pastTime(text: string, flag: string, now: Date): Date {
  return timeOf(text, flag, (ms) => now.getTime() - ms);
}

/** For commander: the same in milliseconds, as calls take it. */
export function pastMoment(flag: string): (text: string) => number {
  return (text) => pastTime(text, flag, new Date()).getTime();
}

function timeOf(text: string, flag: string, away: (ms: number) => number): Date {
  const [, number, unit] = /^(\d{1,5})([hdw])$/.exec(text) ?? [];
  try {
    const instant = unit === undefined ? text : away(Number(number) * UNITS[unit]!);
    return new Date(checkTime(instant, flag));
  } catch {
    throw invalidArgument(
      `${flag} must be a date such as 2027-01-31, a time such as 2027-01-31T18:00Z, or a span such as 12h, 7d, 4w; got ${show(text)}.`,
    );
  }
}

const FILTERS = paramsOf(MEMORY_FIELDS);

/** Filters by the names that they have over HTTP. */
export type FilterFlags = Readonly<Record<string, string | number | boolean>>;

export const FILTER_HELP = `${[...FILTERS.keys()].join(", ")}; may be given several times.`;

/** For commander: `key=value`. An id stays a text, whatever it looks like; the engine knows which keys there are. */
export function filterFlag(input: string, before: FilterFlags | undefined): FilterFlags {
  const at = input.indexOf("=");
  if (at < 1) throw new InvalidArgumentError("It must be key=value, as in importance_min=4.");
  const [key, text] = [input.slice(0, at), input.slice(at + 1)];
  return { ...before, [key]: readValue(FILTERS.get(key)?.type.kind, text) };
}

function readValue(kind: string | undefined, text: string): string | number | boolean {
  if (kind === "flag" && (text === "true" || text === "false")) return text === "true";
  return (kind === "share" || kind === "whole") && text.trim() !== "" ? Number(text) : text;
}

/** The same for a list, under the library's names. */
export function filterOfFlags(flags: FilterFlags): MemoryFilter {
  return Object.fromEntries(
    Object.entries(flags).map(([param, value]) => [FILTERS.get(param)?.name ?? param, value]),
  );
}
