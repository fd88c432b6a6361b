import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { facts } from "../../test/fixtures/duplicates/facts.ts";

/** Sentences with the name of the fact that each states. */
interface Stated {
  readonly name: string;
  readonly texts: readonly string[];
}

/** The memories of one scope: the distinct facts first, then those of them that are said again in other words. */
export interface Planted {
  readonly first: { readonly name: string; readonly text: string }[];
  readonly again: { readonly name: string; readonly text: string }[];
}

/** Of each source: facts in two wordings, and sentences that state facts of their own although they look alike. */
interface Source {
  readonly name: string;
  readonly restated: readonly Stated[];
  readonly distinct: readonly Stated[];
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
  const stated = pairs.map(([a, b, isSame], i) => ({ isSame, name: `${name} ${i}`, texts: [a, b] }));
  return {
    name,
    restated: stated.filter(({ isSame }) => isSame),
    distinct: stated
      .filter(({ isSame }) => !isSame)
      .flatMap(({ name: pair, texts }) => texts.map((text, i) => ({ name: `${pair}.${i}`, texts: [text] }))),
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

function handWritten(count: number): Source {
  const all = facts(count).map(({ name, text, restated }) => ({ name, texts: [text, restated] }));
  return {
    name: "written",
    restated: all,
    distinct: all.map(({ name, texts }) => ({ name, texts: [texts[0]!] })),
  };
}

/** The words that carry the meaning, in any order: two sentences with the same ones are not planted as two facts. */
function gistOf(text: string): string {
  const words = text.toLowerCase().match(/[\p{Script=Han}]|[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.filter((word) => !SMALL.has(word)))].sort().join(" ");
}
const SMALL = new Set("a an the is are be being and of in on at to by with some there".split(" "));

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
  const known = planted.map(() => new Set<string>());
  /** Names and texts: one text stands for one fact, in whichever scope. */
  const used = new Set<string>();
  const put = (scope: number, { name, texts }: Stated): boolean => {
    const gists = texts.map(gistOf);
    if ([name, ...texts].some((one) => used.has(one))) return false;
    if (gists.some((gist) => gist === "" || known[scope]!.has(gist))) return false;
    for (const one of [name, ...texts]) used.add(one);
    for (const gist of gists) known[scope]!.add(gist);
    planted[scope]!.first.push({ name, text: texts[0]! });
    if (texts[1] !== undefined) planted[scope]!.again.push({ name, text: texts[1] });
    return true;
  };
  const deal = (pick: (source: Source) => readonly Stated[], isFull: (scope: number) => boolean): void => {
    const queues = sources.map((source) => ({ name: source.name, left: pick(source).values() }));
    for (let scope = 0, turn = 0; planted.some((_, one) => !isFull(one)); turn += 1) {
      const queue = queues[turn % queues.length]!;
      const next = queue.left.next();
      if (next.done === true) {
        if (queues.length === 1) throw new Error("The sources have too few sentences.");
        queues.splice(turn % queues.length, 1);
        continue;
      }
      while (isFull(scope % scopes)) scope += 1;
      if (put(scope % scopes, next.value) && next.value.texts.length > 1)
        counts[queue.name] = (counts[queue.name] ?? 0) + 1;
      scope += 1;
    }
  };
  deal(
    ({ restated: pairs }) => pairs,
    (scope) => planted[scope]!.again.length >= restated / scopes,
  );
  deal(
    ({ distinct: own }) => own,
    (scope) => planted[scope]!.first.length >= distinct / scopes,
  );
  return { scopes: planted, counts };
}
