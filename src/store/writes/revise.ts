import { mayTouch } from "../../domain/allowlist.ts";
import { MemoirError, noMemory } from "../../domain/errors.ts";
import { factKey } from "../../domain/key.ts";
import { HIDDEN_STATUSES, type MemoryStatus } from "../../domain/memory.ts";
import type { Link } from "../../domain/relation.ts";
import { candidateHash, logDecisions } from "../tables/decisions.ts";
import { appendEvents, type NewEvent } from "../tables/events.ts";
import { type EvidenceRow, evidenceOf, independentEvidence, linkEvidence } from "../tables/evidence.ts";
import { hideEvents, hidingOf, showSources } from "../tables/hidden-events.ts";
import { listHistory } from "../tables/history.ts";
import {
  findMemory,
  findMemoryByKey,
  MEMORY_COLUMNS,
  type MemoryRow,
  mergedInto,
} from "../tables/memories.ts";
import { IN_SCOPE, type OpenScope } from "../tables/scopes.ts";
import { addFigures } from "../tables/statistics.ts";
import { buryMemory, unbury } from "../tables/tombstones.ts";
import type { NewVector } from "../tables/vectors.ts";
import { changeMemory, freshStart, hasFaded } from "./change-memory.ts";
import { refuseOutside, scopeWrite, type WriteContext } from "./context.ts";
import { relink } from "./link.ts";
import { comeBack, planReturns, type RestoreEffects, supersedeReplacements } from "./replacement.ts";
import { blankEntries } from "./timeline.ts";

/** New values of the columns that can be set by hand. */
export type MemoryPatch = Partial<MemoryRow>;

export interface ReviseArgs extends WriteContext {
  id: string;
  patch: MemoryPatch;
  /** Only if the memory is still at this revision. */
  ifRev: number | null;
  /** New text is a separate source: the edit that backs it. */
  edit: {
    event: NewEvent;
    evidence: Omit<EvidenceRow, "memory" | "event">;
    vectors: NewVector[];
    /** Its edges under the new words; `null`: they stay as they are. */
    links: Link[] | null;
  } | null;
}

/** Changes fields of one memory by hand. Nothing happens, and no revision is taken, when nothing would change. */
export const revise = scopeWrite(async (scope, args: ReviseArgs): Promise<MemoryRow> => {
  const before = await existing(scope, args, args.id);
  if (args.ifRev !== null && before.rev !== args.ifRev) {
    throw new MemoirError(
      "conflict",
      `Memory ${args.id} is at revision ${before.rev}, not ${args.ifRev}: somebody changed it. Read it again and repeat.`,
      { details: { rev: before.rev } },
    );
  }
  // Whoever changes it by hand has decided about it.
  const after: MemoryRow = { ...before, hearsay: 0, ...args.patch };
  if (args.patch.ttl_days !== undefined) after.ttl_own = 1;
  // Set active by hand, a faded memory starts again.
  if (args.patch.status === "active" && hasFaded({ ...after, aged_from: null }, args.at))
    Object.assign(after, freshStart(after, args.at));
  if (args.patch.status === "active") after.superseded_by = null;
  // A key made from the text follows it, or the old words would still lead here.
  if (args.patch.key === undefined && before.key === factKey(before.text)) after.key = factKey(after.text);
  if (after.key !== before.key) await refuseTakenKey(scope, args, after.key);
  const same = MEMORY_COLUMNS.every((column) => before[column] === after[column]);
  if (same) return before;
  if (args.edit === null || after.text === before.text) {
    const changed = await changeMemory(scope, args, { before, after, event: "updated" });
    await supersedeReplacements(scope, args, before, changed);
    return changed;
  }
  await appendEvents(scope, [args.edit.event]);
  await linkEvidence(scope, { ...args.edit.evidence, memory: before.id, event: scope.seq });
  after.evidence_count = await independentEvidence(scope, after);
  after.confirmed_at = args.at;
  const { vectors, links } = args.edit;
  const evidence = scope.seq;
  const changed = await changeMemory(scope, args, {
    before,
    after,
    event: "updated",
    evidence,
    vectors,
  });
  await supersedeReplacements(scope, args, before, changed);
  if (links !== null) {
    const relations = await relink(scope, args, { id: before.id, links, anew: true });
    await addFigures(scope.tx, scope.tenant, args.at, { "link.made": relations.length });
  }
  return changed;
});

export async function refuseTakenKey(scope: OpenScope, context: WriteContext, key: string): Promise<void> {
  const holder = await findMemoryByKey(scope.tx, scope, key);
  if (holder === undefined) return;
  refuseOutside(context, holder.category);
  throw new MemoirError(
    "conflict",
    `Memory ${holder.id} already says this, or has this key. Update that one, or choose another key.`,
    { details: { id: holder.id } },
  );
}

export interface ForgetArgs extends WriteContext {
  ids: string[];
  purgeAt: number;
  /** Events that say it too, by seq: kept, and no longer recalled, as are the sources of the memories. Default: none. */
  events?: readonly number[];
  /** The request in a chat and its author: kept in the decision log. Default: none; it was a command. */
  cause?: ForgetCause;
  /** `false`: memories that a forgotten one had replaced do not come back. Default: true. */
  bringBack?: boolean | undefined;
  /** `false`: timeline entries keep their words, because they are forgotten too. Default: true. */
  entries?: boolean | undefined;
}

/** Memories that were forgotten or erased, and the ids of those that they had replaced. */
export interface Forgotten {
  forgotten: MemoryRow[];
  /** Messages that are no longer recalled, by seq. */
  hidden: number[];
  /** Those that came back. */
  restored: string[];
  /** Those that did not: nobody but a person knows whether they are true again. */
  replaced: string[];
}

