import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { terms } from "../../src/language/terms.ts";
import { UsageError } from "../options.ts";
import { type Conversation, DAY_MS, type DataSet, type Item, minutesAfter, type Question } from "./set.ts";
import { locomoTime } from "./times.ts";

interface Turn {
  speaker: string;
  dia_id: string;
  text: string;
}

interface Asked {
  question: string;
  category: number;
  evidence?: unknown;
}

/** One conversation of `locomo10.json`. */
interface Sample {
  sample_id: string;
  conversation: Record<string, string | Turn[] | undefined>;
  /** By session, by speaker: sentences, each with the turn or turns it was taken from. */
  observation: Record<string, Record<string, [string, string | string[]][]>>;
  qa: Asked[];
}

interface Erratum {
  question_id: string;
  correct_evidence: string[];
}

const CATEGORIES: Readonly<Record<number, string>> = {
  1: "1 multi-hop",
  2: "2 temporal",
  3: "3 open-domain",
  4: "4 single-hop",
  5: "5 adversarial",
};

/** Turns as they were said: without the captions of images, without the speaker's name in front. */
export function locomoTurns(data: string, errata: boolean): DataSet | null {
  const samples = read(data);
  if (samples === null) return null;
  const corrected = errata ? corrections(data) : new Map<string, string[]>();
  return {
    name: "locomo",
    title: "LoCoMo, turns",
    from: "events",
    words: terms,
    baseline: "BM25",
    headline: "categories 1–4",
    bars: [
      { metric: "r10", atLeast: 0.8 },
      { metric: "ndcg10", atLeast: 0.64 },
    ],
    conversations: samples.map((sample, number): Conversation => {
      const items = turnsOf(sample);
      const gold = (evidence: unknown): Set<string> => {
        const known = new Set(items.map(({ id }) => id));
        return new Set(turnIds(evidence).filter((id) => known.has(id)));
      };
      return {
        id: sample.sample_id,
        number,
        items,
        questions: questionsOf(sample, number, items, corrected, gold),
      };
    }),
  };
}

/** The set's own one-sentence observations as memories; one answers a question when both go back to the same turn. */
export function locomoObservations(data: string, errata: boolean): DataSet | null {
  const samples = read(data);
  if (samples === null) return null;
  const corrected = errata ? corrections(data) : new Map<string, string[]>();
  return {
    name: "observations",
    title: "LoCoMo, observations remembered",
    from: "memories",
    words: terms,
    baseline: "BM25",
    headline: "categories 1–4",
    bars: [],
    conversations: samples.map((sample, number): Conversation => {
      const observed = observationsOf(sample);
      const items = observed.map(({ item }) => item);
      const gold = (evidence: unknown): Set<string> => {
        const turns = new Set(turnIds(evidence));
        return new Set(
          observed.filter(({ sources }) => sources.some((id) => turns.has(id))).map(({ item }) => item.id),
        );
      };
      return {
        id: sample.sample_id,
        number,
        items,
        questions: questionsOf(sample, number, items, corrected, gold),
      };
    }),
  };
}

function read(data: string): Sample[] | null {
  const file = join(data, "locomo", "locomo10.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Sample[]) : null;
}

function corrections(data: string): Map<string, string[]> {
  const file = join(data, "locomo", "errata.json");
  if (!existsSync(file)) throw new UsageError(`--errata needs ${file}.`);
  const errata = JSON.parse(readFileSync(file, "utf8")) as Erratum[];
  return new Map(errata.map((one) => [one.question_id, one.correct_evidence]));
}

function turnsOf({ conversation }: Sample): Item[] {
  return sessionsOf(conversation).flatMap(({ number, at, turns }) =>
    turns.map(
      (turn, i): Item => ({
        id: turn.dia_id,
        text: turn.text,
        author: turn.speaker,
        role: "user",
        session: String(number),
        at: minutesAfter(at, i),
      }),
    ),
  );
}

function sessionsOf(conversation: Sample["conversation"]): { number: number; at: number; turns: Turn[] }[] {
  return Object.entries(conversation)
    .flatMap(([name, turns]) => {
      const number = /^session_(\d+)$/.exec(name)?.[1];
      const time = conversation[`${name}_date_time`];
      if (number === undefined || !Array.isArray(turns) || typeof time !== "string") return [];
      return [{ number: Number(number), at: locomoTime(time), turns }];
    })
    .sort((a, b) => a.number - b.number);
}

/** The same sentence twice is one item with both sources. */
function observationsOf(sample: Sample): { item: Item; sources: string[] }[] {
  const found = new Map<string, { item: Item; sources: string[] }>();
  for (const { number, at } of sessionsOf(sample.conversation)) {
    const speakers = Object.entries(sample.observation[`session_${number}_observation`] ?? {});
    for (const [author, sentences] of speakers) {
      for (const [text, source] of sentences) {
        const known = found.get(text);
        if (known !== undefined) known.sources.push(...turnIds(source));
        else {
          const id = `O${found.size + 1}`;
          const item: Item = { id, text, author, role: "user", session: String(number), at };
          found.set(text, { item, sources: turnIds(source) });
        }
      }
    }
  }
  return [...found.values()];
}

function questionsOf(
  sample: Sample,
  number: number,
  items: readonly Item[],
  corrected: ReadonlyMap<string, string[]>,
  goldOf: (evidence: unknown) => Set<string>,
): Question[] {
  const last = items.reduce((latest, { at }) => Math.max(latest, at), 0);
  return sample.qa.flatMap(({ question, category, evidence }, i): Question[] => {
    const gold = goldOf(corrected.get(`locomo_${number}_qa${i}`) ?? evidence);
    if (gold.size === 0) return [];
    const name = CATEGORIES[category] ?? String(category);
    return [{ text: question, gold, category: name, headline: category !== 5, now: last + DAY_MS }];
  });
}

/** Some evidence is "D8:6; D9:17", "D" or "D30:05". */
export function turnIds(evidence: unknown): string[] {
  return [...JSON.stringify(evidence ?? "").matchAll(/D(\d+):0*(\d+)/g)].map(
    ([, session, turn]) => `D${session}:${turn}`,
  );
}
