import { MemoirError, show } from "../domain/errors.ts";
import { checkTime } from "../domain/text.ts";

const HOUR = 3_600_000;
const UNITS: Readonly<Record<string, number>> = { h: HOUR, d: 24 * HOUR, w: 7 * 24 * HOUR };

/** Reads `--expires`: a date, a time, or a span from now. An end that is already over is a slip of the hand. */
export function expiry(text: string, now: Date): Date {
  const span = /^(\d{1,5})([hdw])$/.exec(text);
  const at =
    span === null
      ? checkTime(text, "--expires")
      : checkTime(now.getTime() + Number(span[1]) * UNITS[span[2]!]!, "--expires");
  if (at > now.getTime()) return new Date(at);
  throw new MemoirError(
    "invalid_argument",
    `--expires ${show(text)} is in the past: the memory would never be found. Give a later time.`,
  );
}
