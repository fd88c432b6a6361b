import type { ContextLine, LineState } from "../../api/context.ts";
import type { EventRef, LineRef, MemoryRef } from "../../domain/block-ref.ts";
import type { Event } from "../../domain/event.ts";
import { wordsOfExcerpt } from "../../domain/excerpt.ts";
import { HIDDEN_STATUSES, type Memory } from "../../domain/memory.ts";
import { type BlockFormat, quoteText } from "../../domain/render/formats.ts";
import { formatScope, type Scope } from "../../domain/scope.ts";
import { ERASED } from "../../domain/text.ts";
import { shownAuthor, shownText } from "../../language/shown-name.ts";
import { type AuthorNames, namesIn } from "../../store/tables/authors.ts";
import { eventsBySeq } from "../../store/tables/events.ts";
import { changesOfMemory } from "../../store/tables/history.ts";
import {
  findMemory,
  MEMORY_COLUMNS,
  type MemoryRow,
  statusAt,
  toMemory,
} from "../../store/tables/memories.ts";
import { findScope, type ScopeRef } from "../../store/tables/scopes.ts";
import type { SqlReader } from "../../store/tx.ts";
import { NOBODY } from "../parse/question.ts";

/** A line as it was: for callers, and as it stood in the block. */
export interface ThenLine {
  readonly contextLine: ContextLine;
  readonly line: string;
}

export interface LineReader {
  line(ref: LineRef, format: BlockFormat): Promise<ThenLine>;
  /** A memory of the first scope as it was at a revision; `null` where it is gone or not to be seen. */
  memory(id: string, rev: number): Promise<Memory | null>;
}

interface Rules {
  readonly now: number;
  /** Words of lines that were replaced, forgotten or are held back are not given. */
  readonly openOnly: boolean;
}

/** A scope that the handle reads, with the names of who speaks there. */
interface Shelf {
  readonly reader: SqlReader;
  readonly scope: Scope;
  readonly scopeRef: ScopeRef;
  readonly names: ReadonlyMap<string, AuthorNames>;
  readonly now: number;
}

/** The content of a line then. `render` makes its line in a block, or its part of the core's line. */
interface Then {
  readonly id: string | null;
  readonly state: LineState;
  readonly text: string | null;
  render(format: BlockFormat, core: boolean): string;
}

const CLOSED: ReadonlySet<LineState> = new Set(["replaced", "held", "forgotten"]);
/** Stands for words that are on record and not for this reader. */
const NOT_SHOWN = "[not shown]";

/** Reads the lines of a block as they were. Only scopes of the handle are read, whatever a receipt names. */
export function lineReader(
  reader: SqlReader,
  scopes: readonly [Scope, ...Scope[]],
  { now, openOnly }: Rules,
): LineReader {
  const shelves = new Map<string, Promise<Shelf | null>>();
  const shelfOf = (name: string): Promise<Shelf | null> => {
    const scope = scopes.find((one) => formatScope(one) === name);
    const shelf =
      shelves.get(name) ?? (scope === undefined ? Promise.resolve(null) : open(reader, scope, now));
    shelves.set(name, shelf);
    return shelf;
  };
  const ownScope = formatScope(scopes[0]);
  const isClosed = (state: LineState): boolean => openOnly && CLOSED.has(state);
  return {
    async line(ref, format) {
      const { kind, core, via, relevance, scope = ownScope } = ref;
      const shelf = await shelfOf(scope);
      const then = shelf === null ? gone(null, "unseen") : await thenOf(shelf, ref);
      const { id, state, text, render } = isClosed(then.state) ? gone(then.id, then.state) : then;
      return {
        contextLine: { kind, id, scope, text, core, why: { via, relevance }, state },
        line: render(format, core),
      };
    },
    async memory(id, rev) {
      const shelf = await shelfOf(ownScope);
      const then = shelf === null || rev === 0 ? null : await rowThen(shelf, id, rev);
      if (shelf === null || then === null || isClosed(stateOf(then, now))) return null;
      return memoryIn(shelf, then.row);
    },
  };
}

async function open(reader: SqlReader, scope: Scope, now: number): Promise<Shelf | null> {
  const scopeRef = await findScope(reader, scope);
  if (scopeRef === undefined) return null;
  const names = scope.kind === "user" ? NOBODY : await namesIn(reader, scopeRef);
  return { reader, scope, scopeRef, names, now };
}

