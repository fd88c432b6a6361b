import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { facts } from "../../test/fixtures/duplicates/facts.ts";

/** Sentences with the name of the fact that each states. */
interface Stated {
  readonly name: string;
  /**
   * Sentences judged together, named by the first one. Sentences of two pairs may state one fact although no label says
   * so, so those that look alike are not put into one scope; within a pair, and among the sentences written for this,
   * the labels are known.
   */
  readonly pair: string;
  readonly texts: readonly string[];
}

/** The memories of one scope: the distinct facts first, then those of them that are said again in other words. */
export interface Planted {
  readonly first: { readonly name: string; readonly text: string }[];
  readonly again: { readonly name: string; readonly text: string }[];
}

/** Of each source: facts in two wordings, and sentences that state different facts although they look alike. */
interface Source {
  readonly name: string;
  readonly restated: readonly Stated[];
  /** Those that people judged together, together. */
  readonly distinct: readonly (readonly Stated[])[];
}

/** SICK's pairs from here up on its scale of 1 to 5 mean the same to people; STS has 5 of 5 for that. */
const SICK_SAME = 4.8;
const STS_SAME = 5;

const rows = (file: string): string[][] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split("\t"));

function sourceOf(
  name: string,
  pairs: readonly (readonly [a: string, b: string, isSame: boolean])[],
): Source {
  const stated = pairs.map(([a, b, isSame], i) => ({
    ...{ isSame, name: `${name} ${i}`, pair: `${name} ${a}`, texts: [a, b] },
  }));
  return {
    name,
    restated: stated.filter(({ isSame }) => isSame),
    distinct: stated
      .filter(({ isSame }) => !isSame)
      .map(({ name: own, pair, texts }) =>
        texts.map((text, i) => ({ name: `${own}.${i}`, pair, texts: [text] })),
      ),
  };
}

/** SICK's pairs that are neither clearly the same nor clearly not are left out: one may follow from the other. */
function sick(file: string): Source {
  const judged = rows(file)
    .slice(1)
    .map(([, a = "", b = "", score, label = ""]) => ({ a, b, score: Number(score), label: label.trim() }));
  const isSame = (one: (typeof judged)[number]): boolean =>
    one.label === "ENTAILMENT" && one.score >= SICK_SAME;
  const clear = judged.filter((one) => isSame(one) || one.label === "CONTRADICTION");
  return sourceOf(
    "sick",
    clear.map((one) => [one.a, one.b, isSame(one)] as const),
  );
}

function sts(file: string): Source {
  const same = rows(file).filter(([, , , , score]) => Number(score) >= STS_SAME);
  return sourceOf(
    "sts",
    same.map(([, , , , , a = "", b = ""]) => [a, b, true] as const),
  );
}

function ownChinese(): Source {
  const pairs = rows(fileURLToPath(new URL("../data/pairs-zh.tsv", import.meta.url)));
  return sourceOf(
    "pairs-zh",
    pairs.map(([label, a = "", b = ""]) => [a, b, label === "same"] as const),
  );
}

const WRITTEN = "written";

function handWritten(count: number): Source {
  const both = facts(count);
  // English and Chinese in turns; the fixture has one after the other.
  const all = both
    .map((_, i) => both[(i % 2) * (count / 2) + Math.floor(i / 2)]!)
    .map(({ name, text, restated }) => ({
      name,
      pair: "written",
      texts: [text, restated],
    }));
  return {
    name: "written",
    restated: all,
    distinct: all.map(({ texts, ...one }) => [{ ...one, texts: [texts[0]!] }]),
  };
}

/** The words that carry the meaning, without their endings; of Chinese each character. */
function gistOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/\p{Script=Han}|[a-z\d]+/gu) ?? [];
  return new Set(
    words.filter((word) => !SMALL.has(word)).map((word) => word.replace(/(?:ing|ed|es|s)$/, "")),
  );
}
const SMALL = new Set(
  "a an the is are be being isn t and of in on at to by with some there no not".split(" "),
);

/** From this share of words in common nobody but a person can say whether two sentences are two facts. */
const ALIKE = 0.5;

function isAlike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const common = [...a].filter((word) => b.has(word)).length;
  return common >= ALIKE * (a.size + b.size - common);
}

export interface PlantOptions {
  readonly data: string | undefined;
  readonly scopes: number;
  readonly distinct: number;
  readonly restated: number;
}

export interface Field {
  readonly scopes: readonly Planted[];
  /** How many restatements each source gave. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Deals the sources out over the scopes in turns, so that sentences made from one original are not in one scope. */
export function plant({ data, scopes, distinct, restated }: PlantOptions): Field {
  const written = handWritten(2_000);
  const file = (name: string): string => (data === undefined ? "" : join(data, "pairs", name));
  const sources = [
    ...(existsSync(file("sick-train.tsv")) ? [sick(file("sick-train.tsv"))] : []),
    ...(existsSync(file("sts-dev.tsv")) ? [sts(file("sts-dev.tsv"))] : []),
    ownChinese(),
    written,
  ];
  const counts: Record<string, number> = {};
  const planted = Array.from({ length: scopes }, () => ({ first: [], again: [] }) as Planted);
  const known = planted.map(() => [] as { pair: string; gist: ReadonlySet<string> }[]);
  /** Names and texts: one text stands for one fact, in whichever scope. */
  const used = new Set<string>();
  /** Where a pair whose first sentence is judged more than once stands. */
  const scopeOf = new Map<string, number>();
  const put = (scope: number, { name, pair, texts }: Stated): boolean => {
    if ([name, ...texts].some((one) => used.has(one))) return false;
    const gists = texts.map(gistOf);
    if (known[scope]!.some((one) => one.pair !== pair && gists.some((gist) => isAlike(gist, one.gist))))
      return false;
    for (const one of [name, ...texts]) used.add(one);
    if (pair !== WRITTEN) scopeOf.set(pair, scope);
    for (const gist of gists) known[scope]!.push({ pair, gist });
    planted[scope]!.first.push({ name, text: texts[0]! });
    if (texts[1] !== undefined) planted[scope]!.again.push({ name, text: texts[1] });
    return true;
  };
  /** In turns over sources and scopes. Sentences that belong together go into one scope. */
  const deal = (
    pick: (source: Source) => readonly (readonly Stated[])[],
    isFull: (scope: number) => boolean,
  ): void => {
    const queues = sources.map((source) => ({ name: source.name, left: pick(source).values() }));
    for (let scope = 0, turn = 0; planted.some((_, one) => !isFull(one)); turn += 1, scope += 1) {
      const queue = queues[turn % queues.length];
      if (queue === undefined) throw new Error("The sources have too few sentences.");
      const next = queue.left.next();
      if (next.done === true) {
        queues.splice(turn % queues.length, 1);
        continue;
      }
      while (isFull(scope % scopes)) scope += 1;
      const own = scopeOf.get(next.value[0]!.pair) ?? scope % scopes;
      for (const stated of next.value) {
        if (!isFull(own) && put(own, stated) && stated.texts.length > 1)
          counts[queue.name] = (counts[queue.name] ?? 0) + 1;
      }
    }
  };
  deal(
    (source) => source.restated.map((one) => [one]),
    (scope) => planted[scope]!.again.length >= restated / scopes,
  );
  deal(
    (source) => source.distinct,
    (scope) => planted[scope]!.first.length >= distinct / scopes,
  );
  return { scopes: planted, counts };
}
