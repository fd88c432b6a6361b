/** Signs that look like, or are read as, one of those that frames are made of. NFKC knows the full-width ones. */
const SIGNS: Readonly<Record<string, string>> = Object.fromEntries(
  (
    [
      ["<", "‹〈⟨˂ᐸ❮❰⧼≺《"],
      [">", "›〉⟩˃ᐳ❯❱⧽≻》"],
      ["[", "【〔⟦⁅❲「『〖〚"],
      ["]", "】〕⟧⁆❳」』〗〛"],
      ["|", "∣ǀ│┃❘⏐▏"],
      ["/", "⁄∕╱⧸"],
      ["#", "♯⌗"],
      ["-", "‐‑‒–—−"],
      ["_", "‗ˍ"],
    ] as const
  ).flatMap(([sign, alike]) => Array.from(alike, (one) => [one, sign])),
);

/** Letters of other scripts that nobody tells from Latin ones. */
const LETTERS: Readonly<Record<string, string>> = Object.fromEntries([
  ["а", "a"],
  ["е", "e"],
  ["о", "o"],
  ["р", "p"],
  ["с", "c"],
  ["х", "x"],
  ["у", "y"],
  ["і", "i"],
  ["ѕ", "s"],
  ["ј", "j"],
  ["ԁ", "d"],
  ["һ", "h"],
  ["м", "m"],
  ["т", "t"],
  ["к", "k"],
  ["н", "h"],
  ["в", "b"],
  ["г", "r"],
  ["α", "a"],
  ["ο", "o"],
  ["ρ", "p"],
  ["ν", "v"],
  ["ι", "i"],
  ["κ", "k"],
  ["τ", "t"],
  ["υ", "u"],
  ["η", "n"],
  ["ɑ", "a"],
  ["ı", "i"],
  ["ᴍ", "m"],
  ["ᴇ", "e"],
  ["ᴏ", "o"],
  ["ɪ", "i"],
  ["ʀ", "r"],
  ["ꜱ", "s"],
  ["ʏ", "y"],
] as const);

/** A text as a hasty reader, or a model's tokenizer, may take it: confusable signs and letters made plain. */
export function skeleton(text: string): string {
  const plain = text.normalize("NFKC").replace(SIGN, (sign) => SIGNS[sign]!);
  if (!LETTER.test(plain)) return plain;
  // Only words that mix scripts are in disguise: Russian and Greek stay what they are.
  return plain.replace(/[\p{L}\p{M}]+/gu, (word) =>
    /\p{sc=Latin}/u.test(word) || ALIKE.test(word)
      ? Array.from(word, (letter) => LETTERS[letter] ?? LETTERS[letter.toLowerCase()] ?? letter).join("")
      : word,
  );
}

const SIGN = new RegExp(`[${Object.keys(SIGNS).join("")}]`, "gu");
const LETTER = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "iu");
/** A word of nothing but look-alikes. */
const ALIKE = new RegExp(`^[${Object.keys(LETTERS).join("")}]+$`, "iu");
