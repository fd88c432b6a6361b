import { EVENT_ROLES, EVENT_TYPES, EVIDENCE_METHODS } from "../../domain/event.ts";
import { MEMORY_FIELDS } from "../../domain/memory.ts";
import { RELATION_TYPES } from "../../domain/relation.ts";
import { LIMITS } from "../../domain/text.ts";
import { searchTerms } from "../search-terms.ts";
import { id, later, maybe, oneOf, text, time, unit } from "./codec.ts";
import { count, label, object, type PortableTable, place, ROOM } from "./fields.ts";
import { portableColumns } from "./memory-columns.ts";

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
    hidden_at: later(maybe(time), 13),
    hidden_by: later(maybe(label), 17),
  },
  order: () => "seq",
};

export const memory: PortableTable = {
  record: "memory",
  table: "memory",
  columns: portableColumns(MEMORY_FIELDS),
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

export const relation: PortableTable = {
  record: "relation",
  table: "relation",
  columns: {
    from_id: id,
    to_id: id,
    relation_type: oneOf(RELATION_TYPES),
    id,
    strength: unit,
    created_at: time,
  },
  order: (bytes) => `from_id${bytes}, to_id${bytes}`,
};
