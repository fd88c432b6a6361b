import type { Candidate } from "../../domain/candidate.ts";
import type { Case } from "../../domain/case.ts";
import type { MemoirErrorCode } from "../../domain/errors.ts";
import type { Event } from "../../domain/event.ts";
import type { MemoryStatus, MemoryType } from "../../domain/memory.ts";
import { partRead } from "../../domain/passages.ts";
import { type ProfileFieldName, sensitiveField } from "../../domain/profile.ts";
import { REASONS } from "../../domain/reason.ts";
import type { Scope } from "../../domain/scope.ts";
import type { Settings } from "../../domain/settings.ts";
import type { SourceRole } from "../../domain/trust.ts";
import {
  bindsOthers,
  givesPower,
  looksForged,
  looksLikeInstruction,
  namesPlace,
  ordersBot,
} from "../../language/suspicion.ts";
import type { ClaimProposal } from "../tools/proposal.ts";
import type { Outcome } from "./ladder.ts";

const HIDDEN = "it holds hidden text, and waits for approval";

const PLAIN = {
  ...{ imported: false, suspicion: null, power: false, hearsay: false, rule: null, consent: null },
} as const;

/** The limits that hold for a claim. */
interface Limits {
  /** Writes in a turn, a session, an hour and a day; only such claims are counted. */
  readonly rate: boolean;
  /** Memories that the scope may hold; `Infinity` where nothing limits them. */
  readonly room: number;
}

/** A file and an edit by hand are taken whole. What an application writes is its own to limit, unless the policy says so. */
export function limitedAs({ source, overrides, imported }: ClaimProposal): Case["limited"] {
  if (imported === true || source.type === "import" || source.type === "edit") return "never";
  return overrides === null || overrides.inChat === true ? "chat" : "calls";
}

export function limitsOn(policy: WritePolicy, proposal: ClaimProposal): Limits {
  const limited = limitedAs(proposal);
  const room = limited === "never" ? null : policy.maxItemsPerScope;
  return { rate: isRateLimited(limited, policy), room: room ?? Number.POSITIVE_INFINITY };
}

export function isRateLimited(limited: Case["limited"], { limits }: WritePolicy): boolean {
  return limited === "chat" || (limited === "calls" && limits === "all");
}

/** The part of a case that a claim's origin and its words give. */
type Signs = Pick<
  Case,
  "by" | "imported" | "suspicion" | "power" | "hearsay" | "rule" | "consent" | "refused" | "held"
>;

/** What a claim's origin and its words say to the gate, whatever the policy is. `isNew`: its words are not known. */
export function signsOf(
  {
    scope,
    proposal,
    settings,
  }: { readonly scope: Scope; readonly proposal: ClaimProposal; readonly settings: Settings },
  isNew: boolean,
): Signs {
  const { candidate, role, source, overrides } = proposal;
  // A file may be written by others than its owner: new words in it are looked at as those of a message.
  const forged = source.type === "edit" && isNew ? looksForged(partRead(source.role, candidate.text)) : null;
  const refused = forged === null ? null : `quarantined: it ${forged}`;
  // A command is let in or held back whatever its words look like.
  if ((source.type === "command" || source.type === "edit") && overrides !== null) {
    const held = overrides.hidden ? HIDDEN : overrides.byMember ? heldForGroup(role, candidate) : null;
    return { ...PLAIN, by: "command", refused, held };
  }
  return {
    ...{ by: overrides === null ? "reading" : "tool", refused, held: null },
    imported: source.type === "import",
    suspicion: suspicionOf(role, partRead(source.role, source.text)),
    power: scope.kind === "group" && givesPower(candidate.text),
    hearsay: isHearsay(scope, proposal),
    rule: candidate.waits ?? ruleOf(scope, candidate),
    consent: needsConsent(settings, scope, candidate, source),
  };
}

/**
 * The reason why a member's command in a group waits for review: nobody may grant power, bind the others, or
 * speak for another.
 */
function heldForGroup(role: SourceRole, { text, subject }: Candidate): string | null {
  if (givesPower(text)) return "it gives somebody power in the group, and waits for approval";
  if (bindsOthers(text) || (subject === null && ordersBot(text)))
    return "it would bind the others of the group, and waits for approval";
  return role === "stranger" ? HEARSAY : null;
}

const HEARSAY = "somebody else said so, and it waits for approval";

function isHearsay({ kind }: Scope, { role, source }: ClaimProposal): boolean {
  return kind === "group" && role === "stranger" && source.actor !== null && source.type === "message";
}

/** Why a message's words are not taken as they stand; a user may say more than a tool or a stranger. */
function suspicionOf(role: SourceRole, text: string): string | null {
  return role === "user" ? looksForged(text) : looksLikeInstruction(text);
}

type WritePolicy = Settings["writePolicy"];

export type AdmittedStatus = Extract<MemoryStatus, "active" | "pending" | "shadow">;

/** The status something enters with, and why, for the decision log. */
interface Admitted {
  readonly status: AdmittedStatus;
  readonly reason: string;
}

export type Gated =
  | Admitted
  | { readonly status: null; readonly reason: string; readonly code: MemoirErrorCode };

/** The rule by which the policy holds a claim back regardless of its source; `null` = none. */
function heldBack(policy: WritePolicy, type: MemoryType | null): Admitted | null {
  if (policy.mode === "manual") return { status: "pending", reason: "every write waits for approval" };
  if (type !== null && policy.requireApprovalTypes.includes(type)) {
    return { status: "pending", reason: `the type ${type} waits for approval` };
  }
  return policy.mode === "shadow" ? { status: "shadow", reason: "the policy is in shadow mode" } : null;
}

