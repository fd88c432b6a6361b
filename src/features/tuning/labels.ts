import type { Case } from "../../domain/case.ts";
import type { Label, OutcomeSignal } from "./logged-case.ts";

const DAY = 86_400_000;

/** What each signal says of the claim. */
const IS_RIGHT: Readonly<Record<OutcomeSignal["kind"], boolean>> = {
  approved: true,
  restored: true,
  pinned: true,
  confirmed: true,
  helped: true,
  rejected: false,
  forgotten: false,
  undone: false,
  corrected: false,
  wrong: false,
  private: false,
};

/** A change of a memory, as far as it can tell something about a claim. */
export interface PersonsChange {
  readonly event: string;
  readonly isUndo: boolean;
  /** The changed columns; `null` where a purge took them. */
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly at: number;
}

/** The signal in a change that a person made; `null` = it says nothing about right or wrong. */
export function signalOf({ event, isUndo, after, at }: PersonsChange): OutcomeSignal | null {
  const status = after?.status;
  if (event === "DELETE" || status === "soft_deleted") return { kind: isUndo ? "undone" : "forgotten", at };
  if (event === "RESTORE") return { kind: "restored", at };
  if (event === "TTL") return { kind: "forgotten", at };
  if (status === "disabled") return { kind: "rejected", at };
  if (status === "active") return { kind: "approved", at };
  // Taking back an edit restores what was decided.
  if (typeof after?.text === "string") return isUndo ? null : { kind: "corrected", at };
  return after?.pinned === 1 ? { kind: "pinned", at } : null;
}

/** Whether a claim is a person's own request to remember it: it confirms what was read before. */
export function isOwnRequest({ by, role, method }: Pick<Case, "by" | "role" | "method">): boolean {
  return role === "user" && (by === "command" || method === "user_explicit");
}

/**
 * The label of a decision: the last signal within some days after it. What happens later says that life has changed, not
 * that the decision was wrong.
 */
export function labelOf(at: number, signals: readonly OutcomeSignal[], labelDays: number): Label | null {
  const timely = signals.filter((signal) => signal.at >= at && signal.at <= at + labelDays * DAY);
  const last = timely.reduce<OutcomeSignal | null>(
    (latest, signal) => (latest === null || signal.at >= latest.at ? signal : latest),
    null,
  );
  return last === null ? null : { isRight: IS_RIGHT[last.kind], by: last.kind, at: last.at };
}
