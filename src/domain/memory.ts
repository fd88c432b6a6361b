import type { Fields, ValuesOf } from "./memory-field.ts";

/** How a memory behaves: a fact, an event, a compressed past, a procedure, an interpretation. */
export const MEMORY_KINDS = ["semantic", "episodic", "timeline", "procedural", "insight"] as const;
export type MemoryKind = (typeof MEMORY_KINDS)[number];

/** The type of a memory. `null` for kinds without one: insights and procedures. */
export const MEMORY_TYPES = ["profile", "preference", "task_state", "constraint", "episode"] as const;
export type MemoryType = (typeof MEMORY_TYPES)[number];

/** One life for all presets. Only `active` is ever injected unasked. */
export const MEMORY_STATUSES = [
  "shadow",
  "pending",
  "active",
  "archived",
  "disabled",
  "expired",
  "superseded",
  "soft_deleted",
] as const;
export type MemoryStatus = (typeof MEMORY_STATUSES)[number];

/** The statuses that a list shows by default. */
export const ALL_BUT_FORGOTTEN: readonly MemoryStatus[] = MEMORY_STATUSES.filter(
  (status) => status !== "soft_deleted",
);

/** Statuses of memories that wait for a person's decision, or were rejected. */
export const HIDDEN_STATUSES: readonly MemoryStatus[] = ["pending", "shadow", "disabled"];

/**
 * Statuses of memories that are or were true. Memories that wait, or were refused, replaced or forgotten, are for
 * operators only.
 */
export const OPEN: readonly MemoryStatus[] = ["active", "archived", "expired"];

/** The statuses in which a memory waits for a person, the more urgent one first. */
export const AWAITS_REVIEW = ["pending", "shadow"] as const satisfies readonly MemoryStatus[];
export type WaitingStatus = (typeof AWAITS_REVIEW)[number];

/** How many characters of an id a person types. Ids whose first six collide in a scope are never given out. */
export const SHORT_ID = 6;

const ID = { kind: "id" } as const;
const LABEL = { kind: "label" } as const;
const SHARE = { kind: "share" } as const;
const TIME = { kind: "time" } as const;
const FLAG = { kind: "flag" } as const;
const TYPE = { kind: "choice", values: MEMORY_TYPES } as const;
const STATUS = { kind: "choice", values: MEMORY_STATUSES } as const;
const EQUALS = { compare: "=" } as const;
/** The largest number that both databases hold in an `integer`. */
const INT = 2 ** 31 - 1;
const COUNT = { kind: "whole", least: 0, most: INT } as const;

/**
 * One claim, backed by events through evidence: the superset of what the presets need. A field is one row here and a
 * migration; the rest follows from the row (docs/contributing.md). The order is that of exports: add, do not reorder.
 */
