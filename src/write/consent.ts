import type { Candidate } from "../domain/candidate.ts";
import type { Event } from "../domain/event.ts";
import { type ProfileFieldName, sensitiveField } from "../domain/profile.ts";
import type { Scope } from "../domain/scope.ts";
import type { Settings } from "../domain/settings.ts";
import type { Outcome } from "./ladder.ts";

/**
 * The sensitive field that the user tells of themselves, where consent guards facts too; `null` = it needs none. Who asks
 * to remember it has agreed (C21).
 */
export function needsConsent(
  { consent }: Settings,
  scope: Scope,
  { slot, subject, method }: Candidate,
  { actor }: Pick<Event, "actor">,
): ProfileFieldName | null {
  if (consent.mode !== "facts" || method === "user_explicit") return null;
  const own = subject === null || subject === (actor ?? scope.id);
  return own ? sensitiveField(slot) : null;
}

/** R280: who agreed to a fact has not agreed to more of it, so its words stay. Nobody is asked here. */
export function outcomeFor(outcome: Outcome, consent: ProfileFieldName | null): Exclude<Outcome, "ask"> {
  if (outcome === "ask") return "create";
  return outcome === "merge" && consent !== null ? "reinforce" : outcome;
}
