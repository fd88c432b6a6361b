import type { ContextEntry, ContextOptions, ReplyContext } from "../../api/context.ts";
import type { Page, PageOptions } from "../../api/options.ts";
import type { Receipt } from "../../api/recall.ts";
import { checkUnbound } from "../../domain/allowlist.ts";
import { checkFlag } from "../../domain/arguments.ts";
import type { BlockRef } from "../../domain/block-ref.ts";
import { checkAborted } from "../../domain/errors.ts";
import { type Event, withoutWords } from "../../domain/event.ts";
import { deltaHeader, FORMATS } from "../../domain/render/formats.ts";
import { checkId } from "../../domain/text.ts";
import { type ContextRow, contextsBelow, findContext } from "../../store/tables/contexts.ts";
import { findEvent } from "../../store/tables/events.ts";
import { findScope } from "../../store/tables/scopes.ts";
import type { ReadContext, ReadingHandle } from "../shared/request.ts";
import { type LineReader, lineReader, type ThenLine } from "./line-then.ts";
import { page } from "./page.ts";

/** Contexts quote events, which belong to no category: who is bound to some sees none of them. */
const WHAT = "contexts of replies";

type Reads = Pick<ReadContext, "use" | "now">;

/** The block that went with a reply, in the words that it had then as far as they are still on record. */
export async function replyContext(
  context: Reads,
  { scopes, access }: ReadingHandle,
  reply: string,
  { openOnly = false, signal }: ContextOptions = {},
): Promise<ReplyContext | null> {
  checkUnbound(access, WHAT);
  const id = checkId(reply, "reply");
  const isOpenOnly = checkFlag(openOnly, "openOnly");
  checkAborted(signal);
  const reader = context.use();
  const scopeRef = await findScope(reader, scopes[0]);
  const row = scopeRef === undefined ? undefined : await findContext(reader, scopeRef, id);
  if (scopeRef === undefined || row === undefined) return null;
  const { receipt, block } = receiptOf(row);
  const read = lineReader(reader, scopes, { now: context.now(), openOnly: isOpenOnly });
  const lines: ThenLine[] = [];
  for (const ref of block.lines) lines.push(await read.line(ref, FORMATS[block.format]));
  const eventOf = async (eventId: string | null): Promise<Event | null> => {
    const event = eventId === null ? undefined : await findEvent(reader, scopeRef, eventId);
    if (event === undefined) return null;
    return isOpenOnly && event.hiddenAt !== null ? withoutWords(event) : event;
  };
  return {
    ...{ reply: row.reply, thread: row.thread, at: new Date(row.at), receipt },
    event: await eventOf(row.reply),
    question: await eventOf(row.question),
    block: await blockText(block, lines, read),
    lines: lines.map(({ contextLine }) => contextLine),
    ...{ tokens: block.tokens, maxTokens: block.maxTokens },
    ...{ placement: block.placement, degraded: block.degraded },
  };
}

/** A recorded receipt always says what its block had. */
function receiptOf(row: ContextRow): { receipt: Receipt; block: BlockRef } {
  const receipt = JSON.parse(row.receipt) as Receipt & { readonly block: BlockRef };
  return { receipt, block: receipt.block };
}

/** The block with the words of then, as `recall()` renders it. */
async function blockText(
  { format, delta }: BlockRef,
  lines: readonly ThenLine[],
  read: LineReader,
): Promise<string> {
  const { always, wrap } = FORMATS[format];
  const core = lines.filter(({ contextLine }) => contextLine.core).map(({ line }) => line);
  const rest = lines.filter(({ contextLine }) => !contextLine.core).map(({ line }) => line);
  const all = core.length === 0 ? rest : [always(core), ...rest];
  const changes = [];
  for (const [i, { event, id, rev }] of (delta?.changes ?? []).entries())
    changes.push({ event, rev: i, memory: await read.memory(id, rev) });
  const header = deltaHeader(delta?.since ?? 0, changes);
  return [header, all.length === 0 ? "" : wrap(all)].filter((part) => part !== "").join("\n");
}

/** The replies with a context on record, newest first. */
export async function listContexts(
  context: Reads,
  { scopes: [scope], access }: ReadingHandle,
  options: PageOptions = {},
): Promise<Page<ContextEntry>> {
  checkUnbound(access, WHAT);
  const scopeRef = await findScope(context.use(), scope);
  return page(options, async (part) => {
    if (scopeRef === undefined) return [];
    const rows = await contextsBelow(context.use(), scopeRef, part);
    return rows.map((row) => ({ item: entryOf(row), position: row.num }));
  });
}

function entryOf(row: ContextRow): ContextEntry {
  const { reply, question, thread, at } = row;
  const { lines, tokens, maxTokens, degraded } = receiptOf(row).block;
  return { reply, question, thread, at: new Date(at), lines: lines.length, tokens, maxTokens, degraded };
}
