/**
 * What a message waits for. It is not read yet: `writes` are off, it is being read (`reading`) or read `next`, a `reply`
 * may still come, the `model` is down, another failure is tried again (`retry`) or is not (`dead`), a reply alone waits for
 * the next message (`batch`), or the settings read after so many `turns` or `tokens`, in `silence`, at a set time
 * (`schedule`), at the end of the session (`session`) or only by `flush()` (`call`). It was read, and waits for a person:
 * for a change's `consent`, or for a `review` of what was made of it.
 */
export const WAIT_CODES = [
  "writes",
  "reading",
  "next",
  "reply",
  "model",
  "retry",
  "dead",
  "batch",
  "turns",
  "tokens",
  "silence",
  "schedule",
  "session",
  "call",
  "consent",
  "review",
] as const;
export type WaitCode = (typeof WAIT_CODES)[number];

export interface Wait {
  readonly code: WaitCode;
  /** When it is over at the latest; `null`: nobody knows. */
  readonly until: Date | null;
  /** `retry`, `model`, `dead`: the `error`'s code. `turns`: how many are `left`. `consent`: the profile's `field`. */
  readonly values: Readonly<Record<string, string | number>>;
}
