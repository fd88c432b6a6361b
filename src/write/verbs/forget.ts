import { randomUUID } from "node:crypto";
import type { ForgetOptions, ForgetResult, ForgetTarget } from "../../api/write.ts";
import { mayTouch } from "../../domain/allowlist.ts";
import {
  checkFlag,
  checkList,
  checkOneOf,
  checkOptions,
  checkReason,
  checkSignal,
} from "../../domain/arguments.ts";
import { checkAborted, invalidArgument, MemoirError } from "../../domain/errors.ts";
import { MEMORY_STATUSES, type Memory, type MemoryStatus } from "../../domain/memory.ts";
import { redact } from "../../domain/redact/redact.ts";
import type { Scope } from "../../domain/scope.ts";
import { checkId } from "../../domain/text.ts";
import type { ToolName } from "../../domain/tool-definitions.ts";
import { type ReadableScope, resolveScopes } from "../../scope-index/scope-index.ts";
import { eventsBySeq, findEvent, type NewEvent } from "../../store/tables/events.ts";
import {
  findMemoryByKey,
  type MemoryRow,
  memoryById,
  statusAt,
  survivorOf,
  toMemory,
} from "../../store/tables/memories.ts";
import { newestHolding } from "../../store/tables/memories-holding.ts";
import type { Forgotten } from "../../store/writes/revise.ts";
import { ownEvent } from "../tools/proposal.ts";
import type { Acting, WriteTools } from "../tools/write-tools.ts";
import { type CheckedTarget, checkTarget } from "./forget-target.ts";
import { eventsSaying, eventsToHide, sourceEvents } from "./hidden-events.ts";

const DAY = 86_400_000;
/** No cap: a forget that leaves some behind without a word would be worse than a slow one. */
const ALL = Number.MAX_SAFE_INTEGER;

/** Where it is to be forgotten, and who asks for it. */
interface Forgetter {
  readonly scopes: readonly Scope[];
  readonly acting: Acting;
}

export async function forgetIn(
  tools: WriteTools,
  { scopes, acting }: Forgetter,
  target: ForgetTarget,
  options: ForgetOptions | undefined,
): Promise<ForgetResult> {
  const reader = tools.use();
  const how = howOf(checkTarget(target), options, acting);
  const dryRun = "about" in target && checkFlag(target.dryRun ?? false, "dryRun");
  checkAborted(how.signal);
  const memories: Memory[] = [];
  const restored: string[] = [];
  const replaced: string[] = [];
  const hidden: string[] = [];
  let done = false;
  for (const readable of await resolveScopes(reader, scopes)) {
    const find = (): Promise<MemoryRow[]> => loadTargets(tools, readable, how);
    const result = dryRun
      ? await wouldForget(tools, readable, how, await find())
      : await forgetFound(tools, readable, how, find);
    if (result === null) continue;
    const at = tools.now();
    done = true;
    hidden.push(...(await idsOf(tools, readable, result.hidden)));
    memories.push(...result.forgotten.map((row) => toMemory(row, at)));
    restored.push(...result.restored);
    replaced.push(...result.replaced);
  }
  const batch = done && !dryRun && !how.hard ? (how.batch ?? null) : null;
  const isFound = memories.length > 0 || ("message" in how.target && done);
  return { found: isFound, memories, batch, hidden, restored, replaced };
}

function howOf(target: CheckedTarget, options: ForgetOptions | undefined, acting: Acting): How {
  const {
    hard,
    echoes,
    includeRepetitions = echoes,
    bringBack,
    statuses,
    reason,
    batch: requestedBatch,
    signal,
  } = checkOptions(options, "forget()");
  const how: How = {
    acting,
    target,
    hard: checkFlag(hard ?? false, "hard"),
    includeRepetitions: checkFlag(includeRepetitions ?? false, "includeRepetitions"),
    bringBack: checkFlag(bringBack ?? true, "bringBack"),
    reason: checkReason(reason, "forget"),
    batch: requestedBatch === undefined ? batchOf(target) : checkId(requestedBatch, "batch"),
    signal: checkSignal(signal),
    only:
      statuses === undefined
        ? MEMORY_STATUSES
        : Array.from(checkList(statuses, "statuses"), (one) => checkOneOf(one, MEMORY_STATUSES, "statuses")),
    // A handle that is bound to categories forgets no more than the memories of those.
    about: "about" in target && acting.access.categories === null ? target.about : null,
  };
  if (how.hard && "message" in target)
    throw invalidArgument(
      "A message is erased by events.remove(); forget({ message }) only keeps it from recall.",
    );
  return how;
}

