/** A judged vector. */
export interface Example {
  readonly vector: Float32Array;
  readonly label: boolean;
  /** Log-odds that are known without the vector. Default: 0. */
  readonly offset?: number;
}

const STEPS = 400;

export function score(weights: Float64Array, vector: Float32Array): number {
  let sum = weights[vector.length]!;
  for (let i = 0; i < vector.length; i += 1) sum += weights[i]! * vector[i]!;
  return sum;
}

/** Logistic regression by Adam on the whole set; the constant is last, and `ridge` does not hold it. */
export function fit(examples: readonly Example[], ridge: number): Float64Array {
  const width = examples[0]!.vector.length + 1;
  const weights = new Float64Array(width);
  const [first, second] = [new Float64Array(width), new Float64Array(width)];
  for (let step = 1; step <= STEPS; step += 1) {
    const gradient = weights.map((weight, i) => (i === width - 1 ? 0 : ridge * weight));
    for (const { vector, label, offset = 0 } of examples) {
      const miss = 1 / (1 + Math.exp(-offset - score(weights, vector))) - (label ? 1 : 0);
      for (let i = 0; i < vector.length; i += 1) gradient[i]! += (miss * vector[i]!) / examples.length;
      gradient[width - 1]! += miss / examples.length;
    }
    for (let i = 0; i < width; i += 1) {
      first[i] = 0.9 * first[i]! + 0.1 * gradient[i]!;
      second[i] = 0.99 * second[i]! + 0.01 * gradient[i]! ** 2;
      const rate = 0.5 * (step < STEPS / 2 ? 1 : 0.2);
      weights[i]! -= (rate * (first[i]! / (1 - 0.9 ** step))) / (Math.sqrt(second[i]! / (1 - 0.99 ** step)) + 1e-9);
    }
  }
  return weights;
}
