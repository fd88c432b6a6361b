import type { UpkeepCounts } from "../../api/upkeep.ts";
import type { ChangeEvent } from "../../domain/change.ts";
import { type Aged, type AgeRules, agedRow, ageingAction, countOf } from "../aged-row.ts";
import { showSources } from "../hidden-events.ts";
import { findMemory, type MemoryRow, updateMemory } from "../memories.ts";
import type { OpenScope } from "../scopes.ts";
import { noteSweptBy } from "../swept-by.ts";
import type { Tx } from "../tx.ts";
import { changeMemory } from "./change-memory.ts";
import { inScope, type WriteContext } from "./context.ts";
import { hideSources } from "./hide-sources.ts";

export interface SweepArgs extends WriteContext {
  /** Those that were found; each is looked at again here. */
  ids: string[];
  rules: AgeRules;
  /** How long what has faded away can still be restored. */
  restorableMs: number;
}

const EVENT_OF: Readonly<Record<ReturnType<typeof ageingAction>, ChangeEvent>> = {
  expire: "soft_deleted",
  remove: "soft_deleted",
  archive: "updated",
  revive: "restored",
};
const REASON_OF = {
  expire: "its time is over",
  remove: "its strength fell below strength.removeBelow",
  archive: "its strength fell below strength.archiveBelow",
  revive: "the settings give it more time",
} as const;

/**
 * Writes down what time has already made of memories, each with the moment since which it is so (R44, R140, R141, R156).
 * Nothing that it was made from changes, least of all when it was last confirmed (R303).
 */
export function sweep(tx: Tx, args: SweepArgs): Promise<UpkeepCounts> {
  return inScope(tx, args, async (scope) => {
    const found: { row: MemoryRow; aged: Aged }[] = [];
    for (const id of args.ids) {
      const row = await findMemory(tx, scope, id);
      const aged = row === undefined ? null : agedRow(row, args.rules, args.at);
      if (row !== undefined && aged !== null) found.push({ row, aged });
    }
    // The history tells them in the order in which they happened.
    found.sort((a, b) => (a.aged.since ?? args.at) - (b.aged.since ?? args.at));
    const counts = new Map<string, number>();
    for (const { row, aged } of found) {
      await writeDown(scope, args, row, aged);
      for (const name of ["rows", countOf(row, aged)]) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return Object.fromEntries(counts);
  });
}

async function writeDown(
  scope: OpenScope,
  args: SweepArgs,
  before: MemoryRow,
  { columns, since, what }: Aged,
): Promise<void> {
  const after: MemoryRow = { ...before, ...columns };
  if (what === "quiet") {
    await updateMemory(scope, before.id, ["aged_from", "archive_at", "remove_at", "due_at"], after);
    return;
  }
  if (what === "terms") {
    const context = { ...args, reason: "the settings give it another end" };
    await changeMemory(scope, context, { before, after, event: "updated" });
    return;
  }
  const action = ageingAction(before.status, after.status);
  if (action === "remove") after.purge_at = args.at + args.restorableMs;
  if (before.status === "soft_deleted") after.purge_at = null;
  const context = { ...args, at: since ?? args.at, reason: REASON_OF[action] };
  await changeMemory(scope, context, { before, after, event: EVENT_OF[action], byTime: true });
  if (action === "remove") await hideSources(scope, before.id, args);
  if (before.status === "soft_deleted") await showSources(scope, before.id);
}

/** Every row of the tenant agrees with these settings. */
export async function noteSwept(
  tx: Tx,
  args: { tenant: string; settings: string; at: number },
): Promise<UpkeepCounts> {
  await noteSweptBy(tx, args.tenant, args.settings, args.at);
  return {};
}
