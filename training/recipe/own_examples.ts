/**
 * Writes the questions of the written groups in which somebody says "I" and names nobody, with whether the asker wrote the line
 * that answers, as the engine reads them: JSON lines for `question_reader.py`.
 *
 *     node training/recipe/own_examples.ts FILE
 */
import { writeFileSync } from "node:fs";
import { type Person, readPeople } from "../../bench/people/person.ts";
import { type Names, parseQuestion } from "../../src/read/parse/question.ts";
import type { ReadableScope } from "../../src/scope-index/scope-index.ts";

const GROUP = { scope: { kind: "group", id: "group" } } as ReadableScope;
const WRITERS = [..."EFGIJKLTUVX"];
const [file] = process.argv.slice(2);
if (file === undefined) throw new Error("Name the file to write: node training/recipe/own_examples.ts FILE");

const rows: string[] = [];
for (const person of readPeople("training/data/people", WRITERS).filter(({ kind }) => kind === "group")) {
  const names = namesOf(person);
  for (const { q, a, k, as = null } of person.qs) {
    const { asking, namedAccounts } = parseQuestion(GROUP, q, as, names);
    const isOfAsker = asking.self && !asking.us && !asking.anybody && namedAccounts.size === 0;
    if (!isOfAsker || k === "overview") continue;
    rows.push(JSON.stringify({ id: person.id, q, own: a.some((line) => person.lines[line]!.by === as) }));
  }
}
writeFileSync(file, `${rows.join("\n")}\n`);
console.log(`${rows.length} questions in ${file}`);

function namesOf({ members = [], lines }: Person): Names {
  const names = new Map(members.map(({ id, name }) => [id, { name, aliases: [name] }]));
  for (const { by, name } of lines) {
    const before = by === undefined || name === undefined ? undefined : names.get(by);
    if (before !== undefined) names.set(by!, { name: name!, aliases: [name!, ...before.aliases] });
  }
  return names;
}
