/**
 * Fits the head `own` on the vectors of the shipped encoders: whether a member of a group who says "I" asks for something of
 * their own life. A fourth of such questions asks for what others said: the day of the bins, what a friend cannot eat.
 *
 *     node training/recipe/own_head.ts [--write]
 *
 * The questions of the written groups, by whether the asker wrote the line that answers, and those of `data/own`. Writers V and X
 * give ridge and threshold, T and U are only measured. `--write` puts the weights into `models/heads.json`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Person, readPeople } from "../../bench/people/person.ts";
import type { Embedder } from "../../src/models/embedder.ts";
import { localEmbedder } from "../../src/models/local/embedder.ts";
import { type Names, parseQuestion } from "../../src/read/parse/question.ts";
import type { ReadableScope } from "../../src/scope-index/scope-index.ts";
import { writeHead } from "./head_file.ts";
import { type Example, fit, score } from "./logistic.ts";

const [PEOPLE, LABELLED] = ["training/data/people", "training/data/own"];
const [TRAIN, FIT, TEST] = [["E", "F", "G"], ["V", "X"], ["T", "U"]];
const RIDGE = 1e-4;
const THRESHOLDS = [-2, -1.5, -1, -0.5, 0, 0.5];
const GROUP = { scope: { kind: "group", id: "group" } } as ReadableScope;

const embedder = localEmbedder();
await embedder.ready();
const weights = fit([...(await inGroups(embedder, TRAIN)), ...(await labelled(embedder))], RIDGE);
for (const [name, writers] of Object.entries({ "V, X": FIT, "T, U": TEST })) {
  const examples = await inGroups(embedder, writers);
  for (const least of THRESHOLDS) {
    const share = (own: boolean): string => {
      const some = examples.filter(({ label }) => label === own);
      const below = some.filter(({ vector }) => score(weights, vector) < least);
      return `${below.length} of ${some.length}`;
    };
    console.log(`${name}, below ${least}: asked of others ${share(false)}, of the asker ${share(true)}`);
  }
}
await embedder.close();
if (process.argv.includes("--write")) writeHead("own", weights);

/** The questions with "I" that name nobody, as the engine reads them. */
async function inGroups(by: Embedder, writers: readonly string[]): Promise<Example[]> {
  const examples: Example[] = [];
  for (const person of readPeople(PEOPLE, writers).filter(({ kind }) => kind === "group")) {
    const names = namesOf(person);
    for (const { q, a, k, as = null } of person.qs) {
      const { asking, namedAccounts, spoken } = parseQuestion(GROUP, q, as, names);
      const isOfAsker = asking.self && !asking.us && !asking.anybody && namedAccounts.size === 0;
      if (!isOfAsker || k === "overview") continue;
      const [embedding] = await by.embedQuery(spoken);
      examples.push({ vector: embedding!.vector, label: a.some((line) => person.lines[line]!.by === as) });
    }
  }
  return examples;
}

function namesOf({ members = [], lines }: Person): Names {
  const names = new Map(members.map(({ id, name }) => [id, { name, aliases: [name] }]));
  for (const { by, name } of lines) {
    const before = by === undefined || name === undefined ? undefined : names.get(by);
    if (before !== undefined) names.set(by!, { name: name!, aliases: [name!, ...before.aliases] });
  }
  return names;
}

async function labelled(by: Embedder): Promise<Example[]> {
  const examples: Example[] = [];
  for (const file of readdirSync(LABELLED).filter((name) => name.endsWith(".jsonl"))) {
    for (const line of readFileSync(join(LABELLED, file), "utf8").trim().split("\n")) {
      const { q, own } = JSON.parse(line) as { q: string; own: boolean };
      const [embedding] = await by.embedQuery(q);
      examples.push({ vector: embedding!.vector, label: own });
    }
  }
  return examples;
}
