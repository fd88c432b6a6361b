import { checkOneOf } from "../../domain/arguments.ts";
import { CHANGE_EVENTS, HISTORY_EVENTS } from "../../domain/change.ts";
import { MemoirError, show } from "../../domain/errors.ts";
import { EVENT_ROLES, EVENT_TYPES } from "../../domain/event.ts";
import { EVIDENCE_METHODS } from "../../domain/evidence.ts";
import { MEMORY_KINDS, MEMORY_STATUSES, MEMORY_TYPES } from "../../domain/memory.ts";
import { PROFILE_FIELDS, PROPOSAL_STATUSES } from "../../domain/profile.ts";
import { LIMITS } from "../../domain/text.ts";
import { searchTerms } from "../search-terms.ts";
import type { Row, Value } from "../tx.ts";
import {
  type Codec,
  checkIds,
  checkObject,
  flag,
  id,
  json,
  maybe,
  oneOf,
  text,
  time,
  unit,
  whole,
} from "./codec.ts";

/** A table as an export carries it: the columns that make its rows, and the order in which they are told. */
export interface PortableTable {
  /** What a line calls it. */
  readonly record: string;
  readonly table: string;
  readonly columns: Readonly<Record<string, Codec>>;
  /** Columns that follow from the others, made anew where the rows arrive. */
  readonly derived?: Readonly<Record<string, (row: Row) => Value>>;
  /** Complete, so that two exports of the same rows are the same. `bytes` makes a text's order that of its bytes. */
  order(bytes: string): string;
}

/** What both databases hold in an `integer`, and in a `bigint` that JavaScript can count with. */
const INT = 2 ** 31 - 1;
const BIG = Number.MAX_SAFE_INTEGER;
/** Masking may make a text a little longer than what was taken in. */
const ROOM = 2;

const count = whole(0, INT);
const place = whole(1, BIG);
const label = text(4_096);
const words = text(ROOM * LIMITS.memoryText);
const reason = text(16_384);
const object = (limit: number): Codec => json(checkObject, ROOM * limit);

const event: PortableTable = {
  record: "event",
  table: "event",
  columns: {
    seq: place,
    id,
    type: oneOf(EVENT_TYPES),
    role: oneOf(EVENT_ROLES),
    actor: maybe(label),
    text: text(ROOM * LIMITS.eventText),
    content: maybe(object(LIMITS.eventContent)),
    platform: maybe(label),
    session: maybe(label),
    thread: maybe(label),
    turn: maybe(label),
    at: time,
    recorded_at: time,
    erased_at: maybe(time),
  },
  order: () => "seq",
};

const memory: PortableTable = {
  record: "memory",
  table: "memory",
  columns: {
    id,
    key: label,
    kind: oneOf(MEMORY_KINDS),
    type: maybe(oneOf(MEMORY_TYPES)),
    category: label,
    text: words,
    tags: json(checkIds, 1_048_576),
    confidence: unit,
    importance: unit,
    strength: unit,
    strength_at: time,
    evidence_count: count,
    status: oneOf(MEMORY_STATUSES),
    pinned: flag,
    superseded_by: maybe(id),
    subject: maybe(label),
    actor: maybe(label),
    role: maybe(label),
    user_id: maybe(label),
    agent: maybe(label),
    run: maybe(label),
    thread: maybe(label),
    session: maybe(label),
    platform: maybe(label),
    created_at: time,
    updated_at: time,
    confirmed_at: time,
    last_activated: time,
    activation_count: count,
    last_accessed: maybe(time),
    access_count: count,
    ttl_days: maybe(whole(-INT, INT)),
    expires_at: maybe(time),
    purge_at: maybe(time),
    rev: place,
    slot: maybe(label),
    affirmed: flag,
    rank: whole(0, 100),
    trust: unit,
  },
  derived: { terms: (row) => searchTerms(row as { text: string; key: string }) },
  // Memories are listed in the order they came; their numbers are each database's own.
  order: () => "num",
};

const validity: PortableTable = {
  record: "validity",
  table: "validity",
  columns: {
    memory: id,
    valid_from: time,
    valid_to: maybe(time),
    rev_from: place,
    rev_to: maybe(place),
  },
  order: (bytes) => `memory${bytes}, rev_from`,
};

const evidence: PortableTable = {
  record: "evidence",
  table: "evidence",
  columns: {
    memory: id,
    event: place,
    method: oneOf(EVIDENCE_METHODS),
    trust: unit,
    span_start: maybe(count),
    span_end: maybe(count),
    model: maybe(label),
    prompt_hash: maybe(label),
    meta: object(1_048_576),
    created_at: time,
  },
  order: (bytes) => `memory${bytes}, event`,
};

