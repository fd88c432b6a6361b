import { SPACE } from "./local/catalogue.ts";
import { readPackaged } from "./local/packaged.ts";

/**
 * What small learned judges say about a line's vector: `worth` it tells something; `question` it asks, or wants something
 * done, and tells nothing; `portrait` it says who somebody is, beside how relevant it is to a question for all about them.
 */
export type Head = "worth" | "question" | "portrait";

/** The file of the package that holds their weights. */
const FILE = {
  name: "heads.json",
  sha256: "30f7026a3bdce673145ae618f0926bf3b9a20e2aa7b5a93de287e27153dc028e",
};

/** Of the package's own space: for each head a weight for each number of a vector, and last the constant. */
let weights: Readonly<Record<Head, Float32Array>> | undefined;

/** Whether vectors of this space can be judged. */
export function hasHeads(model: string): boolean {
  return model === SPACE;
}

/** The log-odds that a head gives a unit vector; undefined for a space that has no heads. */
export function headLogOdds(head: Head, model: string, vector: Float32Array): number | undefined {
  if (!hasHeads(model)) return undefined;
  weights ??= readWeights();
  const headWeights = weights[head];
  let sum = headWeights[vector.length]!;
  for (let i = 0; i < vector.length; i += 1) sum += headWeights[i]! * vector[i]!;
  return sum;
}

function readWeights(): Readonly<Record<Head, Float32Array>> {
  const read = JSON.parse(readPackaged(FILE).toString("utf8")) as Record<Head, number[]>;
  return Object.fromEntries(
    Object.entries(read).map(([head, numbers]) => [head, Float32Array.from(numbers)]),
  ) as Record<Head, Float32Array>;
}
