/**
 * Fits the head `question` on the vectors of the shipped encoders: whether a line asks or wants something done, and tells nothing.
 *
 *     node training/recipe/question_head.ts [--write]
 *
 * The questions and tasks of the written people against the lines that answer a question. Writers V and X give the threshold,
 * T and U are only measured. `--write` puts the weights into `models/heads.json` and prints its SHA-256.
 */
import { readPeople } from "../../bench/people/person.ts";
import { showProgress } from "../../bench/progress.ts";
import type { Embedder } from "../../src/models/embedder.ts";
import { localEmbedder } from "../../src/models/local/embedder.ts";
import { writeHead } from "./head_file.ts";
import { type Example, fit, score } from "./logistic.ts";

const PEOPLE = "training/data/people";
const TRAIN = ["A", "B", "C", "D", "E", "F", "G", "M", "W"];
const [FIT, TEST] = [["V", "X"], ["T", "U"]];
/** Every third question is enough: there are more of them than lines. */
const EVERY = 3;
const RIDGE = 1e-5;

const embedder = localEmbedder();
await embedder.ready();
const weights = fit(await examplesOf(embedder, TRAIN), RIDGE);
for (const [name, writers] of Object.entries({ "V, X": FIT, "T, U": TEST })) {
  const examples = await examplesOf(embedder, writers);
  const scores = examples.map(({ vector }) => score(weights, vector));
  for (const least of [0, 1, 2, 3, 4]) {
    const share = (label: boolean): string => {
      const some = scores.filter((_, i) => examples[i]!.label === label);
      return `${((100 * some.filter((one) => one > least).length) / some.length).toFixed(1)} % of ${some.length}`;
    };
    console.log(`${name}, above ${least}: questions ${share(true)}, lines that answer ${share(false)}`);
  }
}
await embedder.close();
if (process.argv.includes("--write")) writeHead("question", weights);

async function examplesOf(by: Embedder, writers: readonly string[]): Promise<Example[]> {
  const found: Example[] = [];
  const people = readPeople(PEOPLE, writers);
  const progress = showProgress(`Lines and questions of ${writers.join(", ")}`);
  for (const [done, person] of people.entries()) {
    progress.step(done, people.length);
    const answers = [...new Set(person.qs.flatMap(({ a }) => a))].map((line) => person.lines[line]!.t);
    const asked = [...person.qs.map(({ q }) => q), ...person.general].filter((_, i) => i % EVERY === 0);
    const texts = [...answers, ...asked];
    const vectors = await by.embedDocuments(texts);
    for (const [i, { vector }] of vectors.entries()) found.push({ vector, label: i >= answers.length });
  }
  progress.end();
  return found;
}