async function idsOf(tools: WriteTools, readable: ReadableScope, seqs: readonly number[]): Promise<string[]> {
  return [...(await eventsBySeq(tools.use(), readable, [...seqs])).values()].map(({ id }) => id);
}

interface ToolCaller {
  readonly tool: ToolName;
  readonly agent: string | null;
}

/**
 * Forgets, restorably, those of the targeted memories that may go, on a tool's word. That the others should go waits for
 * a person. Gives back both kinds.
 */
export async function forgetByTool(
  tools: WriteTools,
  { scopes, acting, ...caller }: Forgetter & ToolCaller,
  target: ForgetTarget,
  mayForget: (row: MemoryRow) => boolean,
): Promise<{ forgotten: Memory[]; kept: Memory[] }> {
  const reader = tools.use();
  const { tool } = caller;
  const checkedTarget = checkTarget(target);
  const how: How = {
    ...{ acting, target: checkedTarget, only: MEMORY_STATUSES, about: null },
    ...{ hard: false, reason: tool, batch: batchOf(checkedTarget), signal: undefined },
  };
  const forgotten: Memory[] = [];
  const staying: Memory[] = [];
  for (const readable of await resolveScopes(reader, scopes)) {
    const at = tools.now();
    const find = async (): Promise<MemoryRow[]> => loadTargets(tools, readable, how);
    const others = (await find()).filter((row) => !mayForget(row));
    staying.push(...others.map((row) => toMemory(row, at)));
    const ids = others.filter((row) => statusAt(row, at) === "active").map(({ id }) => id);
    if (ids.length > 0) {
      const context = tools.context(readable.scope, tool, acting);
      const event = toolCall(caller, target, at);
      await tools.store.write("askForget", { ...context, ids, tool, event });
    }
    const findMine = async (): Promise<MemoryRow[]> => (await find()).filter(mayForget);
    const result = await forgetFound(tools, readable, how, findMine);
    forgotten.push(...(result?.forgotten ?? []).map((row) => toMemory(row, at)));
  }
  return { forgotten, kept: staying };
}

/** The tool's call as it is kept: its words are the model's, so they are nobody's claim. */
function toolCall({ tool, agent }: ToolCaller, target: ForgetTarget, at: number): NewEvent {
  const what = Object.values(target).find((one): one is string => typeof one === "string") ?? "";
  return ownEvent(at, {
    ...{ type: "tool_result", role: "tool", actor: agent, authorName: null },
    ...{ text: redact(what).text, content: JSON.stringify({ tool }) },
  });
}

/** One that takes several, or hides a message, is one operation. */
function batchOf(target: CheckedTarget): string | undefined {
  return "about" in target || "message" in target ? randomUUID() : undefined;
}

