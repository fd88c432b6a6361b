/** Values as a person reads them. Times are UTC, like the times that the options take. */
export function utc(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "5 min ago"; the date itself once it is more than a month away. */
export function ago(at: Date, now: Date): string {
  const passed = now.getTime() - at.getTime();
  if (Math.abs(passed) < MINUTE) return "just now";
  const span = Math.abs(passed);
  if (span >= 30 * DAY) return at.toISOString().slice(0, 10);
  const [size, unit] = span < HOUR ? [MINUTE, "min"] : span < DAY ? [HOUR, "h"] : [DAY, "d"];
  // Seven days that begin now are still seven when the next command looks.
  return passed > 0 ? `${Math.floor(span / size)} ${unit} ago` : `in ${Math.ceil(span / size)} ${unit}`;
}

/** "now" for what is due, "in 25 s" for what is not. */
export function dueIn(at: Date, now: Date): string {
  const remainingMs = at.getTime() - now.getTime();
  return remainingMs <= 0 ? "now" : `in ${duration(remainingMs)}`;
}

export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < MINUTE) return `${ms < 10_000 ? (ms / 1_000).toFixed(1) : Math.floor(ms / 1_000)} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  return ms < DAY ? `${Math.floor(ms / HOUR)} h` : `${Math.floor(ms / DAY)} d`;
}

export function momentText(at: Date, now: Date): string {
  const distance = ago(at, now);
  return /^\d{4}-/.test(distance) ? utc(at) : `${utc(at)} (${distance})`;
}

export function percentText(value: number): string {
  return value.toFixed(2);
}

export function bytes(count: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let value = count;
  let unit = 0;
  for (; value >= 1_000 && unit < units.length - 1; unit += 1) value /= 1_000;
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

export function countText(number: number, singular: string, many: string): string {
  return `${number} ${number === 1 ? singular : many}`;
}
