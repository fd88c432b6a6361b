import { SPACE } from "./local/catalogue.ts";
import { readPackaged } from "./local/packaged.ts";

/**
 * What small learned judges say about a vector:
 * `gate` a question needs something told before; `overview` it asks for all about somebody; `own` in a group, its "I" asks for
 * the asker's own life; `worth` a line tells something; `question` it asks, or wants something done, and tells nothing.
 */
export type Head = "gate" | "overview" | "own" | "worth" | "question";

/** The file of the package that holds their weights. */
const FILE = {
  name: "heads.json",
  sha256: "a491d01200cf4d01092a110a297d6f96f5eadca40715a5e0fe373c5eeaf35c1f",
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
