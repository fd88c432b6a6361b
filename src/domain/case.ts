import { EVIDENCE_METHODS, type EvidenceMethod } from "./event.ts";
import type { UsedWrites } from "./limits.ts";
import { MEMORY_TYPES, type MemoryStatus, type MemoryType } from "./memory.ts";
import { PROFILE_FIELDS, type ProfileFieldName } from "./profile.ts";
import { SOURCE_ROLES, type SourceRole } from "./trust.ts";

/** How a claim comes: read in an event, asked for by a `remember()`, or by a model through a tool. */
export type CaseOrigin = "reading" | "command" | "tool";

/**
 * Everything about one claim that the write policy looks at: numbers, names and flags, never its words. It is stored with
 * the decision, so that the decision can be made again under another policy.
 */
export interface Case {
  readonly type: MemoryType | null;
  readonly role: SourceRole;
  readonly method: EvidenceMethod;
  readonly by: CaseOrigin;
  /** The way it took, such as `message:user` or `tool:memory_store`. */
  readonly path: string;
  /** How sure its words are, 0–1, before the source is weighed. */
  readonly base: number;
  /** Independent pieces of evidence, this one included. */
  readonly evidenceCount: number;
  /** It contradicts what a stronger source said. */
  readonly weaker: boolean;
  /** It is said as a correction of what was said before. */
  readonly corrects: boolean;
  /** It comes from somewhere else, on nobody's word here. */
  readonly imported: boolean;
  /** Why its words look like an order in disguise; `null` = they do not. */
  readonly suspicion: string | null;
  /** It would give somebody power over the others of a group. */
  readonly power: boolean;
  /** A member of a group says it of another. */
  readonly hearsay: boolean;
  /** Why it is a rule that is not one member's, or not a passing message's, to set; `null` = it is none. */
  readonly rule: string | null;
  /** The field of the profile that it tells and that nobody has agreed to; `null` = none. */
  readonly consent: ProfileFieldName | null;
  /** Why it is refused under every policy; `null` = it is not. */
  readonly refused: string | null;
  /** Why a command waits for a person whatever the policy's mode; `null` = it does not. */
  readonly held: string | null;
  /** Why a claim that was forgotten stays so; `null` = it is not forgotten. */
  readonly forgotten: string | null;
  /** Whether it would be a new memory, and not one that is known. */
  readonly isNew: boolean;
  /** Which limits hold: those for chat, those for an application's own calls, or none (an import, an edit by hand). */
  readonly limited: "chat" | "calls" | "never";
  readonly used: UsedWrites;
  /** A full scope: how many memories it holds, and the statuses for which one of them makes room. `null`: there is room. */
  readonly full: { readonly held: number; readonly evictable: readonly MemoryStatus[] } | null;
  /** Tokens of its text. */
  readonly tokens: number;
}

/** What becomes of a claim: the status that it is let in with, or how it is refused. */
export const FATES = ["active", "pending", "shadow", "refused", "limited", "forgotten"] as const;
export type Fate = (typeof FATES)[number];

/** Values that most cases share; they are not stored. */
const USUAL = {
  weaker: false,
  corrects: false,
  imported: false,
  suspicion: null,
  power: false,
  hearsay: false,
  rule: null,
  consent: null,
  refused: null,
  held: null,
  forgotten: null,
  isNew: true,
  full: null,
  evidenceCount: 1,
} as const satisfies Partial<Case>;

/** A case as a decision stores it: JSON without the usual values. */
export function encodeCase(decisionCase: Case): string {
  const usual: Readonly<Record<string, unknown>> = USUAL;
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(decisionCase).filter(([name, value]) => !(name in usual && usual[name] === value)),
    ),
  );
}

export function decodeCase(text: string): Case {
  return { ...USUAL, ...(JSON.parse(text) as Omit<Case, keyof typeof USUAL>) };
}

/** Whether a value, such as one from a file, is a stored case that can be decided again. */
export function isCase(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const fields: Readonly<Record<string, unknown>> = { ...USUAL, ...value };
  const isShare = (n: unknown): boolean => typeof n === "number" && n >= 0 && n <= 1;
  const isCount = (n: unknown): boolean => Number.isSafeInteger(n) && (n as number) >= 0;
  const isText = (text: unknown): boolean => typeof text === "string" && text.length <= LONGEST;
  const orNull = (check: (value: unknown) => boolean) => (v: unknown) => v === null || check(v);
  const among =
    (...names: readonly unknown[]) =>
    (v: unknown) =>
      names.includes(v);
  const isFlag = among(true, false);
  const isUsed = (used: unknown): boolean => {
    const { turn, session, hour, day } = (used ?? {}) as Partial<UsedWrites>;
    return orNull(isCount)(turn) && orNull(isCount)(session) && isCount(hour) && isCount(day);
  };
  const isFull = (full: unknown): boolean => {
    const { held, evictable } = full as Partial<NonNullable<Case["full"]>>;
    return isCount(held) && Array.isArray(evictable) && evictable.every(among("shadow", "pending", "active"));
  };
  const checks: { readonly [K in keyof Case]: (value: unknown) => boolean } = {
    type: orNull(among(...MEMORY_TYPES)),
    role: among(...SOURCE_ROLES),
    method: among(...EVIDENCE_METHODS),
    by: among("reading", "command", "tool"),
    path: isText,
    base: isShare,
    evidenceCount: isCount,
    weaker: isFlag,
    corrects: isFlag,
    imported: isFlag,
    power: isFlag,
    hearsay: isFlag,
    isNew: isFlag,
    suspicion: orNull(isText),
    rule: orNull(isText),
    refused: orNull(isText),
    held: orNull(isText),
    forgotten: orNull(isText),
    consent: orNull(among(...PROFILE_FIELDS)),
    limited: among("chat", "calls", "never"),
    used: isUsed,
    full: orNull(isFull),
    tokens: isCount,
  };
  return (
    Object.keys(fields).every((name) => name in checks) &&
    Object.entries(checks).every(([name, check]) => check(fields[name]))
  );
}

const LONGEST = 200;
