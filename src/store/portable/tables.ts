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
  countCodec,
  flagCodec,
  idCodec,
  jsonCodec,
  labelCodec,
  laterCodec,
  maybeCodec,
  objectCodec,
  oneOfCodec,
  type PortableTable,
  positionCodec,
  ROOM,
  reasonCodec,
  textCodec,
  timeCodec,
  wholeCodec,
  wordsCodec,
} from "./codec.ts";

const session: PortableTable = {
  record: "session",
  table: "session",
  columns: {
    id: labelCodec,
    last_seq: wholeCodec(0, BIG),
    last_turn: maybeCodec(labelCodec),
    turns: countCodec,
    tokens: wholeCodec(0, BIG),
    last_at: timeCodec,
    ended_at: maybeCodec(timeCodec),
    pending: flagCodec,
    created_at: timeCodec,
    compressed_seq: laterCodec(wholeCodec(0, BIG), 24, 0),
    compressed_at: laterCodec(maybeCodec(timeCodec), 24),
    compress_failures: laterCodec(countCodec, 24, 0),
    extracted_seq: laterCodec(wholeCodec(0, BIG), 39, 0),
  },
  order: (bytes) => `id${bytes}`,
};

const span: PortableTable = {
  record: "span",
  table: "timeline_span",
  columns: {
    memory: idCodec,
    session: labelCodec,
    part: countCodec,
    method: oneOfCodec(TIMELINE_METHODS),
    from_seq: positionCodec,
    to_seq: positionCodec,
    stale: countCodec,
  },
  order: (bytes) => `memory${bytes}`,
};

const author: PortableTable = {
  record: "author",
  table: "author_name",
  columns: { account: idCodec, name: labelCodec, seen_at: timeCodec, seen_seq: wholeCodec(-BIG, BIG) },
  order: (bytes) => `account${bytes}, name${bytes}`,
};

const day: PortableTable = {
  record: "day",
  table: "day_summary",
  columns: {
    zone: labelCodec,
    day: labelCodec,
    from_at: timeCodec,
    until_at: timeCodec,
    summaries: jsonCodec(checkTexts, 1_048_576),
    method: oneOfCodec(DAY_METHODS),
    model: maybeCodec(labelCodec),
    built_at: timeCodec,
  },
  order: (bytes) => `zone${bytes}, day${bytes}`,
};

const thread: PortableTable = {
  record: "thread",
  table: "thread_cursor",
  columns: { thread: labelCodec, seen_rev: wholeCodec(0, BIG), updated_at: timeCodec },
  order: (bytes) => `thread${bytes}`,
};

const profile: PortableTable = {
  record: "profile",
  table: "profile_field",
  columns: {
    field: oneOfCodec(PROFILE_FIELDS),
    item: wordsCodec,
    value: wordsCodec,
    confirmed: flagCodec,
    source: maybeCodec(labelCodec),
    proposal: wholeCodec(0, BIG),
    updated_at: timeCodec,
  },
  order: (bytes) => `field${bytes}, item${bytes}`,
};

const proposal: PortableTable = {
  record: "proposal",
  table: "consent_proposal",
  columns: {
    num: positionCodec,
    field: oneOfCodec(PROFILE_FIELDS),
    item: wordsCodec,
    old_value: maybeCodec(wordsCodec),
    new_value: maybeCodec(wordsCodec),
    needs: oneOfCodec(["consent", "signals"]),
    sources: jsonCodec(checkIds, 1_048_576),
    reason: reasonCodec,
    proposed_by: labelCodec,
    status: oneOfCodec(PROPOSAL_STATUSES),
    created_at: timeCodec,
    expires_at: maybeCodec(timeCodec),
    decided_at: maybeCodec(timeCodec),
    decided_by: maybeCodec(labelCodec),
    decided_how: maybeCodec(labelCodec),
    erased_at: maybeCodec(timeCodec),
  },
  order: () => "num",
};

const tombstone: PortableTable = {
  record: "tombstone",
  table: "tombstone",
  columns: { hash: labelCodec, created_at: timeCodec },
  order: (bytes) => `hash${bytes}`,
};

/** JSON as a text in the line, or base64: what a serialiser made is carried byte for byte. */
const serialised = textCodec(ROOM * LIMITS.checkpoint);
const step = { thread: idCodec, ns: labelCodec };

const state: PortableTable = {
  record: "state",
  table: "checkpoint_thread",
  columns: {
    thread: idCodec,
    id: idCodec,
    data: maybeCodec(objectCodec(LIMITS.checkpoint)),
    created_at: timeCodec,
    updated_at: timeCodec,
  },
  order: (bytes) => `thread${bytes}`,
};

const checkpoint: PortableTable = {
  record: "checkpoint",
  table: "checkpoint_step",
  columns: {
    ...step,
    id: idCodec,
    parent: maybeCodec(idCodec),
    type: idCodec,
    data: serialised,
    meta_type: idCodec,
    meta: serialised,
    slots: serialised,
    created_at: timeCodec,
  },
  order: (bytes) => `thread${bytes}, ns${bytes}, id${bytes}`,
};

const value: PortableTable = {
  record: "value",
  table: "checkpoint_value",
  columns: { ...step, slot: reasonCodec, type: idCodec, data: serialised },
  order: (bytes) => `thread${bytes}, ns${bytes}, slot${bytes}`,
};

const write: PortableTable = {
  record: "write",
  table: "checkpoint_write",
  columns: {
    ...step,
    step: idCodec,
    task: idCodec,
    idx: wholeCodec(-(2 ** 31), 2 ** 31 - 1),
    channel: labelCodec,
    type: idCodec,
    data: serialised,
  },
  order: (bytes) => `thread${bytes}, ns${bytes}, step${bytes}, task${bytes}, idx`,
};

const document: PortableTable = {
  record: "document",
  table: "document",
  columns: {
    namespace: labelCodec,
    key: idCodec,
    value: objectCodec(LIMITS.document),
    text: textCodec(ROOM * LIMITS.document),
    created_at: timeCodec,
    updated_at: timeCodec,
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
    columns: { account: idCodec, person: idCodec, name: maybeCodec(labelCodec), updated_at: timeCodec },
    order: (bytes) => `account${bytes}`,
  },
  {
    record: "policy",
    table: "policy_version",
    columns: {
      version: positionCodec,
      settings: maybeCodec(objectCodec(1_048_576)),
      actor: labelCodec,
      reason: reasonCodec,
      created_at: timeCodec,
      how: laterCodec(oneOfCodec(POLICY_ORIGINS), 37, "set"),
      copies: laterCodec(maybeCodec(countCodec), 37),
    },
    order: () => "version",
  },
];

/** The scope's own row, with which its section begins. Its name is `scope`. */
export const SCOPE_COLUMNS: PortableTable["columns"] = {
  seq: wholeCodec(0, BIG),
  rev: wholeCodec(0, BIG),
  extracted_seq: wholeCodec(0, BIG),
  writes: flagCodec,
  created_at: timeCodec,
  salt: laterCodec(maybeCodec(labelCodec), 14),
};
