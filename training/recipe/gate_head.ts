/**
 * Fits the head `gate` on the vectors of the shipped encoders: whether answering needs something that was told before.
 *
 *     node training/recipe/gate_head.ts [--write]
 *
 * The questions of the written people against what they type that needs no memory, with the single lines of `data/questions` and
 * `data/gate`. Writers V and X give the bounds that `src/read/parse/need.ts` names; T, U and the hard lines of Z are only measured.
 * `--write` puts the weights into `models/heads.json` and prints its SHA-256.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readPeople } from "../../bench/people/person.ts";
import { showProgress } from "../../bench/progress.ts";
import { headLogOdds } from "../../src/models/heads.ts";
import { SPACE } from "../../src/models/local/catalogue.ts";
import { localEmbedder } from "../../src/models/local/embedder.ts";
import { writeHead } from "./head_file.ts";
import { type Example, fit, score } from "./logistic.ts";

const [PEOPLE, SINGLE, HARD] = ["training/data/people", "training/data/questions", "training/data/gate"];
const TRAIN = ["A", "B", "C", "D", "E", "F", "G", "M", "W"];
/** Whose file of `data/gate` is only measured. */
const KEPT_APART = "gateZ.jsonl";
/** There are many more questions than messages that need nothing: every third of them, and the others three times. */
const [EVERY, OF_NOTHING, OF_HARD] = [3, 3, 3];
const RIDGE = 3e-5;
/** Log-odds at which the shares are printed; the first and the third are the bounds of the engine. */
const BOUNDS = [-3.1, -1, -0.35, 0.5];

interface Line {
  readonly t: string;
  readonly l: string;
  readonly y: number;
}

const embedder = localEmbedder();
await embedder.ready();
const people = await examplesOf("people", peopleLines(TRAIN, EVERY));
const single = await examplesOf("single lines", linesIn(SINGLE));
const hard = await examplesOf("hard lines", linesIn(HARD, (file) => file !== KEPT_APART));
const plain = [...people, ...single];
const weights = fit(
  [plain, ...times(OF_NOTHING - 1, ofNothing(plain)), ...times(OF_HARD, hard)].flat(),
  RIDGE,
);
const measured = {
  "V, X": await examplesOf("V, X", peopleLines(["V", "X"], 1)),
  "T, U": await examplesOf("T, U", peopleLines(["T", "U"], 1)),
  Z: await examplesOf("Z", linesIn(HARD, (file) => file === KEPT_APART)),
};
for (const [name, examples] of Object.entries(measured)) {
  for (const lang of ["en", "zh"]) {
    const some = examples.filter(({ line }) => line.l === lang);
    console.log(`${name} ${lang}, as shipped: ${shares(some, ({ vector }) => headLogOdds("gate", SPACE, vector)!)}`);
    console.log(`${name} ${lang}, fitted now: ${shares(some, ({ vector }) => score(weights, vector))}`);
  }
}
await embedder.close();
if (process.argv.includes("--write")) writeHead("gate", weights);

interface LabelledLine extends Example {
  readonly line: Line;
}

async function examplesOf(name: string, lines: readonly Line[]): Promise<LabelledLine[]> {
  const progress = showProgress(name);
  const examples: LabelledLine[] = [];
  for (const [done, line] of lines.entries()) {
    progress.step(done, lines.length);
    const [embedding] = await embedder.embedQuery(line.t);
    examples.push({ vector: embedding!.vector, label: line.y === 1, line });
  }
  progress.end();
  return examples;
}

function peopleLines(writers: readonly string[], every: number): Line[] {
  return readPeople(PEOPLE, writers).flatMap(({ lang, qs, general }) => [
    ...qs.filter((_, i) => i % every === 0).map(({ q }) => ({ t: q, l: lang, y: 1 })),
    ...general.map((t) => ({ t, l: lang, y: 0 })),
  ]);
}

function linesIn(folder: string, isMeant: (file: string) => boolean = () => true): Line[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(".jsonl") && isMeant(file));
  return files.flatMap((file) =>
    readFileSync(join(folder, file), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Line),
  );
}

function ofNothing(examples: readonly Example[]): Example[] {
  return examples.filter(({ label }) => !label);
}

function times<T>(count: number, list: readonly T[]): (readonly T[])[] {
  return Array.from({ length: count }, () => list);
}

/** The shares above each bound: of what needs memory, and of what needs none. */
function shares(examples: readonly Example[], oddsOf: (example: Example) => number): string {
  const above = (label: boolean, bound: number): string => {
    const some = examples.filter((one) => one.label === label);
    return ((100 * some.filter((one) => oddsOf(one) > bound).length) / some.length).toFixed(1);
  };
  return BOUNDS.map((bound) => `above ${bound} ${above(true, bound)} / ${above(false, bound)} %`).join(", ");
}
