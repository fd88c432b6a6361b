import { checkOneOf } from "../../domain/arguments.ts";
import { HISTORY_EVENTS, LOGGED_EVENTS } from "../../domain/change.ts";
import { MemoirError, show } from "../../domain/errors.ts";
import { LIMITS } from "../../domain/text.ts";
import type { Value } from "../tx.ts";
import { memory, relation } from "./claims.ts";
import { type Codec, checkObject, id, json, later, maybe, oneOf, time } from "./codec.ts";
import { count, label, type PortableTable, place, reason } from "./fields.ts";

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
      throw new MemoirError("invalid_argument", `${name}.${column} cannot be ${show(stored)}.`);
    }
  }
}

/** Edges that a change made or removed. */
function checkRelations(value: unknown, name: string): void {
  if (!Array.isArray(value)) throw new MemoirError("invalid_argument", `${name} must be a list.`);
  for (const [i, one] of value.entries()) {
    checkObject(one, `${name}[${i}]`);
    const columns = Object.keys(relation.columns);
    for (const column of Object.keys(one)) checkOneOf(column, columns, `a column of ${name}`);
    const whole = columns.every((column) => isStored(relation.columns[column]!, one[column]));
    if (!whole) throw new MemoirError("invalid_argument", `${name}[${i}] is no edge: ${show(one)}.`);
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
  },
  order: () => "seq, num",
};
