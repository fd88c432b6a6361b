/** What each character stands for; a row begins with the plain one. */
function alike(rows: readonly string[]): Readonly<Record<string, string>> {
  const pairs = rows.flatMap((row) => Array.from(row.slice(1), (one) => [one, row[0]!] as const));
  return Object.fromEntries(pairs);
}

/** Signs that look like, or are read as, one of those that frames are made of. NFKC knows the full-width ones. */
const SIGNS = alike([
  "<‹〈⟨˂ᐸ❮❰⧼≺《",
  ">›〉⟩˃ᐳ❯❱⧽≻》",
  "[【〔⟦⁅❲「『〖〚",
  "]】〕⟧⁆❳」』〗〛",
  "|∣ǀ│┃❘⏐▏",
  "/⁄∕╱⧸",
  "#♯⌗",
  "-‐‑‒–—−",
  "_‗ˍ",
]);

/** Letters of other scripts that nobody tells from Latin ones. */
const LETTERS = alike(
  "aаαɑ bв cс dԁ eеᴇ hһн iіιıɪ jј kкκ mмᴍ nη oоοᴏ pрρ rгʀ sѕꜱ tтτ uυ vν xх yуʏ".split(" "),
);

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
