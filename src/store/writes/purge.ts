import { createHash } from "node:crypto";
import { cutSpan, ERASED } from "../../domain/erase.ts";
import type { Event } from "../../domain/event.ts";
import { logChange } from "../change-log.ts";
import { eraseReasons } from "../decisions.ts";
import { eraseEventText, eventsBySeq, hideEvents } from "../events.ts";
import { deleteEvidenceOf, type EvidenceRow, evidenceFrom, evidenceOf, moveSpan } from "../evidence.ts";
import { appendHistory, eraseHistoryOf, evidenceEverOf } from "../history.ts";
import { deleteMemory, type MemoryRow, memoryNum } from "../memories.ts";
import { recordOps } from "../op-events.ts";
import { eraseAnswers } from "../requests.ts";
import type { OpenScope } from "../scopes.ts";
import { bury } from "../tombstones.ts";
import type { Tx } from "../tx.ts";
import { deleteIntervalsOf } from "../validity.ts";
import { dropVectors } from "../vectors.ts";
import { inScope, type WriteContext } from "./context.ts";
import { eraseProfileFrom } from "./erase-profile.ts";
import { existing } from "./revise.ts";

export interface PurgeArgs extends WriteContext {
  ids: string[];
  /** Events that say it too, by seq: kept, and no longer recalled. Default: none. */
  events?: readonly number[];
}

/**
 * Erases for good (C18): row, full text, evidence, intervals, what the history said, and the words in the events
 * it came from. That it happened stays, as a hash; a tombstone keeps it from being extracted again.
 */
export function purge(tx: Tx, args: PurgeArgs): Promise<MemoryRow[]> {
  return inScope(tx, args, async (scope) => {
    const purged: MemoryRow[] = [];
    for (const id of args.ids) {
      const row = await existing(tx, scope, args, id);
      await eraseSources(tx, scope, row, args.at);
      await bury(tx, scope, row, args.at);
      await eraseReasons(tx, scope, row);
      await deleteEvidenceOf(tx, scope, id);
      await deleteIntervalsOf(tx, scope, id);
      const num = await memoryNum(tx, scope.tenant, scope.num, id);
      if (num !== undefined) await dropVectors(tx, scope, "m", num);
      await deleteMemory(tx, scope, id);
      await noteErasure(tx, scope, args, row);
      purged.push(row);
    }
    await hideEvents(tx, scope, args.events ?? [], args.at);
    await eraseAnswers(tx, scope.tenant);
    return purged;
  });
}

async function noteErasure(tx: Tx, scope: OpenScope, args: PurgeArgs, row: MemoryRow): Promise<void> {
  scope.rev += 1;
  await tx.insert("purged", ["tenant", "scope", "id", "rev"], [[scope.tenant, scope.num, row.id, scope.rev]]);
  await logChange(
    tx,
    scope,
    { rev: scope.rev, memory: row.id, event: "deleted", at: args.at },
    args.keepChanges,
  );
  if (!args.audit) return;
  await appendHistory(tx, scope, {
    rev: scope.rev,
    memory: row.id,
    event: "DELETE",
    before: null,
    after: null,
    evidence: null,
    undo_of: null,
    actor: args.actor,
    reason: "",
    at: args.at,
  });
  await eraseHistoryOf(tx, scope, row.id, createHash("sha256").update(row.text).digest("hex"));
  await recordOps(tx, scope, [
    {
      thread: row.thread,
      node: "hotpath",
      op: "delete",
      status: "ok",
      memory: row.id,
      category: row.category,
      sim: null,
      at: args.at,
    },
  ]);
}

async function eraseSources(tx: Tx, scope: OpenScope, row: MemoryRow, at: number): Promise<void> {
  const links = new Map<number, EvidenceRow | undefined>();
  // An undone statement is no evidence any more, but its words are still this memory's.
  for (const seq of await evidenceEverOf(tx, scope.tenant, scope.num, row.id)) links.set(seq, undefined);
  for (const link of await evidenceOf(tx, scope.tenant, scope.num, row.id)) links.set(link.event, link);
  const events = await eventsBySeq(tx, scope.tenant, scope.num, [...links.keys()]);
  for (const [seq, event] of events) {
    const others = (await evidenceFrom(tx, scope.tenant, scope.num, seq)).filter(
      (other) => other.memory !== row.id,
    );
    // A vector says roughly what the words said.
    await dropVectors(tx, scope, "e", seq);
    if (others.length === 0) await eraseEventText(tx, scope, seq, ERASED, false, at);
    else await eraseShared(tx, scope, event, links.get(seq), others, row, at);
  }
  await eraseProfileFrom(tx, scope, new Set(Array.from(events.values(), ({ id }) => id)), row.text, at);
}

/** The event backs other memories too: only the words this one came from go. */
async function eraseShared(
  tx: Tx,
  scope: OpenScope,
  { seq, text }: Event,
  link: EvidenceRow | undefined,
  others: readonly EvidenceRow[],
  row: MemoryRow,
  at: number,
): Promise<void> {
  const found = text.indexOf(row.text);
  const span: [number, number] | undefined =
    link !== undefined && link.span_start !== null && link.span_end !== null
      ? [link.span_start, link.span_end]
      : found >= 0
        ? [found, found + row.text.length]
        : undefined;
  if (span === undefined) return;
  const cut = cutSpan(text, span);
  await eraseEventText(tx, scope, seq, cut.text, true, at);
  for (const other of others) {
    if (other.span_start === null || other.span_end === null) continue;
    await moveSpan(tx, scope, other, cut.move([other.span_start, other.span_end]));
  }
}
