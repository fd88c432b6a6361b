const ISO =
  /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s?(Z|[+-]\d{2}:?\d{2})?)?)?)?$/i;
/** What lies outside was misread. */
const YEARS = { first: 1850, last: 2199 };

/**
 * An ISO date of a model as epoch milliseconds: the beginning of the day, month or year that it names, or the end of
 * it. `null` for anything else. UTC where no zone is named.
 */
export function readDate(told: string | null, edge: "start" | "end"): number | null {
  const match = ISO.exec(told?.trim() ?? "");
  if (match === null) return null;
  const [, year, month, day, time, zone = "Z"] = match;
  const [y, m, d] = [Number(year), Number(month ?? 1) - 1, Number(day ?? 1)];
  if (y < YEARS.first || y > YEARS.last) return null;
  const date = new Date(Date.UTC(y, m, d));
  // 31 June would be 1 July.
  if (date.getUTCMonth() !== m || date.getUTCDate() !== d) return null;
  let at = date.getTime();
  if (time !== undefined) at = Date.parse(`${date.toISOString().slice(0, 10)}T${time}${zone.toUpperCase()}`);
  else if (edge === "end") {
    at =
      month === undefined
        ? Date.UTC(y + 1, 0)
        : day === undefined
          ? Date.UTC(y, m + 1)
          : Date.UTC(y, m, d + 1);
  }
  return Number.isNaN(at) ? null : at;
}