export interface ForgetCause {
  /** When: what is said after that may bring them back. */
  at: number;
  /** The event that asks. */
  seq: number;
  reason: string;
  policy: number;
}

/**
 * Soft-deletes: out of every read with the words they came from, restorable until `purgeAt`, and kept from being
 * extracted again.
 */
export const forgetMemories = scopeWrite(softForget);

export async function softForget(scope: OpenScope, args: ForgetArgs): Promise<Forgotten> {
  const forgotten: MemoryRow[] = [];
  const { back, asks } = await planReturns(scope, args);
  const hidden = [...(args.events ?? [])];
  for (const id of args.ids) {
    const before = await existing(scope, args, id);
    // An expired memory can still be forgotten: then it does not come back by itself.
    if (before.status === "soft_deleted" && before.aged_from === null) {
      forgotten.push(before);
    } else {
      const after: MemoryRow = {
        ...before,
        status: "soft_deleted",
        purge_at: args.purgeAt,
        aged_from: null,
        // From a forgotten memory a link leads to the one that is current in its place.
        superseded_by: back.find(({ by }) => by === id)?.row.id ?? before.superseded_by,
      };
      forgotten.push(await changeMemory(scope, args, { before, after, event: "soft_deleted" }));
    }
    for (const said of [before, ...(await mergedInto(scope, id))])
      await buryMemory(scope, said, args.cause?.at ?? args.at);
    const sources = await evidenceOf(scope.tx, scope, id);
    hidden.push(...sources.map(({ event }) => event));
    if (args.cause !== undefined && args.audit) await logForgetCause(scope, args.cause, before, args.at);
  }
  const hiddenNow = await hideEvents(scope, hidden, args.at, args.batch ?? hidingOf(args.ids[0]));
  if (args.entries !== false) await blankEntries(scope, args, hidden);
  const restored: string[] = [];
  for (const revival of back) restored.push(await comeBack(scope, args, revival, "forgotten"));
  return { forgotten, hidden: hiddenNow, restored, replaced: [...asks] };
}

async function logForgetCause(
  scope: OpenScope,
  { seq, reason, policy }: ForgetCause,
  { id, text }: MemoryRow,
  at: number,
): Promise<void> {
  const row = { seq, reason, policy, at, memory: id, hash: candidateHash(text), input: null, fate: null };
  await logDecisions(scope, [{ ...row, stage: "persist", outcome: "forget" }]);
}

export interface RestoreArgs extends WriteContext {
  id: string;
}

export interface Restored extends RestoreEffects {
  memory: MemoryRow;
}

/**
 * Brings a forgotten, expired or superseded memory back. TTL and strength count from now on, or it would end again at
 * once. Memories that are current in its place are superseded by it. A memory that was pending or disabled when forgotten
 * returns to that status: forgetting is no way around a review.
 */
export const restore = scopeWrite(async (scope, args: RestoreArgs): Promise<Restored> => {
  const before = await existing(scope, args, args.id);
  if (before.status === "shadow" || before.status === "pending") {
    throw new MemoirError(
      "conflict",
      `Memory ${before.id} is ${before.status}: it waits for a person, so there is nothing to bring back. Approve or reject it.`,
      { details: { status: before.status } },
    );
  }
  const status = await statusToRestore(scope, before);
  const overdue = before.expires_at !== null && before.expires_at <= args.at;
  const after: MemoryRow = {
    ...before,
    status,
    purge_at: null,
    confirmed_at: args.at,
    superseded_by: status === "active" ? null : before.superseded_by,
    expires_at: overdue ? null : before.expires_at,
    ...freshStart(before, args.at),
  };
  const restored = await changeMemory(scope, args, { before, after, event: "restored" });
  if (status !== "disabled") {
    for (const said of [restored, ...(await mergedInto(scope, restored.id))]) await unbury(scope, said);
    await showSources(scope, restored.id);
  }
  return { memory: restored, ...(await supersedeReplacements(scope, args, before, restored)) };
});

/** The forgetting is the newest change of what is forgotten, or nearly so. */
const LOOK_BACK = 20;

/** As far as is on record: without a history it becomes active. */
async function statusToRestore(scope: OpenScope, { id, status }: MemoryRow): Promise<MemoryStatus> {
  if (status !== "soft_deleted") return "active";
  const rows = await listHistory(scope.tx, scope, { memory: id }, { limit: LOOK_BACK });
  const statusIn = (fields: string | null): MemoryStatus | undefined =>
    fields === null ? undefined : (JSON.parse(fields) as Partial<MemoryRow>).status;
  const forgetting = rows.find(({ after }) => statusIn(after) === "soft_deleted");
  const was = statusIn(forgetting?.before ?? null);
  return was !== undefined && HIDDEN_STATUSES.includes(was) ? was : "active";
}

/**
 * The memory, or the error that says whether it never was or is gone for good. One of a category that the write may not
 * touch is not there.
 */
export async function existing(
  scope: OpenScope,
  { categories }: WriteContext,
  id: string,
): Promise<MemoryRow> {
  const row = await findMemory(scope.tx, scope, id);
  if (row !== undefined && mayTouch(categories, row.category)) return row;
  const purged = await scope.one(`select 1 as found from purged where ${IN_SCOPE} and id = $3 limit 1`, [id]);
  if (purged !== undefined) {
    throw new MemoirError("gone", `Memory ${id} was purged; it cannot be brought back.`, { details: { id } });
  }
  throw noMemory(id);
}
