import { itemIn } from "../../domain/relevance/relevance-index.ts";
import { type Called, calledIn, pointedAt, relationIn } from "../../language/person-names.ts";
import { terms } from "../../language/terms.ts";
import type { Corpus } from "../../scope-index/corpus.ts";
import type { EventEntry } from "../../scope-index/event-index.ts";
import type { MemoryEntry } from "../../scope-index/memory-entry.ts";

/** Texts with a word of the question that are looked at, newest first: who is named often is named early. */
const MAX_LOOKED_AT = 200;

/** Characters in which a question names whom it is about. */
const LONGEST_QUESTION = 1_000;

/**
 * The relation of the people that a question names to the asker, and the names of people that it names by relation.
 * After "my girlfriend studies biology" and "she is called Susu", a user asks what Susu studies; after "Susu studies
 * biology", what their girlfriend studies.
 */
export function peopleMeant<R>(
  corpus: Corpus<R>,
  question: string,
  /** Whom the text of an item names; `null`: nobody, or it does not count. */
  calledOf: (item: number) => Called | null,
): string[] {
  const questionTerms = new Set(terms(question.slice(0, LONGEST_QUESTION)));
  const people = new Set<string>();
  for (const word of questionTerms) {
    const { entries, size } = corpus.postings(word) ?? { entries: [], size: 0 };
    for (const candidate of entries.slice(Math.max(0, size - MAX_LOOKED_AT), size)) {
      const called = calledOf(itemIn(candidate));
      if (called === null) continue;
      const holds = (words: string): boolean => terms(words).every((one) => questionTerms.has(one));
      if (holds(called.name)) {
        if (isMeant(question, called.name)) people.add(called.relation);
      } else if (holds(called.relation) && isOwn(question, called.relation)) people.add(called.name);
    }
  }
  return [...people];
}

/** Of an active memory. */
export function calledInMemory({ rows }: Corpus<MemoryEntry>, item: number, now: number): Called | null {
  const entry = rows[item];
  return entry?.statusAt(now) === "active" ? calledIn(entry.row.text) : null;
}

/** Messages of somebody's own before one that only points: "she is called Susu". */
const NEAR = 3;

/** Of a user's message, with what they said just before. */
export function calledInMessage(
  { rows, previous, authors }: Corpus<EventEntry>,
  item: number,
): Called | null {
  const entry = rows[item];
  if (entry?.isUsers !== true) return null;
  const name = pointedAt(entry.event.text);
  if (name === null) return calledIn(entry.event.text);
  for (let at = previous[item]!, steps = 0; at >= 0 && steps < 2 * NEAR; at = previous[at]!, steps += 1) {
    const relation = authors[at] === authors[item] ? relationIn(rows[at]?.event.text ?? "") : null;
    if (relation !== null) return { relation, name };
  }
  return null;
}

const ARTICLE = /(?:^|\s)(?:an?|the|any|some)\s{1,3}$/i;

const OWN = /(?:^|\s)(?:my|our|the)\s{1,3}(?:[\p{L}-]{1,12}\s)?$|[我咱俺][们家]?的?$/iu;

/** "My daughter", "the childminder", 我女儿; what dogs eat is asked about all dogs. */
function isOwn(question: string, relation: string): boolean {
  const at = question.toLowerCase().indexOf(relation.toLowerCase());
  return at >= 0 && OWN.test(question.slice(Math.max(0, at - 20), at));
}

/** "A comet" is no dog. */
function isMeant(question: string, name: string): boolean {
  const at = question.toLowerCase().indexOf(name.toLowerCase());
  return at < 0 || !ARTICLE.test(question.slice(Math.max(0, at - 8), at));
}
