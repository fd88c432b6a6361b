/**
 * How the constants of `src/models/calibration.ts` were obtained: `node bench/calibrate.ts --data FOLDER`.
 * FOLDER has `pairs/` (SICK's training pairs and the STS benchmark's development pairs) and `memdaily/`; a set that
 * is not there is skipped. The Chinese pairs in `data/pairs-zh.tsv` are our own. Even pairs fit, odd pairs judge.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Calibration, calibrationOf, probability } from "../src/models/calibration.ts";
import { cosine, type Embedder } from "../src/models/embedder.ts";
import { CHINESE, ENGLISH, OWN, PUBLIC, SPACE } from "../src/models/local/catalogue.ts";
import { localEmbedder } from "../src/models/local/embedder.ts";
import { type Figure, print } from "./support.ts";

interface Pair {
  readonly a: string;
  readonly b: string;
  readonly kind: "same" | "near" | "random";
}

/** A pair with its cosine. The weights make each kind count as much as it should, however many there are of it. */
interface Sample {
  readonly cosine: number;
  readonly same: boolean;
  readonly weight: number;
}

/** From here up the scale of a human judgement says "about the same thing": STS 3 of 0–5, SICK 3.4 of 1–5. */
const SAME_FROM = 0.6;
const STRIDE = 7919;

const rows = (file: string): string[][] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split("\t"));

const judged = (a: string, b: string, score: number): Pair => ({
  a,
  b,
  kind: score >= SAME_FROM - 1e-9 ? "same" : "near",
});

function englishSets(data: string): Pair[][] {
  const sick = join(data, "pairs", "sick-train.tsv");
  const sts = join(data, "pairs", "sts-dev.tsv");
  const sets: Pair[][] = [];
  if (existsSync(sick)) {
    sets.push(
      rows(sick)
        .slice(1)
        .map(([, a = "", b = "", score]) => judged(a, b, (Number(score) - 1) / 4)),
    );
  }
  if (existsSync(sts)) {
    sets.push(rows(sts).map(([, , , , score, a = "", b = ""]) => judged(a, b, Number(score) / 5)));
  }
  return sets.map((pairs) => [
    ...pairs,
    ...shuffled(
      pairs.map(({ a }) => a),
      pairs.map(({ b }) => b),
    ),
  ]);
}

