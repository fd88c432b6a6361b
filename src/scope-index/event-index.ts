import { type PromptLine, promptLine } from "../domain/budget.ts";
import type { Event } from "../domain/event.ts";
import { passages } from "../domain/passages.ts";
import type { BlockFormat } from "../domain/render/formats.ts";
import type { Span } from "../domain/text.ts";
import { withoutBlocks } from "../domain/without-injected.ts";
import { simple } from "../language/chinese/script.ts";
import { speakersWords } from "../language/handed-over.ts";
import { mayUpdate } from "../language/languages.ts";
import { type ParsedMessage, readMessage } from "../language/message.ts";
import { terms } from "../language/terms.ts";
import { giveWay, nextTurn } from "../runtime/yield.ts";
import { changesSince } from "../store/tables/change-log.ts";
import { eventsAfter } from "../store/tables/events.ts";
import { vectorsAfter, vectorsSince } from "../store/tables/vectors.ts";
import type { SqlReader } from "../store/tx.ts";
import { Corpus } from "./corpus.ts";
import type { Arena } from "./kernel/kernel.ts";
import {
  addVectors,
  eachVectorPage,
  RebuildableIndex,
  ROWS_PER_READ,
  type ScopeCounters,
  type ScopeIndex,
} from "./scope-index.ts";
import { Updates } from "./updates.ts";

/** An event in the index, with values computed from it. */
export class EventEntry {
  readonly event: Event;
  #handedOver: readonly Span[] | null = null;
  #passages: readonly string[] | null = null;
  #message: { readonly part: number; readonly message: ParsedMessage } | null = null;
  #line: (PromptLine & { readonly format: BlockFormat; readonly part: number }) | null = null;

  constructor(event: Event) {
    this.event = event;
  }

  /** The words that are not its author's, once somebody has judged them. */
  judge(handedOver: readonly Span[]): void {
    this.#handedOver = handedOver;
    this.#message = null;
  }

  /** One passage of a long text; a short one is its own. */
  passage(part: number): string {
    this.#passages ??= passages(this.event.text);
    return this.#passages.length === 1 ? this.event.text : (this.#passages[part] ?? this.event.text).trim();
  }

  /** The line of one passage in a prompt: an event speaks for itself, who said what and when. */
  lineIn(format: BlockFormat, part: number): PromptLine {
    if (this.#line?.format !== format || this.#line.part !== part) {
      const { id, actor, role, at } = this.event;
      const text = `${actor ?? role}: ${this.passage(part)}`;
      const line = { type: null, category: "event", key: id, text, confidence: 1, importance: 0.5 };
      this.#line = { format, part, ...promptLine(format.line({ ...line, confirmedAt: at })) };
    }
    return this.#line;
  }

  /** The content of one passage, sentence by sentence. */
  message(part: number): ParsedMessage {
    if (this.#message?.part !== part) {
      const passage = this.passage(part);
      const { text } = this.event;
      const start = text.indexOf(passage);
      // Whose words a passage holds shows in those before it.
      const all = passage === text ? this.#handedOver : foreignIn(text, this.#handedOver);
      const handedOver = all?.map(([from, to]): Span => [from - start, to - start]) ?? null;
      this.#message = { part, message: readMessage(passage, handedOver) };
    }
    return this.#message.message;
  }

  /** Whether it is a user's own message: nothing else is ever quoted. */
  get isUsers(): boolean {
    const { role, type, content } = this.event;
    return role === "user" && type === "message" && content?.import === undefined;
  }
}

/** Where nobody says what a session is, this long a silence ends it. */
const SILENCE = 4 * 3_600_000;
const MAX_CHANGES = 1_000;

/** The events that were read so far. */
class Shelf {
  readonly corpus: Corpus<EventEntry>;
  readonly updates = new Updates();
  seq = 0;
  /** For events that name no session. */
  lastAt = Number.NEGATIVE_INFINITY;
  sitting = 0;

  constructor(arena: Arena) {
    this.corpus = new Corpus(arena, false);
  }
}

/** The events of one scope, in memory. Those without words, or whose words were erased or are to be forgotten, are not in it. */
export class EventIndex extends RebuildableIndex<EventEntry, Shelf> implements ScopeIndex {
  #loaded = false;
  #rev = 0;
  #vec = 0;
  #hides = 0;

  constructor(arena: Arena) {
    super(() => new Shelf(arena));
  }

  /** Which messages a later one has changed. */
  get updates(): Updates {
    return this.shelf.updates;
  }

  get bytes(): number {
    return this.corpus.bytes;
  }

  isAt({ seq, rev, vec, hides }: ScopeCounters): boolean {
    return (
      this.#loaded && this.shelf.seq >= seq && this.#rev >= rev && this.#vec >= vec && this.#hides >= hides
    );
  }

