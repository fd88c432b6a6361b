import { checkOneOf } from "../../domain/arguments.ts";
import { FATES, isCase } from "../../domain/case.ts";
import { HISTORY_EVENTS, LOGGED_EVENTS } from "../../domain/change.ts";
import { invalidArgument, show } from "../../domain/errors.ts";
import { EVENT_ROLES, EVENT_TYPES, EVIDENCE_METHODS } from "../../domain/event.ts";
import { FEEDBACK_EFFECTS, FEEDBACK_VERDICTS } from "../../domain/feedback.ts";
import { MEMORY_FIELDS } from "../../domain/memory.ts";
import { RELATION_TYPES } from "../../domain/relation.ts";
import { LIMITS } from "../../domain/text.ts";
import { searchTerms } from "../tables/memories.ts";
import type { Value } from "../tx.ts";
import {
  type Codec,
  checkObject,
  count,
  id,
  json,
  label,
  later,
  maybe,
  object,
  oneOf,
  type PortableTable,
  place,
  portableColumns,
  ROOM,
  reason,
  text,
  time,
  unit,
} from "./codec.ts";

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
    core_off_at: later(maybe(time), 35),
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

/** Undoing puts these values back, so each must be one that its column may have. They are kept as they are stored. */
function checkColumns(value: unknown, name: string): void {
  checkObject(value, name);
  for (const [column, stored] of Object.entries(value)) {
    if (column === "relations") {
      checkRelations(stored, `${name}.relations`);
      continue;
    }
    checkOneOf(column, Object.keys(memory.columns), `a column of ${name}`);
    if (!isStored(memory.columns[column]!, stored)) {
      throw invalidArgument(`${name}.${column} cannot be ${show(stored)}.`);
    }
  }
}

/** Edges that a change made or removed. */
function checkRelations(value: unknown, name: string): void {
  if (!Array.isArray(value)) throw invalidArgument(`${name} must be a list.`);
  for (const [i, one] of value.entries()) {
    checkObject(one, `${name}[${i}]`);
    const columns = Object.keys(relation.columns);
    for (const column of Object.keys(one)) checkOneOf(column, columns, `a column of ${name}`);
    const whole = columns.every((column) => isStored(relation.columns[column]!, one[column]));
    if (!whole) throw invalidArgument(`${name}[${i}] is no edge: ${show(one)}.`);
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

export const history: PortableTable = {
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
    batch: later(maybe(label), 17),
  },
  order: () => "rev",
};

export const change: PortableTable = {
  record: "change",
  table: "change_log",
  columns: {
    rev: place,
    memory: id,
    event: oneOf(LOGGED_EVENTS),
    at: time,
    batch: later(maybe(label), 17),
  },
  order: () => "rev",
};

export const context: PortableTable = {
  record: "context",
  table: "reply_context",
  columns: {
    num: place,
    reply: id,
    question: maybe(id),
    thread: maybe(id),
    receipt: json(checkObject, 1_048_576),
    at: time,
  },
  order: () => "num",
};

export const feedback: PortableTable = {
  record: "feedback",
  table: "feedback",
  columns: {
    num: place,
    memory: maybe(id),
    event: maybe(place),
    reply: maybe(id),
    verdict: oneOf(FEEDBACK_VERDICTS),
    author: maybe(id),
    note: maybe(reason),
    effect: oneOf(FEEDBACK_EFFECTS),
    batch: maybe(label),
    at: time,
  },
  order: () => "num",
};

/** A file's case is decided again like our own: only one that we could have written is taken. */
function checkCase(value: unknown, name: string): void {
  if (!isCase(value)) throw invalidArgument(`${name} must be a decision's input, got ${show(value)}.`);
}

export const decision: PortableTable = {
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
    input: later(maybe(json(checkCase, 10_000)), 37),
    fate: later(maybe(oneOf(FATES)), 37),
  },
  order: () => "seq, num",
};