function chineseSets(data: string): Pair[][] {
  const own = rows(fileURLToPath(new URL("./data/pairs-zh.tsv", import.meta.url))).map(
    ([kind, a = "", b = ""]): Pair => ({ a, b, kind: kind === "near" ? "near" : "same" }),
  );
  const folder = join(data, "memdaily");
  if (!existsSync(folder)) return [];
  type Day = { message_list: { message: string }[] };
  const messages = readdirSync(folder)
    .filter((file) => file.startsWith("01_simple"))
    .sort()
    .flatMap((file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as Day[])
    .flatMap((day) => day.message_list.slice(0, 3).map(({ message }) => message));
  return [[...own, ...shuffled(messages, messages)]];
}

/** Texts that have nothing to do with each other, but for chance. */
function shuffled(left: readonly string[], right: readonly string[]): Pair[] {
  return left
    .map((a, i): Pair => ({ a, b: right[(i * STRIDE + 1234) % right.length] ?? a, kind: "random" }))
    .filter(({ a, b }) => a !== b);
}

async function measure(embedder: Embedder, model: string, sets: readonly Pair[][]): Promise<Sample[]> {
  const texts = [...new Set(sets.flat().flatMap(({ a, b }) => [a, b]))];
  const vectors = new Map<string, Float32Array>();
  for (const [i, embedding] of (await embedder.embedDocuments(texts)).entries()) {
    if (embedding.model === model) vectors.set(texts[i] ?? "", embedding.vector);
  }
  return sets.flatMap((pairs) => {
    const count = (kind: Pair["kind"]): number => pairs.filter((pair) => pair.kind === kind).length;
    // Half of the weight on each side; of the other side, half on pairs at random and half on those that come near.
    const weights = { same: 0.5 / count("same"), near: 0.25 / count("near"), random: 0.25 / count("random") };
    return pairs.flatMap(({ a, b, kind }): Sample[] => {
      const [x, y] = [vectors.get(a), vectors.get(b)];
      if (x === undefined || y === undefined) return [];
      return [{ cosine: cosine(x, y), same: kind === "same", weight: weights[kind] }];
    });
  });
}

/** Logistic regression of one variable, by Newton's method. */
function logistic(samples: readonly Sample[]): Calibration {
  let [slope, offset] = [10, -6];
  for (let round = 0; round < 50; round++) {
    let [g0, g1, h00, h01, h11] = [0, 0, 0, 0, 0];
    for (const { cosine: c, same, weight } of samples) {
      const p = 1 / (1 + Math.exp(-(slope * c + offset)));
      const [error, curve] = [weight * (p - Number(same)), weight * p * (1 - p)];
      [g0, g1] = [g0 + error * c, g1 + error];
      [h00, h01, h11] = [h00 + curve * c * c, h01 + curve * c, h11 + curve];
    }
    const determinant = h00 * h11 - h01 * h01;
    slope -= (h11 * g0 - h01 * g1) / determinant;
    offset -= (h00 * g1 - h01 * g0) / determinant;
  }
  return { midpoint: -offset / slope, slope };
}

const total = (samples: readonly Sample[], of: (sample: Sample) => number = () => 1): number =>
  samples.reduce((sum, sample) => sum + sample.weight * of(sample), 0);

interface Bin {
  readonly from: number;
  readonly pairs: number;
  readonly share: number;
  readonly observed: number;
  readonly fitted: number;
}

function bins(samples: readonly Sample[], calibration: Calibration, width: number): Bin[] {
  const all = total(samples);
  return Array.from({ length: Math.round(2 / width) }, (_, i) => Math.round((i * width - 1) * 1e6) / 1e6)
    .map((from) => ({
      from,
      inside: samples.filter(({ cosine: c }) => c >= from && (c < from + width || from + width >= 1)),
    }))
    .filter(({ inside }) => inside.length > 0)
    .map(({ from, inside }) => ({
      from,
      pairs: inside.length,
      share: total(inside) / all,
      observed: total(inside, ({ same }) => Number(same)) / total(inside),
      fitted: total(inside, ({ cosine: c }) => probability(c, calibration)) / total(inside),
    }));
}

/** The chance that a pair about the same thing has a higher cosine than one that is not. */
function areaUnderCurve(samples: readonly Sample[]): number {
  let [seen, area] = [0, 0];
  for (const sample of samples.toSorted((a, b) => a.cosine - b.cosine)) {
    if (sample.same) area += sample.weight * seen;
    else seen += sample.weight;
  }
  return area / (seen * total(samples.filter(({ same }) => same)));
}

function report(model: string, samples: readonly Sample[]): Figure {
  const [even, odd] = [0, 1].map((half) => samples.filter((_, i) => i % 2 === half)) as [Sample[], Sample[]];
  const fitted = logistic(even);
  const used = calibrationOf(model);
  const table = bins(odd, used, 0.05);
  const error = table.reduce((sum, bin) => sum + bin.share * Math.abs(bin.observed - bin.fitted), 0);
  const shown = ({ midpoint, slope }: Calibration): string =>
    `midpoint ${midpoint.toFixed(3)}, slope ${slope.toFixed(2)}`;
  console.log(`\n${model}: ${even.length} pairs fit, ${odd.length} judge`);
  console.log(`fitted on the even half      ${shown(fitted)}`);
  console.log(`in src/models/calibration.ts ${shown(used)}`);
  console.log("cosine        pairs  observed  in source");
  for (const bin of table) {
    const numbers = [bin.observed, bin.fitted].map((value) => value.toFixed(3).padStart(8));
    console.log(
      `${bin.from.toFixed(2).padStart(5)} – ${(bin.from + 0.05).toFixed(2).padStart(5)} ${String(bin.pairs).padStart(5)}  ${numbers.join("  ")}`,
    );
  }
  const auc = areaUnderCurve(odd);
  const detail = `${(error * 100).toFixed(1)} points off on average over ${odd.length} pairs, AUC ${auc.toFixed(3)}`;
  return { name: `calibration error, ${model}`, ratio: error, bar: 0.05, detail };
}

export async function calibrate(): Promise<Figure[]> {
  const at = process.argv.indexOf("--data");
  const data = at < 0 ? undefined : process.argv[at + 1];
  if (data === undefined)
    throw new Error("Say where the data is: --data FOLDER (the head of bench/calibrate.ts names the sets).");
  const figures: Figure[] = [];
  for (const [family, model, sets] of [
    [OWN, SPACE, [...englishSets(data), ...chineseSets(data)]],
    [PUBLIC, ENGLISH.id, englishSets(data)],
    [PUBLIC, CHINESE.id, chineseSets(data)],
  ] as const) {
    const embedder = localEmbedder({ family, start: "first-use" });
    if (sets.length === 0) console.log(`No data for ${model} in ${data}; skipped.`);
    else figures.push(report(model, await measure(embedder, model, sets)));
    await embedder.close();
  }
  return figures;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) print(await calibrate());
