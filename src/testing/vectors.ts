/** Words, and for scripts without spaces each character and each pair of them. */
function terms(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.flatMap((word) => {
    if (!/\p{Script=Han}/u.test(word)) return [word];
    const characters = [...word];
    return [...characters, ...characters.slice(1).map((character, i) => `${characters[i]}${character}`)];
  });
}

/**
 * A vector of unit length, the same for the same text on every machine. Texts that share words are alike and
 * others are not, so a test can rely on who is near whom; meaning it has none.
 */
export function hashVector(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const term of terms(text)) {
    const hash = fnv1a(term);
    const at = hash % dimensions;
    vector[at] = (vector[at] ?? 0) + (hash & 0x8000_0000 ? -1 : 1);
  }
  const length = Math.hypot(...vector);
  // A text without a word has to point somewhere, too.
  if (length === 0) return vector.map((_, i) => (i === 0 ? 1 : 0));
  return vector.map((value) => value / length);
}

function fnv1a(text: string): number {
  let hash = 0x811c_9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x0100_0193);
  return hash >>> 0;
}
