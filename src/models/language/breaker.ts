import { MemoirError } from "../../domain/errors.ts";

export interface BreakerSettings {
  readonly failures: number;
  readonly coolDownMs: number;
}

export type BreakerState = "closed" | "open" | "half-open";

/** Says how a call that was let through ended. `undefined`: it says nothing about the provider. */
export type Leave = (wentWell: boolean | undefined) => void;

/**
 * Leaves a provider alone while it is down. Closed, calls pass. After `failures` failed ones in a row it opens
 * and refuses at once. After `coolDownMs` it is half open: one call passes, and decides.
 */
export interface Breaker {
  readonly state: BreakerState;
  /** Throws `model_unavailable` while open. */
  enter(): Leave;
}

export function createBreaker(model: string, settings: BreakerSettings, elapsed: () => number): Breaker {
  let failures = 0;
  let openedAt: number | undefined;
  let probing = false;

  const leftMs = (): number =>
    openedAt === undefined ? 0 : Math.max(0, openedAt + settings.coolDownMs - elapsed());

  const refuse = (): MemoirError => {
    const retryAfterMs = leftMs();
    const when =
      retryAfterMs > 0 ? `Next try in ${Math.ceil(retryAfterMs / 1000)} s.` : "One call is trying it now.";
    return new MemoirError(
      "model_unavailable",
      `${model} failed ${failures} times in a row and is left alone for now. ${when}`,
      { details: { model, failures, retryAfterMs } },
    );
  };

  return {
    get state() {
      if (openedAt === undefined) return "closed";
      return leftMs() > 0 ? "open" : "half-open";
    },
    enter() {
      if (openedAt !== undefined && (probing || leftMs() > 0)) throw refuse();
      const probe = openedAt !== undefined;
      if (probe) probing = true;
      return (wentWell) => {
        if (probe) probing = false;
        if (wentWell === true) {
          failures = 0;
          openedAt = undefined;
        } else if (wentWell === false) {
          failures += 1;
          // A call from before it opened does not prolong the wait.
          if (probe || (openedAt === undefined && failures >= settings.failures)) openedAt = elapsed();
        }
      };
    },
  };
}
