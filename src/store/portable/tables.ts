import { PROFILE_FIELDS, PROPOSAL_STATUSES } from "../../domain/profile.ts";
import { LIMITS } from "../../domain/text.ts";
import { TIMELINE_METHODS } from "../../domain/timeline/entry.ts";
import { POLICY_ORIGINS } from "../tables/policies.ts";
import { DAY_METHODS } from "../writes/day-summaries.ts";
import {
  change,
  context,
  decision,
  event,
  evidence,
  feedback,
  history,
  memory,
  relation,
  validity,
} from "./claims.ts";
import {
  BIG,
  checkIds,
  checkTexts,
  count,
  flag,
  id,
  json,
  label,
  later,
  maybe,
  object,
  oneOf,
  type PortableTable,
  place,
  ROOM,
  reason,
  text,
  time,
  whole,
  words,
} from "./codec.ts";

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
    compressed_seq: later(whole(0, BIG), 24, 0),
    compressed_at: later(maybe(time), 24),
    compress_failures: later(count, 24, 0),
    extracted_seq: later(whole(0, BIG), 39, 0),
  },
  order: (bytes) => `id${bytes}`,
};

const span: PortableTable = {
  record: "span",
  table: "timeline_span",
  columns: {
    memory: id,
    session: label,
    part: count,
    method: oneOf(TIMELINE_METHODS),
    from_seq: place,
    to_seq: place,
    stale: count,
  },
  order: (bytes) => `memory${bytes}`,
};

const author: PortableTable = {
  record: "author",
  table: "author_name",
  columns: { account: id, name: label, seen_at: time, seen_seq: whole(-BIG, BIG) },
  order: (bytes) => `account${bytes}, name${bytes}`,
};

const day: PortableTable = {
  record: "day",
  table: "day_summary",
  columns: {
    zone: label,
    day: label,
    from_at: time,
    until_at: time,
    summaries: json(checkTexts, 1_048_576),
    method: oneOf(DAY_METHODS),
    model: maybe(label),
    built_at: time,
  },
  order: (bytes) => `zone${bytes}, day${bytes}`,
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

/** JSON as a text in the line, or base64: what a serialiser made is carried byte for byte. */
const serialised = text(ROOM * LIMITS.checkpoint);
const step = { thread: id, ns: label };

const state: PortableTable = {
  record: "state",
  table: "checkpoint_thread",
  columns: {
    thread: id,
    id,
    data: maybe(object(LIMITS.checkpoint)),
    created_at: time,
    updated_at: time,
  },
  order: (bytes) => `thread${bytes}`,
};

const checkpoint: PortableTable = {
  record: "checkpoint",
  table: "checkpoint_step",
  columns: {
    ...step,
    id,
    parent: maybe(id),
    type: id,
    data: serialised,
    meta_type: id,
    meta: serialised,
    slots: serialised,
    created_at: time,
  },
  order: (bytes) => `thread${bytes}, ns${bytes}, id${bytes}`,
};

const value: PortableTable = {
  record: "value",
  table: "checkpoint_value",
  columns: { ...step, slot: reason, type: id, data: serialised },
  order: (bytes) => `thread${bytes}, ns${bytes}, slot${bytes}`,
};

const write: PortableTable = {
  record: "write",
  table: "checkpoint_write",
  columns: {
    ...step,
    step: id,
    task: id,
    idx: whole(-(2 ** 31), 2 ** 31 - 1),
    channel: label,
    type: id,
    data: serialised,
  },
  order: (bytes) => `thread${bytes}, ns${bytes}, step${bytes}, task${bytes}, idx`,
};

const document: PortableTable = {
  record: "document",
  table: "document",
  columns: {
    namespace: label,
    key: id,
    value: object(LIMITS.document),
    text: text(ROOM * LIMITS.document),
    created_at: time,
    updated_at: time,
  },
  order: () => "num",
};

/** The tables of a scope, in the order of its section. */
export const SCOPE_TABLES: readonly PortableTable[] = [
  event,
  memory,
  validity,
  evidence,
  history,
  change,
  decision,
  session,
  span,
  day,
  thread,
  author,
  profile,
  proposal,
  tombstone,
  relation,
  state,
  checkpoint,
  value,
  write,
  document,
  context,
  feedback,
];

/** Tables that belong to a tenant and to no scope. */
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
      how: later(oneOf(POLICY_ORIGINS), 37, "set"),
      copies: later(maybe(count), 37),
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
  salt: later(maybe(label), 14),
};
