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
  countCodec,
  idCodec,
  jsonCodec,
  labelCodec,
  laterCodec,
  maybeCodec,
  objectCodec,
  oneOfCodec,
  type PortableTable,
  portableColumns,
  positionCodec,
  ROOM,
  reasonCodec,
  textCodec,
  timeCodec,
  unitCodec,
} from "./codec.ts";

export const event: PortableTable = {
  record: "event",
  table: "event",
  columns: {
    seq: positionCodec,
    id: idCodec,
    type: oneOfCodec(EVENT_TYPES),
    role: oneOfCodec(EVENT_ROLES),
    actor: maybeCodec(labelCodec),
    text: textCodec(ROOM * LIMITS.eventText),
    content: maybeCodec(objectCodec(LIMITS.eventContent)),
    platform: maybeCodec(labelCodec),
    session: maybeCodec(labelCodec),
    thread: maybeCodec(labelCodec),
    turn: maybeCodec(labelCodec),
    at: timeCodec,
    recorded_at: timeCodec,
    erased_at: maybeCodec(timeCodec),
    hidden_at: laterCodec(maybeCodec(timeCodec), 13),
    hidden_by: laterCodec(maybeCodec(labelCodec), 17),
    core_off_at: laterCodec(maybeCodec(timeCodec), 35),
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
    memory: idCodec,
    valid_from: timeCodec,
    valid_to: maybeCodec(timeCodec),
    rev_from: positionCodec,
    rev_to: maybeCodec(positionCodec),
  },
  order: (bytes) => `memory${bytes}, rev_from`,
};

export const evidence: PortableTable = {
  record: "evidence",
  table: "evidence",
  columns: {
    memory: idCodec,
    event: positionCodec,
    method: oneOfCodec(EVIDENCE_METHODS),
    trust: unitCodec,
    span_start: maybeCodec(countCodec),
    span_end: maybeCodec(countCodec),
    model: maybeCodec(labelCodec),
    prompt_hash: maybeCodec(labelCodec),
    meta: objectCodec(1_048_576),
    created_at: timeCodec,
  },
  order: (bytes) => `memory${bytes}, event`,
};

export const relation: PortableTable = {
  record: "relation",
  table: "relation",
  columns: {
    from_id: idCodec,
    to_id: idCodec,
    relation_type: oneOfCodec(RELATION_TYPES),
    id: idCodec,
    strength: unitCodec,
    created_at: timeCodec,
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
  for (const [i, item] of value.entries()) {
    checkObject(item, `${name}[${i}]`);
    const columns = Object.keys(relation.columns);
    for (const column of Object.keys(item)) checkOneOf(column, columns, `a column of ${name}`);
    const whole = columns.every((column) => isStored(relation.columns[column]!, item[column]));
    if (!whole) throw invalidArgument(`${name}[${i}] is no edge: ${show(item)}.`);
  }
}

function isStored(codec: Codec, value: unknown): boolean {
  try {
    return codec.fromFile(codec.toFile(value as Value), "") === value;
  } catch {
    return false;
  }
}

const snapshot = jsonCodec(checkColumns, 4 * LIMITS.memoryText);

export const history: PortableTable = {
  record: "history",
  table: "history",
  columns: {
    rev: positionCodec,
    memory: idCodec,
    event: oneOfCodec(HISTORY_EVENTS),
    before: maybeCodec(snapshot),
    after: maybeCodec(snapshot),
    evidence: maybeCodec(positionCodec),
    undo_of: maybeCodec(positionCodec),
    undone_by: maybeCodec(positionCodec),
    hash: maybeCodec(labelCodec),
    actor: labelCodec,
    reason: reasonCodec,
    at: timeCodec,
    batch: laterCodec(maybeCodec(labelCodec), 17),
  },
  order: () => "rev",
};

export const change: PortableTable = {
  record: "change",
  table: "change_log",
  columns: {
    rev: positionCodec,
    memory: idCodec,
    event: oneOfCodec(LOGGED_EVENTS),
    at: timeCodec,
    batch: laterCodec(maybeCodec(labelCodec), 17),
  },
  order: () => "rev",
};

export const context: PortableTable = {
  record: "context",
  table: "reply_context",
  columns: {
    num: positionCodec,
    reply: idCodec,
    question: maybeCodec(idCodec),
    thread: maybeCodec(idCodec),
    receipt: jsonCodec(checkObject, 1_048_576),
    at: timeCodec,
  },
  order: () => "num",
};

export const feedback: PortableTable = {
  record: "feedback",
  table: "feedback",
  columns: {
    num: positionCodec,
    memory: maybeCodec(idCodec),
    event: maybeCodec(positionCodec),
    reply: maybeCodec(idCodec),
    verdict: oneOfCodec(FEEDBACK_VERDICTS),
    author: maybeCodec(idCodec),
    note: maybeCodec(reasonCodec),
    effect: oneOfCodec(FEEDBACK_EFFECTS),
    batch: maybeCodec(labelCodec),
    at: timeCodec,
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
    seq: positionCodec,
    num: countCodec,
    stage: oneOfCodec(["extract", "match", "gate", "persist", "review"]),
    outcome: labelCodec,
    reason: reasonCodec,
    memory: maybeCodec(idCodec),
    hash: labelCodec,
    policy: countCodec,
    at: timeCodec,
    input: laterCodec(maybeCodec(jsonCodec(checkCase, 10_000)), 37),
    fate: laterCodec(maybeCodec(oneOfCodec(FATES)), 37),
  },
  order: () => "seq, num",
};
