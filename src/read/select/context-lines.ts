import { leansBack, pointsToSomebody, wantsAnswer } from "../../language/message.ts";
import { tellingTerms } from "../../language/terms.ts";
import type { EventEntry } from "../../scope-index/event-index.ts";
import type { QuoteRules, ScopeQuestion } from "../parse/parse.ts";
import { part, type RankedCandidate } from "../rank/rank.ts";
import { isLeft, mayQuote, needsDay, openPieces, ownNear, shownWords } from "../retrieve/quotes/rules.ts";
import type { EventCandidate, MemoryCandidate, RecallCandidate } from "../shared/candidate.ts";
import type { Chosen } from "./budget.ts";

/** Only the best answers bring what was said around them. */
const MAX_ANSWERS = 3;
/** Whoever tells something in several messages sends them within minutes. */
const ONE_TELLING_MS = 10 * 60_000;
/** A message that is longer, in characters, tells its story by itself. */
const LONGEST = 2_000;
/** How many messages after a name "she" still refers to it. */
const MAX_BEHIND = 3;

/**
 * Adds the messages around the best answers by the same authors, as further lines: "he goes to Shenzhen" says nothing
 * without the message that names him, and that message does not say where he goes.
 */
export function aroundAnswers(
  answers: readonly Chosen[],
  questions: readonly ScopeQuestion[],
  passes: (entry: EventEntry) => boolean,
): RankedCandidate[] {
  if (questions.every(({ quoting }) => quoting === null)) return [];
  const seen = new Set(answers.flatMap(({ ranked: { candidate } }) => entriesOf(candidate).map(idOf)));
  const lines: RankedCandidate[] = [];
  for (const { ranked } of answers.slice(0, MAX_ANSWERS)) {
    const { candidate } = ranked;
    const rules = questions.find(({ scope }) => scope === candidate.scope)?.quoting ?? null;
    if (rules === null || candidate.via === "all" || candidate.kind === "timeline") continue;
    // A memory of the dog Comet is shown to who asks what a comet is made of; more about the dog is too much.
    if (candidate.kind === "memory" && rules.question.need !== "memory") continue;
    for (const item of itemsOf(rules, candidate).flatMap((item) => messagesAround(rules, item))) {
      const entry = rules.index.corpus.rows[item]!;
      if (seen.has(idOf(entry)) || !passes(entry) || !mayQuote(rules, item) || isLeft(rules, item)) continue;
      seen.add(idOf(entry));
      const text = shownWords(entry.passage(0), openPieces(rules, item, 0), [], rules.isGroup);
      if (text === "") continue;
      const line: EventCandidate = {
        ...{ kind: "event", entry, scope: candidate.scope, via: "related", explain: null },
        ...{ relevance: 0, order: 0, passage: 0, author: null },
        quotation: { text, dated: needsDay(rules, item), later: null },
      };
      lines.push({ candidate: line, score: 0, sortKey: 0, rerank: null, sum: [] });
    }
  }
  return lines;
}

function idOf({ event }: EventEntry): string {
  return event.id;
}

function entriesOf(candidate: RecallCandidate): EventEntry[] {
  if (candidate.kind !== "event") return [];
  const later = candidate.quotation?.later ?? null;
  return [candidate.entry, ...(later === null ? [] : [later.entry])];
}

/** The messages that an answer consists of, or rests on. */
function itemsOf({ index: { corpus }, sources }: QuoteRules, candidate: RecallCandidate): number[] {
  const seqs =
    candidate.kind === "event"
      ? entriesOf(candidate).map(({ event }) => event.seq)
      : sources.seqsOf(candidate.entry.row.id);
  return seqs.flatMap((seq) => corpus.itemOf(seq) ?? []);
}

function messagesAround(rules: QuoteRules, item: number): number[] {
  // In a group the next words of somebody may answer anybody.
  if (rules.isGroup) return [];
  const { rows, previous, next } = rules.index.corpus;
  const positions: number[] = [];
  let last = item;
  let goesOn = true;
  for (let step = 0; step < MAX_BEHIND; step += 1) {
    const after = ownNear(rules, last, next);
    if (after === undefined || !isOneTelling(rules, last, after)) break;
    goesOn &&= belongs(rules, last, after);
    if (goesOn || pointsToSomebody(rows[after]!.event.text)) positions.push(after);
    last = after;
  }
  const before = ownNear(rules, item, previous);
  if (before !== undefined && isOneTelling(rules, before, item) && belongs(rules, before, item))
    positions.push(before);
  return positions;
}

function isOneTelling({ index: { corpus } }: QuoteRules, item: number, after: number): boolean {
  const [first, second] = [corpus.rows[item]!.event, corpus.rows[after]!.event];
  if (first.text.length > LONGEST || second.text.length > LONGEST) return false;
  return second.at.getTime() - first.at.getTime() <= ONE_TELLING_MS;
}

/** Whether a message goes on with its author's message before: it leans on it, speaks of the same, or answers what was asked about it. */
function belongs({ index: { corpus } }: QuoteRules, item: number, after: number): boolean {
  const textOf = (at: number): string => corpus.rows[at]!.event.text;
  if (wantsAnswer(textOf(after))) return false;
  if (leansBack(textOf(after))) return true;
  const between = corpus.previous[after]!;
  if (between !== item && wantsAnswer(textOf(between).slice(-LONGEST))) return true;
  const words = new Set(tellingTerms(textOf(item)));
  return tellingTerms(textOf(after)).some((word) => words.has(word));
}

/** The memories that the answers are linked to, in the order of the answers and each once, as further lines. */
export function relatedTo(answers: readonly Chosen[], shownIds: ReadonlySet<string>): RankedCandidate[] {
  const seen = new Set(shownIds);
  for (const { ranked } of answers) {
    if (ranked.candidate.kind !== "event") seen.add(ranked.candidate.entry.row.id);
  }
  const lines: RankedCandidate[] = [];
  for (const { ranked } of answers) {
    const { candidate, score } = ranked;
    if (candidate.kind !== "memory" || candidate.via === "all") continue;
    for (const { entry, strength, text } of candidate.related ?? []) {
      if (seen.has(entry.row.id)) continue;
      seen.add(entry.row.id);
      const related = [{ entry: candidate.entry, strength, text: candidate.text }];
      const line: MemoryCandidate = {
        ...{ kind: "memory", entry, text, scope: candidate.scope, via: "related", explain: null },
        ...{ relevance: 0, order: 0, related },
      };
      const sum = [part("link", strength, score)];
      const sortKey = ranked.sortKey * strength;
      lines.push({ candidate: line, score: score * strength, sortKey, rerank: null, sum });
    }
  }
  return lines;
}
