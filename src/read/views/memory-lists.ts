import type { MemoryFilter, Relation } from "../../api/memories.ts";
import type { Page, PageOptions } from "../../api/options.ts";
import type { Access } from "../../domain/allowlist.ts";
import type { DecisionEntry, HistoryEntry } from "../../domain/change.ts";
import { MemoirError } from "../../domain/errors.ts";
import { ALL_BUT_FORGOTTEN, type Memory } from "../../domain/memory.ts";
import type { Scope } from "../../domain/scope.ts";
import { listDecisions, toDecisionEntry, withoutQuotes } from "../../store/tables/decisions.ts";
import { listHistory, toHistoryEntry } from "../../store/tables/history.ts";
import { visibleMemory } from "../../store/tables/memories.ts";
import { listMemories } from "../../store/tables/memory-search.ts";
import { relationsBetween } from "../../store/tables/relations.ts";
import { findScope } from "../../store/tables/scopes.ts";
import { TOP } from "../../store/tx.ts";
import { visibleFilter } from "../parse/filter.ts";
import type { ReadContext } from "../shared/request.ts";
import { numericCursor, page, pageBy } from "./page.ts";
import { showIn } from "./shown-memory.ts";

/** A scope, and which of its categories the reader may see. */
export interface VisibleScope {
  readonly scope: Scope;
  readonly access: Access;
}

/** Decisions are numbered within their event. */
const DECISIONS = numericCursor({ seq: TOP, num: 2 ** 31 - 1 });

/** The history of memories can be shown and undone only where the settings keep it. */
export function needAudit({ settings }: Pick<ReadContext, "settings">, action: "show" | "undo"): void {
  if (settings.audit === "full") return;
  throw new MemoirError("audit_off", `audit is off in the settings, so there is no history to ${action}.`);
}

/** One memory by its id or a beginning of it; `null` where there is none. */
export async function memoryInScope(
  context: ReadContext,
  { scope, access }: VisibleScope,
  id: string,
): Promise<Memory | null> {
  const memory = await visibleMemory(context.use(), scope, access, id);
  if (memory === undefined) return null;
  const show = await showIn(context.use(), memory.scopeRef, scope.kind);
  return show(memory.row, context.now());
}

/** The memories of a scope that meet a filter, newest first; those that are forgotten only where it names them. */
export async function pageOfMemories(
  context: ReadContext,
  scope: Scope,
  filter: MemoryFilter,
  paging: PageOptions,
): Promise<Page<Memory>> {
  const scopeRef = await findScope(context.use(), scope);
  return page(paging, async (part) => {
    if (scopeRef === undefined) return [];
    const at = context.now();
    const where = { ...filter, status: filter.status ?? ALL_BUT_FORGOTTEN, at };
    const rows = await listMemories(context.use(), scopeRef, where, part);
    const show = await showIn(context.use(), scopeRef, scope.kind);
    return rows.map((row) => ({ item: show(row, at), position: row.num }));
  });
}

/** The decisions about one memory or about a whole scope, newest first. */
export async function pageOfDecisions(
  context: ReadContext,
  { scope, access }: VisibleScope,
  { memory, outcome }: { readonly memory: string | undefined; readonly outcome: string | undefined },
  paging: PageOptions,
): Promise<Page<DecisionEntry>> {
  const categories = access.categories ?? undefined;
  const scopeRef = await findScope(context.use(), scope);
  return pageBy(paging, DECISIONS, async (part) => {
    if (scopeRef === undefined) return [];
    const rows = await listDecisions(context.use(), scopeRef, { memory, outcome, categories }, part);
    return rows.map((row) => {
      // A reason may quote what was compared, of whatever category.
      const reason = categories === undefined ? row.reason : withoutQuotes(row.reason);
      return { item: toDecisionEntry({ ...row, reason }), position: { seq: row.seq, num: row.num } };
    });
  });
}

/** The history of one memory or of a whole scope, newest first. */
export async function pageOfHistory(
  context: ReadContext,
  { scope, access }: VisibleScope,
  memory: string | undefined,
  paging: PageOptions,
): Promise<Page<HistoryEntry>> {
  const filter = { memory, merged: true, categories: access.categories ?? undefined };
  const scopeRef = await findScope(context.use(), scope);
  return page(paging, async (part) => {
    if (scopeRef === undefined) return [];
    const rows = await listHistory(context.use(), scopeRef, filter, part);
    return rows.map((row) => ({ item: toHistoryEntry(row), position: row.rev }));
  });
}

/** The relations between active memories: those of one memory, or of a whole scope. */
export async function visibleRelations(
  context: ReadContext,
  { scope, access }: VisibleScope,
  range: { readonly memory: string | undefined; readonly limit: number },
): Promise<Relation[]> {
  const scopeRef = await findScope(context.use(), scope);
  if (scopeRef === undefined) return [];
  const filter = { ...visibleFilter(access, { status: ["active"] }), at: context.now() };
  const rows = await relationsBetween(context.use(), scopeRef, filter, range);
  return rows.map(({ from_id, to_id, relation_type, strength, created_at }) => ({
    from: from_id,
    to: to_id,
    type: relation_type,
    strength,
    createdAt: new Date(created_at),
  }));
}
