import { once } from "./once.ts";

/** A calendar day, `2026-05-12`. */
export type Day = string;

/** Formats are slow to make, and there are few zones. */
const formatIn = once(
  (zone) =>
    new Intl.DateTimeFormat("en-CA", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
    }),
);

export function isZone(zone: string): boolean {
  try {
    return formatIn(zone) !== undefined;
  } catch {
    return false;
  }
}

/** The calendar date and clock time in a zone at a moment; hour and minute have two digits. */
export function clockIn(
  zone: string,
  at: number,
): { readonly day: Day; readonly hour: string; readonly minute: string } {
  const parts = new Map(
    formatIn(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const day = `${parts.get("year")!.padStart(4, "0")}-${parts.get("month")}-${parts.get("day")}`;
  return { day, hour: parts.get("hour")!, minute: parts.get("minute")! };
}

/** The day and the hour of a moment in a zone: the hour is that of an hour bucket, `2026-05-12-09`. */
export function dayAndHour(zone: string, at: number): { readonly day: Day; readonly bucket: string } {
  const { day, hour } = clockIn(zone, at);
  return { day, bucket: `${day}-${hour}` };
}

const DAY_MS = 86_400_000;
/** Zones are at most so far from UTC. */
const FARTHEST_MS = 16 * 3_600_000;

/** The day so many days before (or, below zero, after). */
export function daysBefore(day: Day, count: number): Day {
  return new Date(Date.parse(day) - count * DAY_MS).toISOString().slice(0, 10);
}

/** When a day begins in a zone and when the next one does; both are found, for clocks are changed at any hour. */
export function boundsOf(zone: string, day: Day): { readonly from: number; readonly until: number } {
  return { from: beginOf(zone, day), until: beginOf(zone, daysBefore(day, -1)) };
}

/** The first millisecond at which it is that day or later. */
function beginOf(zone: string, day: Day): number {
  let low = Date.parse(day) - FARTHEST_MS;
  let high = Date.parse(day) + FARTHEST_MS;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (dayAndHour(zone, middle).day >= day) high = middle;
    else low = middle + 1;
  }
  return low;
}
