import type { Proposal } from "../../api/profile.ts";
import { factKey } from "../../domain/key.ts";
import type { ProfileFieldName } from "../../domain/profile.ts";
import type { Scope } from "../../domain/scope.ts";
import type { NewEvent } from "../../store/tables/events.ts";
import { toProposal } from "../../store/tables/profile.ts";
import { checkEnabled, ownEvent } from "../tools/proposal.ts";
import type { WriteTools } from "../tools/write-tools.ts";
import { memorable } from "./remember-options.ts";

const DAY = 86_400_000;

/** A value for a field of the profile: proposed by a program, or set by the user's own command. */
export interface ProfileChange {
  readonly call: "propose" | "set";
  readonly scope: Scope;
  readonly actor: string;
  readonly thread: string | null;
  readonly field: ProfileFieldName;
  readonly value: string;
  /** The id of the event that says so; `null` = the call itself is the source. */
  readonly source: string | null;
  readonly confidence: number;
  readonly reason: string;
  readonly signal: AbortSignal | undefined;
}

export async function proposeProfile(tools: WriteTools, change: ProfileChange): Promise<Proposal> {
  const { call, scope, actor, field, source, confidence, reason, signal } = change;
  const { settings } = tools;
  checkEnabled(settings, "kept");
  const value = await memorable(change.value, settings.privacy.denyPatterns);
  const at = tools.now();
  const args = {
    ...{ scope, at, actor, reason, field, value, source, confidence },
    item: factKey(value),
    event: eventOf({ ...change, value }, at),
    explicit: call === "set",
    mode: settings.consent.mode,
    waitMs: settings.consent.expireDays * DAY,
  };
  return toProposal(await tools.store.write("proposeProfile", args, { signal }), tools.now());
}

/** A person's answer to a proposal, named by its number or by its field. */
export interface ProfileDecision {
  readonly scope: Scope;
  readonly actor: string;
  readonly target: number | ProfileFieldName;
  readonly accept: boolean;
}

export async function confirmProfile(
  { store, now }: WriteTools,
  decision: ProfileDecision,
  signal: AbortSignal | undefined,
): Promise<Proposal> {
  return toProposal(await store.write("decideProfile", { ...decision, at: now() }, { signal }), now());
}

/** The event that a call is when it names none: a command of the user, or a word of the program. */
function eventOf({ call, scope, actor, thread, field, value }: ProfileChange, at: number): NewEvent {
  const isUsers = call === "set";
  return ownEvent(at, {
    ...(isUsers ? { type: "command", role: "user" } : { type: "system", role: "system" }),
    actor: isUsers && scope.kind === "user" ? scope.id : actor,
    text: `${field}: ${value}`,
    content: JSON.stringify({ command: `profile.${call}`, field }),
    thread,
  });
}
