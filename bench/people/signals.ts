import { ground } from "../../src/domain/relevance/ground.ts";
import { readSignals } from "../../src/domain/relevance/signals.ts";
import { simple } from "../../src/language/chinese/script.ts";
import { readAsking } from "../../src/language/languages.ts";
import { namedSpeakers, withoutSpeakerNames } from "../../src/language/person-names.ts";
import { questionSignals } from "../../src/language/question-signals.ts";
import { terms } from "../../src/language/terms.ts";
import type { Embedder } from "../../src/models/embedder.ts";
import { Corpus } from "../../src/scope-index/corpus.ts";
import { Arena } from "../../src/scope-index/kernel/kernel.ts";
import type { Example } from "../fitting.ts";
import { isOfMemories, type Person, type PersonQuestion } from "./person.ts";

const DAY = 86_400_000;
const START = Date.parse("2026-03-02T09:00:00Z");
const LINES_A_DAY = 6;

/** The lines of some people in one corpus, as the engine's index holds them. */
export async function corpusOf(
  embedder: Embedder,
  people: readonly Person[],
): Promise<{ corpus: Corpus<string>; first: ReadonlyMap<string, number> }> {
  const alone = people.every(isOfMemories);
  const corpus = new Corpus<string>(new Arena(), alone);
  const first = new Map<string, number>();
  const texts: string[] = [];
  for (const person of people) {
    first.set(person.id, texts.length);
    const names = new Map(person.members?.map(({ id, name }) => [id, name]));
    for (const [i, { t, by, name }] of person.lines.entries()) {
      if (by !== undefined && name !== undefined) names.set(by, name);
      const day = Math.floor(i / LINES_A_DAY);
      corpus.add({
        ...{ ref: texts.length, row: t, text: t, name: "", terms: terms(simple(t)) },
        ...{ session: `${person.id} ${day}`, author: by === undefined ? "user" : (names.get(by) ?? by) },
        ...{ assistant: false, time: START + day * DAY + (i % LINES_A_DAY) * 60_000 },
      });
      texts.push(t);
    }
  }
  const vectors = await embedder.embedDocuments(texts);
  for (const [item, one] of vectors.entries()) corpus.setVectors(item, [{ part: 0, ...one }]);
  for (let item = 0; item < texts.length; item += 1) corpus.prepare(item);
  return { corpus, first };
}

/** The signals of some of a person's questions among the lines of a corpus; of other people's lines at most `others`. */
export async function examplesOf(
  embedder: Embedder,
  person: Person,
  { corpus, first }: { corpus: Corpus<string>; first: ReadonlyMap<string, number> },
  questions: readonly PersonQuestion[],
): Promise<Example[]> {
  const now = START + 60 * DAY;
  const offset = first.get(person.id)!;
  const found: Example[] = [];
  for (const { q, a, as } of questions) {
    const { speakers } = corpus;
    const [embedding] = await embedder.embedQuery(withoutSpeakerNames(q, speakers));
    const similarity = await corpus.similarity([embedding!]);
    const plain = questionSignals(q, speakers, now);
    const asker = person.members?.find(({ id }) => id === as)?.name;
    const { self } = readAsking(q);
    const named = namedSpeakers(q, speakers).map(
      (is, i) =>
        is || (self && (asker === undefined ? corpus.accounts[i] === "user" : corpus.accounts[i] === asker)),
    );
    const of = ground({ ...plain, namedAuthors: named, anyNamed: named.includes(true) }, corpus, similarity);
    const items = Int32Array.from({ length: corpus.size }, (_, i) => i);
    const looked = worthALook(items, similarity!, new Set(a.map((i) => offset + i)));
    const rows = readSignals(of, looked, true);
    found.push({
      ...{ rows, lines: looked.length, gold: a.length },
      answers: a.map((i) => looked.indexOf(offset + i)),
    });
  }
  return found;
}

/** In a large scope the nearest, some of the others and the answers: the rest would never be shown. */
const NEAREST = 120;
const OTHERS = 40;

function worthALook(items: Int32Array, similarity: Float32Array, answers: ReadonlySet<number>): Int32Array {
  if (items.length <= NEAREST + OTHERS) return items;
  const order = items.toSorted((x, y) => similarity[y]! - similarity[x]!);
  const step = Math.floor((order.length - NEAREST) / OTHERS);
  const chosen = new Set([...order.slice(0, NEAREST), ...answers]);
  for (let i = NEAREST; i < order.length; i += step) chosen.add(order[i]!);
  return Int32Array.from(chosen);
}