  async catchUp(reader: SqlReader, scopeRef: ScopeCounters): Promise<void> {
    const hidden = this.#hides < scopeRef.hides;
    if (!this.#loaded || this.corpus.worn || hidden || (await this.#erased(reader, scopeRef))) {
      await this.#load(reader, scopeRef);
    } else {
      await append(this.shelf, reader, scopeRef);
      if (this.#vec < scopeRef.vec)
        addVectors(this.corpus, await vectorsSince(reader, scopeRef, "e", this.#vec), judge);
    }
    this.#loaded = true;
    this.#rev = scopeRef.rev;
    this.#vec = scopeRef.vec;
    this.#hides = scopeRef.hides;
  }

  #load(reader: SqlReader, scopeRef: ScopeCounters): Promise<void> {
    return this.refill(!this.#loaded, async (shelf) => {
      // Whoever needs it has worked in this turn, too.
      await nextTurn();
      await append(shelf, reader, scopeRef);
      await eachVectorPage(
        shelf.corpus,
        (after, limit) => vectorsAfter(reader, scopeRef, "e", { after, limit }),
        judge,
      );
    });
  }

  /** A purge takes words out of events; that is rare, so the index is then rebuilt. */
  async #erased(reader: SqlReader, scopeRef: ScopeCounters): Promise<boolean> {
    if (this.#rev >= scopeRef.rev) return false;
    const changes = await changesSince(reader, scopeRef, this.#rev, MAX_CHANGES);
    const whole = changes[0]?.rev === this.#rev + 1 && (changes.at(-1)?.rev ?? 0) >= scopeRef.rev;
    return !whole || changes.some((change) => change.event === "deleted");
  }
}

/** The stretches of a text that are not its speaker's own, by what was judged and by its shape. */
function foreignIn(text: string, handedOver: readonly Span[] | null): Span[] {
  const ownText = speakersWords(withoutBlocks(text), handedOver);
  const spans: [number, number][] = [];
  for (let i = 0; i < text.length; i += 1) {
    if (ownText[i] === text[i]) continue;
    const last = spans.at(-1);
    if (last?.[1] === i) last[1] = i + 1;
    else spans.push([i, i + 1]);
  }
  return spans;
}

function judge(entry: EventEntry, handedOver: readonly Span[]): void {
  entry.judge(handedOver);
}

/** Reads on from where the shelf ends. */
async function append(shelf: Shelf, reader: SqlReader, scopeRef: ScopeCounters): Promise<void> {
  while (shelf.seq < scopeRef.seq) {
    const events = await eventsAfter(reader, scopeRef, shelf.seq, ROWS_PER_READ);
    for (const event of events) {
      await putEvent(shelf, event);
      shelf.seq = event.seq;
      await giveWay();
    }
    if (events.length === 0) shelf.seq = scopeRef.seq;
  }
}

/** How people in chats put one word right. */
const STARRED = /^\s{0,4}\*(?!\*)/;
/** Characters of one message that are searched; the rest is not. */
const LONGEST_INDEXED = 32_768;
/** Characters taken apart in one go: Chinese needs a dictionary, and some microseconds for each. */
const SLICE = 2_000;
const BETWEEN_WORDS = /[\s\p{P}]/u;
/** How far back a slice looks for a word boundary. */
const LONGEST_WORD = 100;

/** The words of a text, taken apart in slices that end between words where there are any. */
async function termsOf(original: string): Promise<string[]> {
  const text = simple(original);
  if (text.length <= SLICE) return terms(text);
  const result: string[] = [];
  const most = Math.min(text.length, LONGEST_INDEXED);
  for (let from = 0; from < most; ) {
    const to = sliceEnd(text, from, Math.min(from + SLICE, most));
    for (const term of terms(text.slice(from, to))) result.push(term);
    from = to;
    await giveWay();
  }
  return result;
}

/** Always behind `from`, so that a slice is never empty. */
function sliceEnd(text: string, from: number, at: number): number {
  if (at >= text.length) return at;
  const least = Math.max(from, at - LONGEST_WORD);
  for (let end = at; end > least; end -= 1) if (BETWEEN_WORDS.test(text[end - 1]!)) return end;
  return at;
}

async function putEvent(shelf: Shelf, event: Event): Promise<void> {
  const at = event.at.getTime();
  const session = event.session ?? event.thread;
  if (session === null && at - shelf.lastAt > SILENCE) shelf.sitting += 1;
  shelf.lastAt = at;
  if (event.text.trim() === "" || event.erasedAt !== null || event.hiddenAt !== null) return;
  const entry = new EventEntry(event);
  const words = await termsOf(event.text);
  const item = shelf.corpus.add({
    ref: event.seq,
    row: entry,
    text: event.text,
    name: "",
    terms: words,
    session: session === null ? `\n${shelf.sitting}` : session,
    author: event.actor ?? event.role,
    assistant: event.role !== "user",
    time: at,
  });
  // Notes of the system and of tools make no talk with an assistant.
  if (event.role === "assistant") shelf.corpus.hasAssistant = true;
  if (!entry.isUsers || !mayUpdate(event.text)) return;
  const { updates, takesBack } = entry.message(0);
  if (updates || takesBack)
    shelf.updates.add(shelf.corpus, { item, terms: words, takesBack, starred: STARRED.test(event.text) });
}
