import { invalidArgument, show } from "../domain/errors.ts";

/** A clock that stands still until it is moved. */
export interface FixedClock {
  /** Bound: `openMemoir({ now: clock.now })`. */
  readonly now: () => Date;
  advance(ms: number): void;
  set(at: Date | string | number): void;
}

/** Starts a clock that stands at `at`. Default: 2026-01-01T00:00:00Z. */
export function fixedClock(at: Date | string | number = "2026-01-01T00:00:00Z"): FixedClock {
  let now = epochOf(at);
  return {
    now: () => new Date(now),
    advance(ms) {
      now = epochOf(now + ms);
    },
    set(to) {
      now = epochOf(to);
    },
  };
}

function epochOf(at: Date | string | number): number {
  const epoch = new Date(at).getTime();
  if (Number.isNaN(epoch)) {
    throw invalidArgument(`${show(at)} is no time. Pass a Date, ISO-8601 or epoch milliseconds.`);
  }
  return epoch;
}
