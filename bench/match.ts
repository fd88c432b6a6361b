import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ClaimRelation, compareClaims } from "../src/language/match/compare.ts";
import { calibrationOf, probability } from "../src/models/calibration.ts";
import { cosine, type Embedding } from "../src/models/embedder.ts";
import { localEmbedder } from "../src/models/local/embedder.ts";
import { type BenchOptions, UsageError } from "./options.ts";
import { type BenchResult, type Figure, figureLines } from "./support.ts";

interface Pair {
  readonly id: number;
  readonly a: string;
  readonly b: string;
  /** 1–5, as people judged it. */
  readonly relatedness: number;
  readonly label: string;
}

/** Entailment may be one-sided; from here up people say that the two sentences mean nearly the same. */
const NEARLY_SAME = 4.5;
const MAX_FALSE = 0.03;
const MAX_MISSED = 0.5;

function sick(data: string): Pair[] {
  return readFileSync(join(data, "pairs", "sick-train.tsv"), "utf8")
    .split("\n")
    .slice(1)
    .filter((line) => line !== "")
    .map((line) => {
      const [id, a = "", b = "", relatedness, label = ""] = line.split("\t");
      return { id: Number(id), a, b, relatedness: Number(relatedness), label: label.trim() };
    });
}

type Similarity = (pair: Pair) => number | null;

async function calibrated(pairs: readonly Pair[]): Promise<Similarity> {
  const texts = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))];
  const embedder = localEmbedder();
  const vectors = new Map<string, Embedding>();
  for (const [i, embedding] of (await embedder.embedDocuments(texts)).entries()) {
    vectors.set(texts[i]!, embedding);
  }
  await embedder.close();
  return ({ a, b }) => {
    const [x, y] = [vectors.get(a)!, vectors.get(b)!];
    return x.model === y.model ? probability(cosine(x.vector, y.vector), calibrationOf(x.model)) : null;
  };
}

const OTHER = "contradiction and neutral";
const RESTATED = "entailment, relatedness ≥ 4.5";
const KINDS: Readonly<Record<string, (pair: Pair) => boolean>> = {
  [OTHER]: ({ label }) => label !== "ENTAILMENT",
  contradiction: ({ label }) => label === "CONTRADICTION",
  neutral: ({ label }) => label === "NEUTRAL",
  [RESTATED]: ({ label, relatedness }) => label === "ENTAILMENT" && relatedness >= NEARLY_SAME,
};
const RELATIONS: readonly ClaimRelation[] = ["same", "update", "contradiction", "related", "different"];

/** The verdicts on the pairs of one kind, as shares of them. */
interface Verdicts {
  readonly kind: string;
  readonly pairs: number;
  readonly shares: Readonly<Record<ClaimRelation, number>>;
}

function judge(pairs: readonly Pair[], similarity: Similarity): Verdicts[] {
  return Object.entries(KINDS).map(([kind, isOne]) => {
    const found = pairs.filter(isOne).map((pair) => compareClaims(pair.a, pair.b, similarity(pair)).relation);
    const share = (relation: ClaimRelation): number =>
      found.filter((one) => one === relation).length / Math.max(1, found.length);
    const shares = Object.fromEntries(RELATIONS.map((relation) => [relation, share(relation)]));
    return { kind, pairs: found.length, shares: shares as Record<ClaimRelation, number> };
  });
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

function table(title: string, verdicts: readonly Verdicts[]): string[] {
  const head = RELATIONS.map((name) => name.padStart(14)).join("");
  const rows = verdicts.map(({ kind, pairs, shares }) => {
    const cells = RELATIONS.map((relation) => percent(shares[relation]).padStart(14)).join("");
    return `${kind.padEnd(30)} ${String(pairs).padStart(5)}${cells}`;
  });
  return ["", title, `${"".padEnd(30)} pairs${head}`, ...rows];
}

function barred(how: string, verdicts: readonly Verdicts[]): Figure[] {
  const same = (kind: string): number => verdicts.find((one) => one.kind === kind)?.shares.same ?? 0;
  return [
    {
      name: `other facts called the same, ${how}`,
      ratio: same(OTHER),
      bar: MAX_FALSE,
      detail: `${percent(same(OTHER))} of the contradiction and neutral pairs`,
    },
    {
      name: `restatements missed, ${how}`,
      ratio: 1 - same(RESTATED),
      bar: MAX_MISSED,
      detail: `${percent(same(RESTATED))} of the entailment pairs are called the same`,
    },
  ];
}

/**
 * How well matching tells one fact from another, on SICK's training pairs in `pairs/`. Pairs with an even number were
 * looked at while the rules were written; those with an odd one only judge.
 */
export async function match({ data }: BenchOptions): Promise<BenchResult> {
  if (data === undefined)
    throw new UsageError("Say where the data is: --data FOLDER with pairs/sick-train.tsv.");
  const pairs = sick(data);
  const half = (rest: number): Pair[] => pairs.filter(({ id }) => id % 2 === rest);
  const lines: string[] = [];
  const figures: Figure[] = [];
  for (const [how, similarity] of [
    ["with the local embedder", await calibrated(pairs)],
    ["without an embedder", () => null],
  ] as const) {
    lines.push(...table(`Even pairs, looked at, ${how}`, judge(half(0), similarity)));
    const verdicts = judge(half(1), similarity);
    lines.push(...table(`Odd pairs, only run, ${how}`, verdicts));
    figures.push(...barred(how, verdicts));
  }
  return { document: figures, lines: [...lines, "", ...figureLines(figures)] };
}