/** The facts about a claim that the gate needs. */
interface GateInput
  extends Pick<
    Case,
    | "type"
    | "role"
    | "method"
    | "by"
    | "evidenceCount"
    | "weaker"
    | "imported"
    | "suspicion"
    | "power"
    | "hearsay"
    | "rule"
    | "consent"
  > {
  readonly confidence: number;
}

/** An assistant or a tool knows what was done, not who the user is. */
const OWN_WORD: ReadonlySet<MemoryType | null> = new Set(["profile", "preference", "constraint"]);

/** Applies the policy to a claim: its first status, or a refusal. */
export function gate(policy: WritePolicy, input: GateInput): Gated {
  const { type, role, by, confidence, evidenceCount, weaker, imported, suspicion } = input;
  const refuse = (code: MemoirErrorCode, reason: string): Gated => ({ status: null, reason, code });
  if (!policy.enable) return refuse("writes_disabled", "writePolicy.enable is off");
  if (type !== null && !policy.allowedTypes.includes(type))
    return refuse("invalid_argument", `the type ${type} is not allowed`);
  const holdReason = heldBack(policy, type);
  // The user's own command is active in every preset but where all writes are held back.
  if (by === "command") return holdReason ?? { status: "active", reason: "accepted" };
  if (suspicion !== null) return refuse("not_allowed", `quarantined: it ${suspicion}`);
  // However sure a file is of itself, a person lets it in.
  if (imported && role !== "assistant") {
    const status = policy.mode === "shadow" ? "shadow" : "pending";
    return { status, reason: "it was imported, and waits for approval" };
  }
  const isRequest = input.method === "user_explicit";
  // What somebody says about another member is kept apart, so that its words stay open to be quoted; not against that
  // member's own word.
  const isAllowedHearsay = input.hearsay && (isRequest || !weaker);
  const needsOwnWord = role !== "user" && OWN_WORD.has(type) && !isAllowedHearsay;
  if (needsOwnWord && by === "reading") return refuse("not_allowed", `a ${type} needs the user's own word`);
  const pending = (reason: string): Admitted => ({ status: "pending", reason });
  // Whatever holds it back as well: a person must see why it is grave.
  if (input.power) return pending("it gives somebody power in the group, and waits for approval");
  if (input.rule !== null) return pending(input.rule);
  if (holdReason !== null) return holdReason;
  if (input.hearsay && isRequest) return pending(HEARSAY);
  if (input.consent !== null) return pending(`it tells ${input.consent}, which needs consent`);
  const trusted = by === "tool" && role === "tool" && policy.tools === "trusted";
  // A model asked for it on purpose: a person may know better.
  if (needsOwnWord && !trusted)
    return pending(`only a ${role} said so, and a ${type} needs the user's own word`);
  const shadow = (reason: string): Admitted => ({ status: "shadow", reason });
  if (weaker) return shadow("a stronger source says otherwise");
  const weighed = role === "tool" && policy.toolResults === "weighed";
  if (role !== "user" && !trusted && !weighed)
    return shadow(role === "stranger" ? REASONS.onlyOther : `only the ${role} said so`);
  if (confidence < policy.minConfidence)
    return shadow(`confidence ${confidence.toFixed(2)} is below ${policy.minConfidence}`);
  if (evidenceCount < policy.minEvidenceCount)
    return shadow(`${evidenceCount} of ${policy.minEvidenceCount} pieces of evidence`);
  return { status: "active", reason: "accepted" };
}

/** Types by which somebody tells the bot what to do. */
const ORDERS: ReadonlySet<Candidate["type"]> = new Set(["constraint", "preference", "task_state"]);

/**
 * Why a claim is a rule that waits for a person; `null` = it is none. In a group a member's wish is the member's:
 * what binds the others, or the bot towards them, an operator sets. In one's own scope an order that names a place to
 * send something to waits, too: that is what pasted and forged words are after.
 */
function ruleOf({ kind }: Scope, { text, type, subject, rule = false }: Candidate): string | null {
  const isOrder = type !== null && ORDERS.has(type);
  if (kind === "user") {
    return type === "constraint" && namesPlace(text)
      ? "it tells the bot to send something somewhere, and waits for approval"
      : null;
  }
  if (kind !== "group") return null;
  return rule || ((isOrder || subject === null || isAttributed(text)) && bindsOthers(text))
    ? "it would bind the others of the group, and waits for approval"
    : null;
}

/** Whether a claim was attributed to its speaker when it was proposed. */
function isAttributed(text: string): boolean {
  return /^[^：:]{1,80}(?: said: |说：)/u.test(text);
}

/**
 * The sensitive field that the user states about themselves, where consent guards facts too; `null` = it needs none. A
 * request to remember it is consent.
 */
export function needsConsent(
  { consent }: Settings,
  scope: Scope,
  { slot, subject, method }: Candidate,
  { actor }: Pick<Event, "actor">,
): ProfileFieldName | null {
  if (consent.mode !== "facts" || method === "user_explicit") return null;
  const isOwn = subject === null || subject === (actor ?? scope.id);
  return isOwn ? sensitiveField(slot) : null;
}

/** Who agreed to a fact has not agreed to more of it, so its words stay. Nobody is asked here. */
export function outcomeFor(outcome: Outcome, consent: ProfileFieldName | null): Exclude<Outcome, "ask"> {
  if (outcome === "ask") return "create";
  return outcome === "merge" && consent !== null ? "reinforce" : outcome;
}
