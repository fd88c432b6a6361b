/** How long to wait before the next try. */
export interface Backoff {
  /** After the first failure; each further one doubles it. */
  readonly baseMs: number;
  /** No wait is longer. */
  readonly maxMs: number;
  /** The share of a wait that chance may take off, so that what failed together does not return together. */
  readonly jitter: number;
}

/**
 * The wait after the `attempt`-th failure, counted from 1 (R300: 30 s, 60 s, 120 s, … at most 30 min).
 * `random` is in [0, 1); 0 gives the whole wait.
 */
export function backoffMs(attempt: number, { baseMs, maxMs, jitter }: Backoff, random: number): number {
  const whole = Math.min(maxMs, baseMs * 2 ** Math.max(0, attempt - 1));
  return Math.round(whole * (1 - jitter * random));
}
