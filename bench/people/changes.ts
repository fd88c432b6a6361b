import { parseArgs } from "node:util";
import { simple } from "../../src/language/chinese/script.ts";
import { mayUpdate } from "../../src/language/languages.ts";
import { readMessage } from "../../src/language/message.ts";
import { terms } from "../../src/language/terms.ts";
import { changeLogOdds } from "../../src/models/change-judge.ts";
import { localEmbedder } from "../../src/models/local/embedder.ts";
import type { Corpus } from "../../src/scope-index/corpus.ts";
import { Updates } from "../../src/scope-index/updates.ts";
import type { BenchResult } from "../support.ts";
import { type Person, readPeople } from "./person.ts";
import { corpusOf } from "./signals.ts";

/** Two lines of one author, the later of which changes the earlier one or does not. */
interface Pair {
  readonly odds: number;
  readonly isChange: boolean;
}

/** How well a later line is linked to the earlier one that it changes: by the engine, and by the judge among all pairs. */
export async function changes(args: readonly string[]): Promise<BenchResult> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: "string", default: "training/data/people" },
      fit: { type: "string", default: "V,X" },
      writers: { type: "string", default: "T,U" },
      json: { type: "boolean", default: false },
    },
  });
  const embedder = localEmbedder();
  await embedder.ready();
  const lines: string[] = [];
  for (const writers of [values.fit, values.writers].filter((one) => one !== "")) {
    const people = readPeople(values.data, writers.split(",")).filter(
      ({ kind, changes: own }) => kind !== "memories" && own !== undefined,
    );
    const pairs: Pair[] = [];
    const engine = { right: 0, linked: 0, all: 0 };
    for (const person of people) {
      const { corpus } = await corpusOf(embedder, [person]);
      const vectors = await embedder.embedDocuments(person.lines.map(({ t }) => t));
      pairs.push(...pairsOf(person, vectors));
      count(person, corpus, engine);
      corpus.release();
    }
    lines.push(
      `${writers}: engine links ${engine.linked}, right ${engine.right} (precision ${((100 * engine.right) / engine.linked).toFixed(1)}), of ${engine.all} changes (recall ${((100 * engine.right) / engine.all).toFixed(1)})`,
      `  judge, ${pairs.length} pairs: ${curve(pairs)}`,
    );
  }
  await embedder.close();
  return { document: lines, lines };
}

function pairsOf(person: Person, vectors: readonly { vector: Float32Array }[]): Pair[] {
  const right = new Set(person.changes!.map(([a, b]) => `${a} ${b}`));
  return person.lines.flatMap(({ by }, later) =>
    person.lines.slice(0, later).flatMap((line, earlier) => {
      if (line.by !== by) return [];
      const odds = changeLogOdds(vectors[earlier]!.vector, vectors[later]!.vector);
      return [{ odds, isChange: right.has(`${earlier} ${later}`) }];
    }),
  );
}

/** The links that the engine shows. */
function count(
  person: Person,
  corpus: Corpus<string>,
  into: { right: number; linked: number; all: number },
): void {
  const updates = new Updates();
  for (const [item, { t }] of person.lines.entries()) {
    if (!mayUpdate(t)) continue;
    const message = readMessage(t);
    if (message.updates || message.takesBack)
      updates.add(corpus, {
        item,
        terms: terms(simple(t)),
        takesBack: message.takesBack,
        starred: /^\s*\*/.test(t),
      });
  }
  const right = new Set(person.changes!.map(([a, b]) => `${a} ${b}`));
  into.all += right.size;
  for (let item = 0; item < person.lines.length; item += 1) {
    for (const later of updates.changesOf(corpus, item)) {
      into.linked += 1;
      if (right.has(`${item} ${later}`)) into.right += 1;
    }
  }
}

function curve(pairs: readonly Pair[]): string {
  const scored = pairs.toSorted((a, b) => b.odds - a.odds);
  const all = pairs.filter(({ isChange }) => isChange).length;
  const out: string[] = [];
  let right = 0;
  const wanted = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8];
  for (const [i, { isChange, odds }] of scored.entries()) {
    if (isChange) right += 1;
    if (wanted.length > 0 && right / all >= wanted[0]!) {
      out.push(
        `recall ${(100 * wanted.shift()!).toFixed(0)} precision ${((100 * right) / (i + 1)).toFixed(0)} (at ${odds.toFixed(2)})`,
      );
    }
  }
  return out.join(", ");
}
