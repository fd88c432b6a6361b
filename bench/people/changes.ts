import { parseArgs } from "node:util";
import { rarity } from "../../src/domain/relevance/word-match.ts";
import { simple } from "../../src/language/chinese/script.ts";
import { mayUpdate } from "../../src/language/languages.ts";
import { readMessage } from "../../src/language/message.ts";
import { terms } from "../../src/language/terms.ts";
import { headLogOdds } from "../../src/models/heads.ts";
import { localEmbedder } from "../../src/models/local/embedder.ts";
import type { Corpus } from "../../src/scope-index/corpus.ts";
import { Updates } from "../../src/scope-index/updates.ts";
import type { BenchResult } from "../support.ts";
import { type Person, readPeople } from "./person.ts";
import { corpusOf } from "./signals.ts";

interface Pair {
  readonly features: readonly number[];
  readonly is: boolean;
  readonly person: string;
  readonly earlier: number;
  readonly later: number;
}

const NEAREST = 5;
/** As in `src/read/retrieve/quotes/found.ts`. */
const LEAST_LIKENESS = 0.25;

/** How well a later line is linked to the earlier one that it changes: what the engine links, and what features allow. */
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
  const sets: Pair[][] = [];
  for (const writers of [values.fit, values.writers]) {
    const people = readPeople(values.data, writers.split(",")).filter(
      ({ kind, changes: own }) => kind !== "memories" && own !== undefined,
    );
    const pairs: Pair[] = [];
    const engine = { right: 0, linked: 0, all: 0 };
    for (const person of people) {
      const { corpus } = await corpusOf(embedder, [person]);
      const vectors = await embedder.embedDocuments(person.lines.map(({ t }) => t));
      pairs.push(...pairsOf(person, corpus, vectors));
      count(person, corpus, engine);
      corpus.release();
    }
    sets.push(pairs);
    lines.push(
      `${writers}: engine links ${engine.linked}, right ${engine.right} (precision ${((100 * engine.right) / engine.linked).toFixed(1)}), of ${engine.all} changes (recall ${((100 * engine.right) / engine.all).toFixed(1)})`,
    );
  }
  await embedder.close();
  for (const uses of [
    [0, 1, 2, 3],
    [0, 1, 2],
    [0, 1],
    [0, 2, 3],
    [0, 3],
  ]) {
    const weights = weightsFor(sets[0]!, uses);
    lines.push(
      `features ${uses.map((f) => NAMES[f]).join(", ")}: ${weights.map((w) => w.toFixed(2)).join(" ")}`,
    );
    for (const [i, pairs] of sets.entries())
      lines.push(`  ${i === 0 ? values.fit : values.writers}: ${curve(pairs, weights, uses)}`);
  }
  return { document: lines, lines };
}

const NAMES = ["cosine", "change head", "shared rare words", "update words"];

function pairsOf(
  person: Person,
  corpus: Corpus<string>,
  vectors: readonly { model: string; vector: Float32Array }[],
): Pair[] {
  const right = new Set(person.changes!.map(([a, b]) => `${a} ${b}`));
  const found: Pair[] = [];
  for (let later = 1; later < person.lines.length; later += 1) {
    const head = headLogOdds("change", vectors[later]!.model, vectors[later]!.vector) ?? 0;
    const words = new Set(terms(simple(person.lines[later]!.t)));
    const updates = mayUpdate(person.lines[later]!.t) ? 1 : 0;
    const earlier = Array.from({ length: later }, (_, i) => i)
      .filter((i) => person.lines[i]!.by === person.lines[later]!.by)
      .map((i) => ({ i, cosine: corpus.between(i, later) ?? 0 }))
      .sort((a, b) => b.cosine - a.cosine)
      .filter(({ i }, rank) => rank < NEAREST || right.has(`${i} ${later}`));
    for (const { i, cosine } of earlier) {
      let shared = 0;
      for (const word of new Set(terms(simple(person.lines[i]!.t))))
        if (words.has(word)) shared += rarity(corpus, word);
      found.push({
        features: [cosine, head / 6, Math.min(3, shared / rarity(corpus, "")), updates],
        is: right.has(`${i} ${later}`),
        ...{ person: person.id, earlier: i, later },
      });
    }
  }
  return found;
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
    const said = updates.of(item).filter((later) => {
      const likeness = corpus.between(item, later) ?? 1;
      return likeness >= LEAST_LIKENESS || updates.takenBackBy(item, later);
    });
    for (const later of new Set([...said, ...updates.changed(corpus, item)])) {
      into.linked += 1;
      if (right.has(`${item} ${later}`)) into.right += 1;
    }
  }
}

function scoreOf({ features }: Pair, weights: readonly number[], uses: readonly number[]): number {
  return uses.reduce((sum, f, i) => sum + weights[i]! * features[f]!, weights.at(-1)!);
}

function weightsFor(pairs: readonly Pair[], uses: readonly number[]): number[] {
  const weights = [...uses.map(() => 0), -2];
  for (let step = 0; step < 3_000; step += 1) {
    const gradient = weights.map(() => 0);
    for (const pair of pairs) {
      const miss = 1 / (1 + Math.exp(-scoreOf(pair, weights, uses))) - (pair.is ? 1 : 0);
      uses.forEach((f, i) => {
        gradient[i]! += miss * pair.features[f]!;
      });
      gradient[uses.length]! += miss;
    }
    gradient.forEach((slope, i) => {
      weights[i]! -= (4 * slope) / pairs.length;
    });
  }
  return weights;
}

function curve(pairs: readonly Pair[], weights: readonly number[], uses: readonly number[]): string {
  const scored = pairs
    .map((pair) => ({ pair, score: scoreOf(pair, weights, uses) }))
    .sort((a, b) => b.score - a.score);
  const all = pairs.filter(({ is }) => is).length;
  const out: string[] = [];
  let right = 0;
  const wanted = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8];
  for (const [i, { pair, score }] of scored.entries()) {
    if (pair.is) right += 1;
    if (wanted.length > 0 && right / all >= wanted[0]!) {
      out.push(
        `recall ${(100 * wanted.shift()!).toFixed(0)} precision ${((100 * right) / (i + 1)).toFixed(0)} (at ${score.toFixed(2)})`,
      );
    }
  }
  return out.join(", ");
}