/** Undoing puts these values back, so each must be one that its column may have. They are kept as they are stored. */
function checkColumns(value: unknown, name: string): void {
  checkObject(value, name);
  for (const [column, stored] of Object.entries(value)) {
    checkOneOf(column, Object.keys(memory.columns), `a column of ${name}`);
    if (!isStored(memory.columns[column]!, stored)) {
      throw new MemoirError("invalid_argument", `${name}.${column} cannot be ${show(stored)}.`);
    }
  }
}

function isStored(codec: Codec, value: unknown): boolean {
  try {
    return codec.fromFile(codec.toFile(value as Value), "") === value;
  } catch {
    return false;
  }
}

const snapshot = json(checkColumns, 4 * LIMITS.memoryText);

const history: PortableTable = {
  record: "history",
  table: "history",
  columns: {
    rev: place,
    memory: id,
    event: oneOf(HISTORY_EVENTS),
    before: maybe(snapshot),
    after: maybe(snapshot),
    evidence: maybe(place),
    undo_of: maybe(place),
    undone_by: maybe(place),
    hash: maybe(label),
    actor: label,
    reason,
    at: time,
  },
  order: () => "rev",
};

const change: PortableTable = {
  record: "change",
  table: "change_log",
  columns: { rev: place, memory: id, event: oneOf(CHANGE_EVENTS), at: time },
  order: () => "rev",
};

const decision: PortableTable = {
  record: "decision",
  table: "decision",
  columns: {
    seq: place,
    num: count,
    stage: oneOf(["extract", "match", "gate", "persist", "review"]),
    outcome: label,
    reason,
    memory: maybe(id),
    hash: label,
    policy: count,
    at: time,
  },
  order: () => "seq, num",
};

const session: PortableTable = {
  record: "session",
  table: "session",
  columns: {
    id: label,
    last_seq: whole(0, BIG),
    last_turn: maybe(label),
    turns: count,
    tokens: whole(0, BIG),
    last_at: time,
    ended_at: maybe(time),
    pending: flag,
    created_at: time,
  },
  order: (bytes) => `id${bytes}`,
};

const thread: PortableTable = {
  record: "thread",
  table: "thread_cursor",
  columns: { thread: label, seen_rev: whole(0, BIG), updated_at: time },
  order: (bytes) => `thread${bytes}`,
};

const profile: PortableTable = {
  record: "profile",
  table: "profile_field",
  columns: {
    field: oneOf(PROFILE_FIELDS),
    item: words,
    value: words,
    confirmed: flag,
    source: maybe(label),
    proposal: whole(0, BIG),
    updated_at: time,
  },
  order: (bytes) => `field${bytes}, item${bytes}`,
};

const proposal: PortableTable = {
  record: "proposal",
  table: "consent_proposal",
  columns: {
    num: place,
    field: oneOf(PROFILE_FIELDS),
    item: words,
    old_value: maybe(words),
    new_value: maybe(words),
    needs: oneOf(["consent", "signals"]),
    sources: json(checkIds, 1_048_576),
    reason,
    proposed_by: label,
    status: oneOf(PROPOSAL_STATUSES),
    created_at: time,
    expires_at: maybe(time),
    decided_at: maybe(time),
    decided_by: maybe(label),
    decided_how: maybe(label),
    erased_at: maybe(time),
  },
  order: () => "num",
};

const tombstone: PortableTable = {
  record: "tombstone",
  table: "tombstone",
  columns: { hash: label, created_at: time },
  order: (bytes) => `hash${bytes}`,
};

/** What a scope holds, in the order in which its section tells it. */
export const SCOPE_TABLES: readonly PortableTable[] = [
  event,
  memory,
  validity,
  evidence,
  history,
  change,
  decision,
  session,
  thread,
  profile,
  proposal,
  tombstone,
];

/** What belongs to a tenant and to no scope. */
export const TENANT_TABLES: readonly PortableTable[] = [
  {
    record: "identity",
    table: "identity",
    columns: { account: id, person: id, name: maybe(label), updated_at: time },
    order: (bytes) => `account${bytes}`,
  },
  {
    record: "policy",
    table: "policy_version",
    columns: {
      version: place,
      settings: maybe(object(1_048_576)),
      actor: label,
      reason,
      created_at: time,
    },
    order: () => "version",
  },
];

/** The scope's own row, with which its section begins. Its name is `scope`. */
export const SCOPE_COLUMNS: PortableTable["columns"] = {
  seq: whole(0, BIG),
  rev: whole(0, BIG),
  extracted_seq: whole(0, BIG),
  writes: flag,
  created_at: time,
};
