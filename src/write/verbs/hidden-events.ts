import type { Event } from "../../domain/event.ts";
import { LONGEST_READ } from "../../domain/passages.ts";
import { itemIn } from "../../domain/relevance/relevance-index.ts";
import { type Nameable, quotable, quotes, textsNamed } from "../../language/forget.ts";
import { terms } from "../../language/terms.ts";
import { giveWay } from "../../runtime/yield.ts";
import type { EventEntry, EventIndex } from "../../scope-index/event-index.ts";
import { evidenceOf } from "../../store/tables/evidence.ts";
import type { ScopeRef } from "../../store/tables/scopes.ts";
import type { SqlReader } from "../../store/tx.ts";

/** The events to forget. */
interface Unwanted {
  /** Words that name it; `null`: only what `sources` say. */
  readonly about: string | null;
  /** The author whose messages count; `null`: anybody's. */
  readonly author: string | null;
  /** Events that say it for sure, by seq. */
  readonly sources: readonly number[];
  /** Only events before this one. */
  readonly before: number;
}

/**
 * The events that say what somebody asks to forget, by seq: what they said themselves, what the assistant said of it,
 * and whoever quotes either of them.
 */
export async function eventsToHide(
  { corpus }: EventIndex,
  { about, author, sources, before }: Unwanted,
): Promise<number[]> {
  const earlier = eventsIn(corpus.rows).filter(({ seq }) => seq < before);
  const said = about === null ? [] : await saidBefore({ corpus }, { author, before });
  const matches = textsNamed(about ?? "", said);
  // The assistant's answer leaves it open which of the two is meant.
  const hidden =
    matches.length > 0
      ? matches
      : textsNamed(
          about ?? "",
          said.filter(({ isUsers }) => isUsers),
        );
  const targets = new Set([...sources, ...hidden.map(({ seq }) => seq)]);
  // Whoever says the same a thousand times has said one thing.
  const texts = new Set<string>();
  for (const { seq, text } of earlier) {
    if (targets.has(seq)) texts.add(quotable(text.slice(0, LONGEST_READ)));
    await giveWay();
  }
  if (texts.size === 0) return [...targets];
  for (const { seq, text } of earlier) {
    if (!targets.has(seq) && quotes(text.slice(0, LONGEST_READ), texts)) targets.add(seq);
    await giveWay();
  }
  return [...targets];
}

/** Share of a memory's words that a message must contain to say the same. */
const SAYS_IT = 0.6;

/**
 * The messages that say what a memory says, by seq, though it did not come from them. It goes by the memory's words that
 * anybody has used here; the name of whom it is about is not among them, for people say "I".
 */
export function eventsSaying(
  { corpus }: Pick<EventIndex, "corpus">,
  { text, subject }: { readonly text: string; readonly subject: string | null },
): number[] {
  const name = new Set(terms(subject ?? ""));
  const matches = new Map<number, number>();
  let used = 0;
  for (const term of new Set(terms(text))) {
    const postings = name.has(term) ? undefined : corpus.postings(term);
    const messages = Array.from(postings?.entries.subarray(0, postings.size) ?? [], itemIn).filter(
      (item) => corpus.rows[item]?.isUsers === true,
    );
    if (messages.length > 0) used += 1;
    for (const item of messages) matches.set(item, (matches.get(item) ?? 0) + 1);
  }
  // One word alone names a message only where no other message has it.
  if (used === 1 && matches.size > 1) return [];
  return [...matches].flatMap(([item, count]) => (count >= SAYS_IT * used ? [corpus.refOf(item)] : []));
}

interface MessageText extends Nameable {
  readonly seq: number;
  readonly isUsers: boolean;
}

/** The messages before an event, by its author and the assistant, that a request may refer to. */
export async function saidBefore(
  { corpus }: Pick<EventIndex, "corpus">,
  { author, before }: Pick<Unwanted, "author" | "before">,
): Promise<MessageText[]> {
  const events = eventsIn(corpus.rows).filter((event) => event.seq < before && isBy(event, author));
  const said: MessageText[] = [];
  for (const { seq, text, role } of events) {
    said.push({ seq, isUsers: role === "user", text, terms: new Set(terms(text.slice(0, LONGEST_READ))) });
    await giveWay();
  }
  return said;
}

/** The last thing that somebody said before an event, by seq. */
export function previousOf(
  { corpus }: EventIndex,
  { author, before }: Pick<Unwanted, "author" | "before">,
): number | undefined {
  const events = eventsIn(corpus.rows).filter(
    (event) => event.role === "user" && event.seq < before && isBy(event, author),
  );
  return events.reduce<number | undefined>((last, { seq }) => Math.max(last ?? 0, seq), undefined);
}

function eventsIn(rows: readonly (EventEntry | undefined)[]): Event[] {
  return rows.flatMap((entry) => (entry === undefined ? [] : [entry.event]));
}

function isBy({ role, actor }: Event, author: string | null): boolean {
  return role === "assistant" || (role === "user" && (author === null || actor === author));
}

/** The events that some memories rest on, by seq. */
export async function sourceEvents(
  reader: SqlReader,
  scopeRef: ScopeRef,
  ids: readonly string[],
): Promise<number[]> {
  const sources: number[] = [];
  for (const id of ids) sources.push(...(await evidenceOf(reader, scopeRef, id)).map(({ event }) => event));
  return sources;
}
