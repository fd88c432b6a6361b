import { parseArgs } from "node:util";
import { SIGNAL_NAMES } from "../../src/domain/relevance/signals.ts";
import { localEmbedder } from "../../src/models/local/embedder.ts";
import { chances, type Example, fitted, isConstant, recallAt } from "../fitting.ts";
import { showProgress } from "../progress.ts";
import type { BenchResult } from "../support.ts";
import { isOfMemories, type Person, readPeople, writerOf } from "./person.ts";
import { corpusOf, examplesOf } from "./signals.ts";

/**
 * Fits the weights of relevance: in each question the answering lines against all others (listwise softmax). Each signal
 * is taken out in turn, and the rest is fitted on one writer and measured on the other.
 */
export async function fitWeights(args: readonly string[]): Promise<BenchResult> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: "string", default: "training/data/people" },
      writers: { type: "string", default: "V,X" },
      without: { type: "string", default: "" },
      ablate: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  const writers = values.writers.split(",");
  const people = readPeople(values.data, writers);
  const embedder = localEmbedder();
  await embedder.ready();
  const progress = showProgress("People");
  const byWriter = new Map<string, Example[]>(writers.map((writer) => [writer, []]));
  const groups = poolsOf(people);
  for (const [done, group] of groups.entries()) {
    progress.step(done, groups.length);
    const talk = await corpusOf(embedder, group);
    for (const person of group) {
      // Half of them are enough. An overview has an order of its own.
      const questions = person.qs.filter(({ k }, i) => i % 2 === 0 && k !== "overview");
      byWriter.get(writerOf(person))!.push(...(await examplesOf(embedder, person, talk, questions)));
    }
    talk.corpus.release();
  }
  progress.end();
  await embedder.close();
  const all = [...byWriter.values()].flat();
  const constant = new Set(SIGNAL_NAMES.filter((_, s) => all.every(({ rows }) => isConstant(rows, s))));
  const left = new Set(values.without.split(",").filter(Boolean));
  const used = SIGNAL_NAMES.filter((name) => !constant.has(name) && !left.has(name));
  const lines: string[] = [
    `${all.length} questions; signals that never vary here: ${[...constant].join(", ")}`,
  ];
  const measure = (names: readonly string[]): number[] => {
    const figures: number[] = [0, 0];
    for (const writer of writers) {
      const others = writers.filter((one) => one !== writer);
      const train = (others.length === 0 ? [writer] : others).flatMap((one) => byWriter.get(one)!);
      const weights = fitted(train, names);
      for (const [i, k] of [10, 15].entries())
        figures[i]! += recallAt(byWriter.get(writer)!, weights, k) / writers.length;
    }
    return figures;
  };
  const whole = measure(used);
  lines.push(`all ${used.length}: best 10 ${whole[0]!.toFixed(2)}, best 15 ${whole[1]!.toFixed(2)}`);
  for (const name of values.ablate ? used : []) {
    const rest = measure(used.filter((one) => one !== name));
    lines.push(
      `without ${name.padEnd(18)} ${(rest[0]! - whole[0]!).toFixed(2).padStart(6)} ${(rest[1]! - whole[1]!).toFixed(2).padStart(6)}`,
    );
  }
  const weights = fitted(all, used);
  const { slope, bias } = chances(all, weights);
  for (let s = 0; s < weights.length; s += 1) weights[s]! *= slope;
  lines.push(`log-odds: bias ${bias.toFixed(3)} (the weights are on this scale)`);
  lines.push(
    "weights:",
    ...used.map((name) => `  ${name}: ${weights[SIGNAL_NAMES.indexOf(name as never)]!.toFixed(3)}`),
  );
  return { document: { whole, weights: [...weights] }, lines };
}

/** Each person alone, and all people of one writer and language together. */
function poolsOf(people: readonly Person[]): Person[][] {
  const pools = new Map<string, Person[]>();
  for (const person of people) {
    if (person.kind === "group") continue;
    const name = `${writerOf(person)} ${person.lang} ${isOfMemories(person)}`;
    pools.set(name, [...(pools.get(name) ?? []), person]);
  }
  return [...people.map((person) => [person]), ...[...pools.values()].filter((pool) => pool.length > 1)];
}
