/**
 * Fits the head `portrait` on the vectors of the shipped encoders: whether a line says who somebody is, as whoever asks for
 * all about them wants it.
 *
 *     node training/recipe/portrait_head.ts [--write]
 *
 * The lines that answer people's overview questions against their other lines, beside what the line's relevance to the question
 * says already. Writers V and X gave the ridge, T and U are only measured: the share of the answering lines among the
 * first 24, which is what fits into 600 tokens. `--write` puts the weights into `models/heads.json` and prints its SHA-256.
 */
import { type Person, readPeople } from "../../bench/people/person.ts";
import { corpusOf, examplesOf } from "../../bench/people/signals.ts";
import { showProgress } from "../../bench/progress.ts";
import { QUOTE_WEIGHING, weigh } from "../../src/domain/relevance/fuse.ts";
import { localEmbedder } from "../../src/models/local/embedder.ts";
import { writeHead } from "./head_file.ts";
import { type Example, fit, score } from "./logistic.ts";

const PEOPLE = "training/data/people";
const TRAIN = [..."ABCDEFGIJKLW"];
const MEASURED = [
  ["V", "X"],
  ["T", "U"],
];
const RIDGE = 1e-4;
const SHOWN = 24;

/** The lines of a person for one overview question. */
type Asked = readonly (Example & { readonly offset: number })[];

const embedder = localEmbedder();
await embedder.ready();
const weights = fit((await askedOf(TRAIN)).flat(), RIDGE);
for (const writers of MEASURED) {
  const asked = await askedOf(writers);
  const share = (by: (line: Asked[number]) => number): string => {
    const shares = asked.map((lines) => {
      const best = lines.toSorted((a, b) => by(b) - by(a)).slice(0, SHOWN);
      return best.filter(({ label }) => label).length / lines.filter(({ label }) => label).length;
    });
    return ((100 * shares.reduce((sum, one) => sum + one, 0)) / shares.length).toFixed(1);
  };
  const alone = share(({ offset }) => offset);
  const both = share(({ offset, vector }) => offset + score(weights, vector));
  console.log(
    `${writers.join(", ")}: ${asked.length} questions, by relevance ${alone} %, with the head ${both} %`,
  );
}
await embedder.close();
if (process.argv.includes("--write")) writeHead("portrait", weights);

async function askedOf(writers: readonly string[]): Promise<Asked[]> {
  const found: Asked[] = [];
  const people = readPeople(PEOPLE, writers);
  const progress = showProgress(`Overviews of ${writers.join(", ")}`);
  for (const [done, person] of people.entries()) {
    progress.step(done, people.length);
    found.push(...(await overviewsOf(person)));
  }
  progress.end();
  return found;
}

async function overviewsOf(person: Person): Promise<Asked[]> {
  const questions = person.qs.filter(({ k }) => k === "overview");
  if (questions.length === 0) return [];
  const talk = await corpusOf(embedder, [person]);
  const examples = await examplesOf(embedder, person, talk, questions);
  talk.corpus.release();
  const vectors = await embedder.embedDocuments(person.lines.map(({ t }) => t));
  return examples.map(({ rows, lines, answers }) => {
    const odds = Array.from({ length: lines }, (_, i) =>
      weigh(rows, i * QUOTE_WEIGHING.row.length, QUOTE_WEIGHING.row),
    );
    const mean = odds.reduce((sum, one) => sum + one, 0) / lines;
    return odds.map((one, i) => ({
      vector: vectors[i]!.vector,
      label: answers.includes(i),
      offset: one - mean,
    }));
  });
}
