/** How much it says that a document holds a word which this many of all hold. */
export function inverseFrequency(documents: number, frequency: number): number {
  return Math.log(1 + (Math.max(documents, frequency) - frequency + 0.5) / (frequency + 0.5));
}