function thenOf(shelf: Shelf, ref: LineRef): Promise<Then> {
  return "id" in ref ? memoryThen(shelf, ref) : eventThen(shelf, ref);
}

function gone(id: string | null, state: LineState): Then {
  const words = state === "erased" ? ERASED : NOT_SHOWN;
  return { id, state, text: null, render: (_format, core) => (core ? quoteText(words) : `- ${words}`) };
}

interface RowThen {
  readonly row: MemoryRow;
  readonly now: MemoryRow;
  /** Whether every change since is on record. */
  readonly isKnown: boolean;
}

/** The row that a memory had at a revision: each change on record since, taken back. */
async function rowThen({ reader, scopeRef }: Shelf, id: string, rev: number): Promise<RowThen | null> {
  const now = await findMemory(reader, scopeRef, id);
  if (now === undefined) return null;
  const changes = now.rev > rev ? await changesOfMemory(reader, scopeRef, id, rev) : [];
  const row = { ...now };
  for (const { before } of changes) {
    const columns = before === null ? {} : (JSON.parse(before) as Partial<MemoryRow>);
    for (const column of MEMORY_COLUMNS)
      if (column in columns) Object.assign(row, { [column]: columns[column] });
  }
  return { row, now, isKnown: now.rev <= rev || changes.some((change) => change.rev === now.rev) };
}

function stateOf({ row, now, isKnown }: RowThen, at: number): LineState {
  const status = statusAt(now, at);
  if (status === "soft_deleted") return "forgotten";
  if (status === "superseded") return "replaced";
  if (HIDDEN_STATUSES.includes(status)) return "held";
  if (!isKnown) return "unknown";
  return row.text === now.text ? "current" : "changed";
}

function memoryIn({ names, now }: Shelf, row: MemoryRow): Memory {
  return { ...toMemory(row, now), text: shownText(row, names) };
}

async function memoryThen(shelf: Shelf, { id, rev }: MemoryRef): Promise<Then> {
  const then = await rowThen(shelf, id, rev);
  if (then === null) return gone(id, "erased");
  const memory = memoryIn(shelf, then.row);
  return {
    ...{ id, state: stateOf(then, shelf.now), text: memory.text },
    render: (format, core) => (core ? quoteText(memory.text) : format.line(memory)),
  };
}

async function eventThen(
  shelf: Shelf,
  { kind, seq, words, dated = true, later: change }: EventRef,
): Promise<Then> {
  const seqs = change === null ? [seq] : [seq, change.seq];
  const events = await eventsBySeq(shelf.reader, shelf.scopeRef, seqs);
  const event = events.get(seq);
  const text = textOf(event, words);
  if (event === undefined || text === null) return gone(event?.id ?? null, "erased");
  const next = change === null ? undefined : events.get(change.seq);
  const isHidden = event.hiddenAt !== null || (next?.hiddenAt ?? null) !== null;
  const state = isHidden ? "forgotten" : "current";
  if (kind === "event") {
    const { id, actor, role, at } = event;
    const fields = {
      type: null,
      category: "event",
      key: id,
      confidence: 1,
      importance: 0.5,
      confirmedAt: at,
    };
    const line = { ...fields, text: `${actor ?? role}: ${text}` };
    return { id, state, text, render: (format) => format.line(line) };
  }
  const changed = change === null ? null : (textOf(next, change.words) ?? ERASED);
  const changedAt = change?.dated === false ? null : (next?.at ?? event.at);
  const later = changed === null ? null : { text: changed, at: changedAt };
  const author = authorOf(shelf, event);
  return {
    ...{ id: event.id, state, text: later === null ? text : `${text} (later: ${later.text})` },
    render: (format, core) => {
      if (!core) return format.quote({ text, at: dated ? event.at : null, author, later });
      return later === null ? quoteText(text) : `${quoteText(text)} (later: ${quoteText(later.text)})`;
    },
  };
}

function textOf(event: Event | undefined, words: EventRef["words"]): string | null {
  if (event === undefined || event.erasedAt !== null || words === null) return null;
  return wordsOfExcerpt(event.text, words);
}

/** The author's name where more than one person speaks, as quotes have it. */
function authorOf({ scope, names }: Shelf, { actor }: Event): string | null {
  if (scope.kind !== "group") return null;
  const author = actor === null ? undefined : names.get(actor);
  return author === undefined ? "somebody" : shownAuthor(author);
}
