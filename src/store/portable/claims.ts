import { EVENT_ROLES, EVENT_TYPES } from "../../domain/event.ts";
import { EVIDENCE_METHODS } from "../../domain/evidence.ts";
import { MEMORY_KINDS, MEMORY_STATUSES, MEMORY_TYPES } from "../../domain/memory.ts";
import { LIMITS } from "../../domain/text.ts";
import { searchTerms } from "../search-terms.ts";
import { checkIds, flag, id, json, later, maybe, oneOf, text, time, unit, whole } from "./codec.ts";
import { count, INT, label, object, type PortableTable, place, ROOM, words } from "./fields.ts";

export const event: PortableTable = {
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
    hidden_at: later(time),
  },
  order: () => "seq",
};

export const memory: PortableTable = {
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

export const validity: PortableTable = {
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

export const evidence: PortableTable = {
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
