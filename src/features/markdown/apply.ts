import type { MarkdownEdit } from "../../api/markdown.ts";
import { checkAborted, MemoirError } from "../../domain/errors.ts";
import type { FileEntry } from "../../domain/markdown/format.ts";
import { SHORT_ID } from "../../domain/memory.ts";
import { redact } from "../../domain/redact/redact.ts";
import type { MemoryRow } from "../../store/tables/memories.ts";
import type { WriteContext } from "../../store/writes/context.ts";
import type { Entered } from "../../write/commit/commit.ts";
import type { WriteTools } from "../../write/tools/write-tools.ts";
import { purgeTime } from "../../write/verbs/forget.ts";
import { enterHandEdit } from "../../write/verbs/hand-edit.ts";
import type { FileEdit } from "./reconcile.ts";
import { categoryOf, changedColumns, isInFile, newColumns, requestedId } from "./row-entry.ts";

export interface AppliedEdit extends MarkdownEdit {
  /** The block of what was refused, without what must not be stored. */
  readonly raw: string | null;
}

export interface ApplyInput {
  readonly tools: WriteTools;
  /** The memories of the scope by the id that the file shows. */
  readonly rows: ReadonlyMap<string, MemoryRow>;
  readonly updated: number | null;
  readonly file: string;
  readonly context: WriteContext;
  /** Checked before each edit: those that were taken stay. */
  readonly signal: AbortSignal | undefined;
}

/** More edits than this are no typing: their vectors are left to a job. */
const BY_HAND = 20;

/** Takes the edits of a file over into the database, one after the other. */
export async function applyFileEdits(
  applyInput: ApplyInput,
  edits: readonly FileEdit[],
): Promise<AppliedEdit[]> {
  const many = edits.length > BY_HAND;
  const tools = many ? { ...applyInput.tools, embed: async () => [] } : applyInput.tools;
  const input = { ...applyInput, tools };
  const applied: AppliedEdit[] = [];
  for (const edit of edits) {
    checkAborted(applyInput.signal);
    applied.push(await applyOne(input, edit));
  }
  checkAborted(applyInput.signal);
  if (edits.length > 0) applyInput.tools.embedLater(applyInput.context.scope);
  return applied;
}

async function applyOne(input: ApplyInput, edit: FileEdit): Promise<AppliedEdit> {
  if (edit.kind === "remove") return remove(input, edit.id);
  const row = edit.kind === "change" ? (input.rows.get(edit.id) ?? null) : null;
  const { entry } = edit;
  try {
    const { tools, updated, file, context } = input;
    const columns =
      edit.kind === "change" && row !== null
        ? changedColumns(row, entry, edit.changed, context.at)
        : newColumns(entry, updated, context.at);
    // Words that nobody edited stay as the database has them: the file may show them a little differently.
    const text =
      row !== null && edit.kind === "change" && isSame(edit, row, context.at) ? row.text : entry.text;
    const category = columns.category ?? categoryOf(entry);
    const id = row === null ? requestedId(entry) : undefined;
    const byHand = { of: row, text, category, columns, id, file };
    const entered = await enterHandEdit(tools, byHand, context);
    return outcomeOf(entered, row === null ? "added" : "changed", entry, tools);
  } catch (error) {
    if (!MemoirError.is(error) || !REFUSALS.has(error.code)) throw error;
    return refusedEdit(error.message, entry, input.tools);
  }
}

/** An entry that cannot be taken; everything else is a failure of the sync. */
const REFUSALS: ReadonlySet<string> = new Set([
  "invalid_argument",
  "too_large",
  "not_allowed",
  "writes_disabled",
  "quota_exceeded",
]);

function isSame({ changed }: Extract<FileEdit, { kind: "change" }>, row: MemoryRow, at: number): boolean {
  return !changed.includes("text") && isInFile(row, at);
}

function outcomeOf(
  entered: Entered,
  kind: "added" | "changed",
  entry: FileEntry,
  tools: WriteTools,
): AppliedEdit {
  if ("refused" in entered) return refusedEdit(entered.refused.reason, entry, tools);
  const id = entered.memory?.id.slice(0, SHORT_ID) ?? null;
  const waits = ["pending", "shadow", "disabled"].includes(entered.memory?.status ?? "");
  if (!waits) return { kind, id, reason: null, raw: null };
  return { kind: "waiting", id, reason: entered.reason, raw: null };
}

function refusedEdit(reason: string, { raw, id }: FileEntry, { settings }: WriteTools): AppliedEdit {
  const { text } = redact(raw, settings.privacy.denyPatterns);
  return { kind: "refused", id, reason, raw: text };
}

/** An entry that a person took out of the file is forgotten, restorably. */
async function remove({ tools, rows, context }: ApplyInput, id: string): Promise<AppliedEdit> {
  const row = rows.get(id)!;
  await tools.store.write("forget", { ...context, ids: [row.id], purgeAt: purgeTime(tools, context.at) });
  tools.changed();
  return { kind: "removed", id, reason: null, raw: null };
}