export const MEMORY_FIELDS = {
  id: { type: ID },
  /** The first six or more characters of the id, unique in the scope; what a person types. */
  shortId: { type: ID, column: null },
  /** The symbolic key that makes two statements of one claim meet. */
  key: { type: LABEL, settable: {} },
  kind: { type: { kind: "choice", values: MEMORY_KINDS }, filters: { kind: EQUALS } },
  type: { type: TYPE, nullable: true, filters: { type: EQUALS }, settable: {} },
  /** A free label from the preset's vocabulary; an unknown one is kept. */
  category: {
    type: LABEL,
    filters: { category: EQUALS, categories: { compare: "in", param: "category" } },
    settable: {},
  },
  text: { type: { kind: "text" }, settable: {} },
  tags: { type: { kind: "labels" }, settable: {} },

  /** Is it true, 0–1. */
  confidence: { type: SHARE, filters: { minConfidence: { compare: ">=" } }, settable: {} },
  /** Does it matter, 0–1. */
  importance: {
    type: SHARE,
    filters: { importanceMin: { compare: ">=" }, importanceMax: { compare: "<=" } },
    settable: {},
  },
  /** Is it alive, 0–1: the value at `strengthAt`; decay is computed from there, never written back. */
  strength: { type: SHARE },
  strengthAt: { type: TIME },
  /** Distinct independent events that back it. */
  evidenceCount: { type: COUNT },

  /** The effective status at the time of reading: see `effectiveStatus`. */
  status: {
    type: STATUS,
    filters: { status: { compare: "in" } },
    /** An operator's veto or its end. To forget, use `delete()`: it also keeps the claim from coming back. */
    settable: { values: ["active", "disabled", "archived", "shadow"] },
  },
  pinned: { type: FLAG, filters: { pinned: EQUALS }, settable: {} },
  supersededBy: { type: ID, nullable: true },

  /** Whom it is about and who said it; see `Scope` for whose memory it is. */
  subject: { type: LABEL, nullable: true, filters: { subject: EQUALS }, settable: { nullable: true } },
  actor: { type: LABEL, nullable: true, filters: { actor: { ...EQUALS, param: "actor_id" } } },
  role: { type: LABEL, nullable: true, filters: { role: EQUALS } },
  user: {
    type: LABEL,
    nullable: true,
    column: "user_id",
    filters: { user: { ...EQUALS, param: "user_id" } },
  },
  agent: { type: LABEL, nullable: true, filters: { agent: { ...EQUALS, param: "agent_id" } } },
  run: { type: LABEL, nullable: true, filters: { run: { ...EQUALS, param: "run_id" } } },
  thread: { type: LABEL, nullable: true },
  session: { type: LABEL, nullable: true, filters: { session: { ...EQUALS, param: "session_id" } } },
  platform: { type: LABEL, nullable: true },

  createdAt: { type: TIME, filters: { createdAfter: { compare: ">=" }, createdBefore: { compare: "<" } } },
  /** The row changed. */
  updatedAt: { type: TIME, filters: { updatedAfter: { compare: ">" }, updatedBefore: { compare: "<" } } },
  /** The last evidence; TTL counts from here. */
  confirmedAt: { type: TIME },
  /** The last reinforcement, and how many there were. */
  lastActivated: { type: TIME },
  activationCount: { type: COUNT },
  /**
   * The last time it was delivered to an agent, and how often it was. A recall may not know yet what other
   * processes have delivered lately; `memories.get()` does.
   */
  lastAccessed: { type: TIME, nullable: true },
  accessCount: { type: COUNT },
  /** Days from the last confirmation until it expires; `null` = permanent. */
  ttlDays: {
    type: { kind: "whole", least: -INT, most: INT },
    nullable: true,
    settable: { nullable: true, least: 1 },
    doc: "Days from the last confirmation; `null` = permanent.",
  },
  /** A fixed end, such as a todo's due date. */
  expiresAt: { type: TIME, nullable: true, settable: { nullable: true } },
  /** When a soft-deleted memory is erased for good. */
  purgeAt: { type: TIME, nullable: true },
  /** The scope's revision at its last change. */
  rev: {
    type: { kind: "whole", least: 1, most: Number.MAX_SAFE_INTEGER },
    doc: "Its revision; send it as `If-Match` to change only what you have seen.",
  },
  /** The memory that it was merged into, and that its id leads to. */
  mergedInto: { type: ID, nullable: true, since: 20 },

  /** Search terms, made from its text and key. */
  terms: { type: { kind: "text" }, hidden: true, derived: true },
  /** The attribute that it states, without the value; at most one claim of a slot is true at a time. */
  slot: { type: LABEL, nullable: true, hidden: true },
  affirmed: { type: FLAG, hidden: true },
  /** `sourceRank` and trust of its best source. */
  rank: { type: { kind: "whole", least: 0, most: 100 }, hidden: true },
  trust: { type: SHARE, hidden: true },
  /** The status before time changed it; `null` = the status was set. See `effectiveStatus`. */
  agedFrom: { type: STATUS, nullable: true, hidden: true, since: 19 },
  /** When its strength falls below the bands; `null` = never. */
  archiveAt: { type: TIME, nullable: true, hidden: true, since: 19 },
  removeAt: { type: TIME, nullable: true, hidden: true, since: 19 },
  /** When time changes its status next: what a sweep looks for. */
  dueAt: { type: TIME, nullable: true, hidden: true, since: 19 },
  /** `ttlDays` was set by hand, so that no setting changes it. */
  ttlOwn: { type: FLAG, hidden: true, since: 19, absent: 0 },
  /**
   * It is kept apart for one reason alone: somebody else said so. Nobody has changed it by hand since, so that its words may
   * be quoted as those of their author.
   */
  hearsay: { type: FLAG, hidden: true, since: 46, absent: 0 },
} as const satisfies Fields;

/** A memory as callers see it; what its fields mean says the table. */
export interface Memory extends ValuesOf<typeof MEMORY_FIELDS> {}

/** The orders of a list of memories. `person`: by scope, then by whom they are about, then by type. */
export const MEMORY_SORTS = [
  "created",
  "updated",
  "confirmed",
  "importance",
  "confidence",
  "person",
] as const;
export type MemorySort = (typeof MEMORY_SORTS)[number];

/** A tag that Memoir gives a memory: another name of its subject, as in `alias:May`. */
export const ALIAS = "alias:";
/** A tag that Memoir gives a memory: whom it must be kept from, as in `confidential:Dan`. */
export const CONFIDENTIAL = "confidential:";

/** The tags of both, as a row keeps them, each once. */
export function joinedTags(a: string, b: string): string {
  if (b === "[]" || a === b) return a;
  return JSON.stringify([...new Set([...(JSON.parse(a) as string[]), ...(JSON.parse(b) as string[])])]);
}

/** The values of the tags of one kind, in order. */
export function taggedWith(kind: typeof ALIAS | typeof CONFIDENTIAL, tags: readonly string[]): string[] {
  return tags.filter((tag) => tag.startsWith(kind)).map((tag) => tag.slice(kind.length));
}

/** Whether the tags of a row say that it must be kept from somebody. */
export function isConfidential({ tags }: { readonly tags: string }): boolean {
  return tags.includes(`"${CONFIDENTIAL}`);
}

/** Importance as people and the supervisor's tools say it. Stored is always 0–1. */
export type ImportanceLevel = 1 | 2 | 3 | 4 | 5;

export function importanceFromLevel(level: ImportanceLevel): number {
  return level / 5;
}

/** Importance in a word: the score that a new memory begins with. */
export const IMPORTANCE_WORDS = { high: 0.8, medium: 0.6, low: 0.4 } as const;
export type ImportanceWord = keyof typeof IMPORTANCE_WORDS;

/** The `imp=` of the delta header. The 1e-9 keeps 0.6 at 3 when arithmetic left it a hair above. */
export function importanceLevel(importance: number): ImportanceLevel {
  const level = Math.ceil(importance * 5 - 1e-9);
  // Written so that NaN falls to 1, too.
  return (level >= 1 ? Math.min(level, 5) : 1) as ImportanceLevel;
}
