/** The dot product of two vectors of one length; of unit vectors, their cosine. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k += 1) sum += a[k]! * b[k]!;
  return sum;
}

/**
 * The factor that turns the sum of two similarities into the similarity with the sum of the two vectors: 1 / |a + b|,
 * for unit vectors of this cosine. Two neighbours are so read as one without a second vector being stored or searched.
 */
export function pairScale(cosine: number): number {
  return 1 / Math.sqrt(2 + 2 * Math.max(-0.9, Math.min(1, cosine)));
}