interface How {
  readonly acting: Acting;
  readonly target: CheckedTarget;
  /** Of what is targeted, only what has one of these statuses. */
  readonly only: readonly MemoryStatus[];
  /** Words that name events that go too; `null`: only those that say what a memory says. */
  readonly about: string | null;
  readonly hard: boolean;
  readonly includeRepetitions?: boolean;
  /** Default: true. */
  readonly bringBack?: boolean;
  readonly reason: string;
  readonly batch: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * Two who forget the same at once both get what they want: when one was faster, the other looks again. `null`: there was
 * neither a memory nor an event.
 */
async function forgetFound(
  tools: WriteTools,
  readable: ReadableScope,
  how: How,
  find: () => Promise<MemoryRow[]>,
): Promise<Forgotten | null> {
  const { scope } = readable;
  const { acting, hard, includeRepetitions, bringBack, reason, batch, signal } = how;
  for (;;) {
    const rows = await find();
    const events = await saying(tools, readable, how, rows);
    if (rows.length === 0 && events.length === 0) return null;
    const ids = rows.map(({ id }) => id);
    const context = { ...tools.context(scope, reason, acting), batch, ids, events, bringBack };
    const purgeAt = purgeTime(tools, context.at);
    try {
      const forgotten = hard
        ? await tools.store.write("purge", { ...context, includeRepetitions }, { signal })
        : await tools.store.write("forget", { ...context, purgeAt }, { signal });
      tools.changed();
      if (hard) tools.erased(scope);
      return forgotten;
    } catch (error) {
      if (!MemoirError.is(error) || error.code !== "gone") throw error;
    }
  }
}

async function wouldForget(
  tools: WriteTools,
  readable: ReadableScope,
  how: How,
  forgotten: MemoryRow[],
): Promise<Forgotten> {
  const seqs = await saying(tools, readable, how, forgotten);
  const events = await eventsBySeq(tools.use(), readable, seqs);
  const hidden = seqs.filter((seq) => events.get(seq)?.hiddenAt === null);
  return { forgotten, hidden, restored: [], replaced: [] };
}

/** When a memory that is forgotten now is erased. */
export function purgeTime({ settings }: Pick<WriteTools, "settings">, at: number): number {
  return at + settings.forget.purgeAfterDays * DAY;
}

/** The events that say it too, or what `about` names: their words must not bring back what was forgotten. */
async function saying(
  tools: WriteTools,
  readable: ReadableScope,
  { about, hard, target, acting }: How,
  rows: readonly MemoryRow[],
): Promise<number[]> {
  const reader = tools.use();
  if ("message" in target) {
    // A handle that is bound to categories sees no messages.
    const event =
      acting.access.categories === null ? await findEvent(reader, readable, target.message) : undefined;
    return event === undefined || event.hiddenAt !== null || event.erasedAt !== null ? [] : [event.seq];
  }
  if (about === null && rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const sources = await sourceEvents(reader, readable, ids);
  return tools.indexes.events(reader, readable, (index) => {
    // A hard forget erases words; other messages are the caller's to name (`includeRepetitions`).
    const said = hard ? [] : rows.flatMap((row) => eventsSaying(index, row));
    return eventsToHide(index, {
      about,
      author: null,
      sources: [...sources, ...said],
      before: Number.MAX_SAFE_INTEGER,
    });
  });
}

async function loadTargets(
  tools: WriteTools,
  readable: ReadableScope,
  { acting, target, only, hard }: How,
): Promise<MemoryRow[]> {
  const reader = tools.use();
  const { categories } = acting.access;
  const at = tools.now();
  // A hard forget also reaches what was forgotten softly before. Memories that the handle may not see are not found.
  const reaches = (row: MemoryRow | undefined): row is MemoryRow =>
    row !== undefined &&
    (hard || row.status !== "soft_deleted") &&
    only.includes(statusAt(row, at)) &&
    mayTouch(categories, row.category);
  if ("message" in target) return [];
  if ("id" in target) {
    const row = await memoryById(reader, readable, target.id);
    return reaches(row) ? [row] : [];
  }
  if ("key" in target) {
    const keyed = await findMemoryByKey(reader, readable, target.key);
    const row = keyed && (await survivorOf(reader, readable, keyed));
    return reaches(row) ? [row] : [];
  }
  const status = only.filter((one) => hard || one !== "soft_deleted");
  if (status.length === 0) return [];
  const filter = { status, at, categories: categories ?? undefined };
  const memories = await newestHolding(reader, readable, { terms: target.terms, limit: ALL }, filter);
  const rows = new Map<string, MemoryRow>();
  for (const memory of memories) {
    const row = await survivorOf(reader, readable, memory);
    if (reaches(row)) rows.set(row.id, row);
  }
  return [...rows.values()];
}
