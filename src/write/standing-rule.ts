import type { Candidate, Said } from "../domain/candidate.ts";
import type { Scope } from "../domain/scope.ts";
import { bindsOthers, namesPlace } from "../language/suspicion.ts";

/** Types by which somebody tells the bot what to do. */
const ORDERS: ReadonlySet<Candidate["type"]> = new Set(["constraint", "preference", "task_state"]);

/**
 * Why a claim is a rule that waits for a person; `null` = it is none. In a group a member's wish is the member's:
 * what binds the others, or the bot towards them, an operator sets. In one's own scope an order that names a place to
 * send something to waits, too: that is what pasted and forged words are after.
 */
export function ruleOf({ kind }: Scope, { text, type, subject }: Candidate): string | null {
  const isOrder = type !== null && ORDERS.has(type);
  if (kind === "user") {
    return type === "constraint" && namesPlace(text)
      ? "it tells the bot to send something somewhere, and waits for approval"
      : null;
  }
  if (kind !== "group") return null;
  return (isOrder || subject === null || isAttributed(text)) && bindsOthers(text)
    ? "it would bind the others of the group, and waits for approval"
    : null;
}

/** In a group, what would bind the others is told as the words of who said them. */
export function attributed(scope: Scope, candidate: Candidate, said: readonly Said[]): Candidate {
  const { name, actor } = said[candidate.source]!;
  const who = name ?? actor;
  if (scope.kind !== "group" || candidate.subject !== null || who === null || !bindsOthers(candidate.text))
    return candidate;
  const text = /\p{sc=Han}/u.test(candidate.text)
    ? `${who}说：${candidate.text}`
    : `${who} said: ${candidate.text}`;
  return { ...candidate, text, subject: actor };
}

function isAttributed(text: string): boolean {
  return /^[^：:]{1,80}(?: said: |说：)/u.test(text);
}
