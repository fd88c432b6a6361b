/** How a memory behaves: what is so, what happened, a compressed past, how to do it, what it may mean (C4). */
export const MEMORY_KINDS = ["semantic", "episodic", "timeline", "procedural", "insight"] as const;
export type MemoryKind = (typeof MEMORY_KINDS)[number];

/** What a memory is about (R7). `null` where the kind has none: insights and procedures. */
export const MEMORY_TYPES = ["profile", "preference", "task_state", "constraint", "episode"] as const;
export type MemoryType = (typeof MEMORY_TYPES)[number];

/** One life for all presets (C8). Only `active` is ever injected unasked. */
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

/** What waits for a person's word, or has it already: it was not let in. */
export const HELD_BACK: readonly MemoryStatus[] = ["pending", "shadow", "disabled"];

/** The statuses in which a memory waits for a person, the more urgent one first. */
export const WAITING = ["pending", "shadow"] as const satisfies readonly MemoryStatus[];
export type WaitingStatus = (typeof WAITING)[number];

/** How many characters of an id a person types. Ids whose first six collide in a scope are never given out (R316). */
export const SHORT_ID = 6;

/** One claim, backed by events through evidence: the superset of what the presets need. */
export interface Memory {
  readonly id: string;
  /** The first six or more characters of the id, unique in the scope; what a person types. */
  readonly shortId: string;
  /** The symbolic key that makes two statements of one claim meet (R16, R301). */
  readonly key: string;
  readonly kind: MemoryKind;
  readonly type: MemoryType | null;
  /** A free label from the preset's vocabulary; an unknown one is kept. */
  readonly category: string;
  readonly text: string;
  readonly tags: readonly string[];

  /** Is it true, 0–1. */
  readonly confidence: number;
  /** Does it matter, 0–1. */
  readonly importance: number;
  /** Is it alive, 0–1: the value at `strengthAt`; decay is computed from there, never written back. */
  readonly strength: number;
  readonly strengthAt: Date;
  /** Distinct independent events that back it. */
  readonly evidenceCount: number;

  readonly status: MemoryStatus;
  readonly pinned: boolean;
  readonly supersededBy: string | null;

  /** Whom it is about and who said it; see `Scope` for whose memory it is. */
  readonly subject: string | null;
  readonly actor: string | null;
  readonly role: string | null;
  readonly user: string | null;
  readonly agent: string | null;
  readonly run: string | null;
  readonly thread: string | null;
  readonly session: string | null;
  readonly platform: string | null;

  readonly createdAt: Date;
  /** The row changed. */
  readonly updatedAt: Date;
  /** The last evidence; TTL counts from here (R303). */
  readonly confirmedAt: Date;
  /** The last reinforcement, and how many there were. */
  readonly lastActivated: Date;
  readonly activationCount: number;
  /**
   * The last time it was delivered to an agent, and how often it was (R321). A recall may not know yet what other
   * processes have delivered lately; `memories.get()` does.
   */
  readonly lastAccessed: Date | null;
  readonly accessCount: number;
  /** Days from the last confirmation until it expires; `null` = permanent. */
  readonly ttlDays: number | null;
  /** A fixed end, such as a todo's due date. */
  readonly expiresAt: Date | null;
  /** When a soft-deleted memory is erased for good. */
  readonly purgeAt: Date | null;
  /** The scope's revision at its last change. */
  readonly rev: number;
}
