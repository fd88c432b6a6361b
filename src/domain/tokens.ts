/** Where East Asian scripts begin; from here on a character is about a token. */
const EAST_ASIAN = 0x2e80;

/** About how many tokens a model counts: a quarter of a character elsewhere, one per East Asian character (C20). */
export function estimateTokens(text: string): number {
  let dense = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= EAST_ASIAN) dense += 1;
  return Math.ceil(dense + (text.length - dense) / 4);
}
