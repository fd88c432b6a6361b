import { itemIn } from "../domain/relevance/relevance-index.ts";
import { calledIn } from "../language/names.ts";
import { terms } from "../language/shared/terms.ts";
import type { Corpus } from "../scope-index/corpus.ts";
import type { MemoryEntry } from "../scope-index/memory-entry.ts";

/** Memories with a word of the question that are looked at, newest first: who is named often is named early. */
const MOST_LOOKED_AT = 200;

/** Characters in which a question names whom it is about. */
const LONGEST_QUESTION = 1_000;

/**
 * What the people that a question names are to the asker, as memories say, and the names of those whom it calls by what
 * they are: whoever told "my girlfriend studies biology" and "she is called Susu" asks what Susu studies, and whoever told
 * "Susu studies biology" asks what their girlfriend studies.
 */
export function peopleMeant(corpus: Corpus<MemoryEntry>, question: string, now: number): string[] {
  const asked = new Set(terms(question.slice(0, LONGEST_QUESTION)));
  const found = new Set<string>();
  for (const word of asked) {
    const { entries, size } = corpus.postings(word) ?? { entries: [], size: 0 };
    for (const held of entries.slice(Math.max(0, size - MOST_LOOKED_AT), size)) {
      const entry = corpus.rows[itemIn(held)];
      if (entry?.statusAt(now) !== "active") continue;
      const called = calledIn(entry.row.text);
      if (called === null) continue;
      const holds = (words: string): boolean => terms(words).every((one) => asked.has(one));
      if (holds(called.name)) {
        if (isMeant(question, called.name)) found.add(called.relation);
      } else if (holds(called.relation) && isOwn(question, called.relation)) found.add(called.name);
    }
  }
  return [...found];
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
