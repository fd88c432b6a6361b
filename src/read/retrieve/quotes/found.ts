import { takesUp, wantsAnswer } from "../../../language/message.ts";
import { shownAuthor } from "../../../language/shown-name.ts";
import { terms } from "../../../language/terms.ts";
import type { EventEntry } from "../../../scope-index/event-index.ts";
import type { QuoteRules } from "../../parse/parse.ts";
import type { Later, Quotation, Scored } from "../../shared/candidate.ts";
import { type Closed, mayChange, mayQuote, needsDay, openPieces, ownNear, shownWords } from "./rules.ts";

/** A scored message with what is shown of it. */
interface QuoteMatch {
  readonly scored: Scored;
  readonly entry: EventEntry;
  readonly passage: number;
  readonly quotation: Quotation;
  /** By name, where more than one person speaks. */
  readonly author: string | null;
}

/** "Finish", "x": one word tells nothing by itself. */
const LEAST_TERMS = 2;
/** So many of the best are judged, with the later lines near them: what ranks behind them is seldom the answer. */
const MAX_JUDGED = 12;

/**
 * Each message with what its author said about it later, in one line: a plan that has changed since must not be read
 * alone, nor a question without the answer that was taken up. An update that is shown beside the message it changes has
 * no separate line. `passageOf` gives the passage of a long message that answers best, `words` are the question's.
 */
export function quoteMatches(
  rules: QuoteRules,
  scored: readonly Scored[],
  words: readonly string[],
  passageOf: (item: number) => number,
): QuoteMatch[] {
  const { corpus } = rules.index;
  const positionOf = new Map(scored.map(({ item }, position) => [item, position]));
  const visibleWords = (item: number): string => {
    const passage = passageOf(item);
    const whole = corpus.rows[item]!.passage(passage);
    return shownWords(whole, openPieces(rules, item, passage), words, rules.isGroup);
  };
  /** Of several updates the one that answers best, else the last. */
  const laterOf = (item: number): number | undefined => {
    const judges = positionOf.get(item)! < MAX_JUDGED;
    const open = changesOf(rules, item, judges).filter((later) => visibleWords(later) !== "");
    const ranked = open.filter((later) => positionOf.has(later));
    return ranked.sort((a, b) => positionOf.get(a)! - positionOf.get(b)!)[0] ?? open.at(-1);
  };
  const later = new Map<number, number>();
  const earlier = new Map<number, number>();
  for (const { item } of scored) {
    // A message that is not shown carries nothing: its update gets a separate line.
    const next = visibleWords(item) === "" ? undefined : (laterOf(item) ?? takenUp(rules, item));
    if (next === undefined || visibleWords(next) === "") continue;
    later.set(item, next);
    if (!earlier.has(next)) earlier.set(next, item);
  }
  const used = new Set<number>();
  const quotes: QuoteMatch[] = [];
  for (const match of scored) {
    if (used.has(match.item)) continue;
    // A pair stands where the better of the two is.
    const first = earlier.get(match.item) ?? match.item;
    const item = used.has(first) ? match.item : first;
    const next = later.get(item);
    const text = visibleWords(item);
    used.add(item);
    if (text === "" || (next === undefined && tellsTooLittle(text))) continue;
    if (next !== undefined) used.add(next);
    quotes.push({
      scored: match,
      entry: corpus.rows[item]!,
      passage: passageOf(item),
      quotation: {
        text,
        dated: needsDay(rules, item),
        later:
          next === undefined
            ? null
            : { entry: corpus.rows[next]!, text: visibleWords(next), dated: needsDay(rules, next) },
      },
      author: authorOf(rules, corpus.rows[item]!),
    });
  }
  return quotes;
}

/** Why nothing of a message that was found is shown; `null`: something is. */
export function whyNotQuoted(rules: QuoteRules, item: number, passage: number): Closed | null {
  let why: Closed | null = null;
  const pieces = openPieces(rules, item, passage, (reason) => {
    why ??= reason;
  });
  if (pieces.length === 0) return why ?? { code: "foreign" };
  const text = shownWords(rules.index.corpus.rows[item]!.passage(passage), pieces, [], rules.isGroup);
  return tellsTooLittle(text) ? { code: "short" } : null;
}

function tellsTooLittle(text: string): boolean {
  return terms(text).length < LEAST_TERMS;
}

/** The later messages in which its author speaks of a message as changed. */
function changesOf(rules: QuoteRules, item: number, judges = true): number[] {
  const { corpus, updates } = rules.index;
  return updates.changesOf(corpus, item, judges).filter((later) => mayChange(rules, later));
}

/** The last of them with its words; `null`: nothing changed it. */
export function changeOf(rules: QuoteRules, item: number): Later | null {
  const { rows } = rules.index.corpus;
  for (const later of changesOf(rules, item).toReversed()) {
    const entry = rows[later]!;
    const text = shownWords(entry.passage(0), openPieces(rules, later, 0), [], true);
    if (text !== "") return { entry, text, dated: false };
  }
  return null;
}

/** The author's reply to the answer, where they asked for something. */
function takenUp(rules: QuoteRules, item: number): number | undefined {
  const { rows, next } = rules.index.corpus;
  // In a group the next words of somebody may answer anybody.
  if (rules.isGroup || !wantsAnswer(rows[item]!.event.text)) return undefined;
  const after = ownNear(rules, item, next);
  if (after === undefined || !takesUp(rows[after]!.event.text)) return undefined;
  return mayQuote(rules, after) ? after : undefined;
}

function authorOf({ question, isGroup }: QuoteRules, { event }: EventEntry): string | null {
  if (!isGroup) return null;
  const names = event.actor === null ? undefined : question.names.get(event.actor);
  // Without an author a line could be taken for the word of whom it speaks of.
  return names === undefined ? "somebody" : shownAuthor(names);
}
