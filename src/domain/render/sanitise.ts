import { BLOCK_SIGNATURES, type BlockSignature } from "../blocks.ts";
import { ALL_LOOK_ALIKES, HAS_LOOK_ALIKE, plainLetter } from "../confusable.ts";
import { firstUnits } from "../text.ts";

/** A line longer than this is cut: a fact is a sentence, and one of 100 kB must not fill a prompt. */
const MAX_LINE = 1_000;
/** How many characters of a text are looked at: enough to fill a line after every mark in it is removed. */
const MAX_READ = 4 * MAX_LINE;

/** Controls, and the marks that turn the direction of what follows them; those that end a line are spaces below. */
const CONTROLS = /(?![\s\u0085])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/gu;
/** Letters that only machines see. Joiners and selectors stay where a script or an emoji needs them. */
const HIDDEN =
  /(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|[0-9#*])\ufe0f|(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|[\p{sc=Arabic}\p{sc=Devanagari}\p{sc=Bengali}\p{sc=Tamil}\p{sc=Telugu}\p{sc=Malayalam}\p{sc=Sinhala}])[\u200c\u200d]|(?!\u200c|\u200d|\ufe0f)\p{Default_Ignorable_Code_Point}/gu;
/** Whatever any reader takes for a space or the end of a line. */
const SPACES = /[\s\u0085]+/g;

/** The marks that must not appear in a remembered text, in one expression for all blocks. */
const forged = <K extends keyof BlockSignature["forged"]>(
  kind: K,
): NonNullable<BlockSignature["forged"][K]>[] =>
  BLOCK_SIGNATURES.flatMap((trace) => (trace.forged[kind] === undefined ? [] : [trace.forged[kind]]));

/** Names between square brackets that open or close a block, ours or a chat template's. */
const NAMES = [
  ...forged("bracket"),
  "context ?summary|raw|inst|sys|system|assistant|user|developer|tool|available_tools|tool_calls?|tool_results?",
].join("|");
const BRACKETED = new RegExp(
  `\\[( ?\\/? ?(?:(?:end|begin|start)(?: ?of)?(?: ?the)? ?)?(?:${NAMES})(?: ?(?:prompt|message|end))? ?)\\]`,
  "gi",
);
/** Tags: a `<` before anything else, as in "a < b" or "<3", is only a character. */
const TAGS = new RegExp(
  `<(?=[a-z/|!?<]| ?\\/| ?(?:${forged("tag").join("|")})| ?(?:message|transcript|system|user|assistant|author|content)\\b)`,
  "gi",
);
const BARS = /\|>/g;
/** Braces of templates: `{{#system}}`, `{% raw %}`. */
const BRACES = /\{(?=[{%#])|(?<=[}%])\}/g;
/** A heading that a block of ours or a template begins with, wherever it stands. */
const HEADINGS = new RegExp(
  `(?<!#)#+(?= ?(?:${[...forged("heading"), "agent memory"].join("|")}|(?:instructions?|response|system|human|assistant|user)\\b))`,
  "gi",
);
/** Sentences by which our blocks say what they are. */
const SAYINGS = forged("saying");
/** A speaker's mark, or a mark of Markdown, at the beginning of a line. */
const LEADING = /^(?=[#>`*+-]|(?:system|assistant|user|human|developer|tool|系统|助手|用户) ?[:：])/i;

/** Most facts are one short line of letters and plain punctuation; nothing has to be done to those. */
const HARMLESS = /^[\p{L}\p{N}(][\p{L}\p{M}\p{N} .,;!?'"()/%&+，。、；！？“”‘’（）《》…·-]*$/u;

/**
 * Somebody's words as one harmless line, for texts, keys and names alike: nothing in it can end the block it
 * stands in, begin another, speak as somebody else or hide from whoever reads it. The words stay readable.
 */
export function sanitise(text: string): string {
  if (text.length <= MAX_LINE && isHarmless(text)) return text;
  const line = text
    .slice(0, MAX_READ)
    .toWellFormed()
    .replace(CONTROLS, "")
    .replace(HIDDEN, "")
    .replace(SPACES, " ")
    .trim();
  const plain = skeleton(line);
  // In disguise it is shown as what it stands for, and then defused; else it stays as it was written.
  const read = plain !== line && defuseLine(plain) !== plain ? plain.trim() : line;
  const safe = defuseLine(read).replace(LEADING, "\\");
  return safe.length <= MAX_LINE ? safe : `${firstUnits(safe, MAX_LINE - 1)}…`;
}

function isHarmless(text: string): boolean {
  return (
    HARMLESS.test(text) &&
    !text.includes("  ") &&
    !text.endsWith(" ") &&
    SAYINGS.every(([saying]) => text.search(saying) < 0)
  );
}

function defuseLine(line: string): string {
  const safe = line
    .replace(BRACKETED, "($1)")
    .replace(TAGS, "(")
    .replace(BARS, "|)")
    .replace(BRACES, "")
    .replace(HEADINGS, "");
  return SAYINGS.reduce((said, [saying, instead]) => said.replace(saying, instead), safe);
}

/** Most labels are a plain word that is none of ours. */
const PLAIN_LABEL = new RegExp(`^(?!(?:${NAMES})$)[a-z_]+$`);

/** A label in brackets; not even so does it open or close one of our blocks. */
export function bracketLabel(label: string): string {
  return PLAIN_LABEL.test(label) ? `[${label}]` : sanitise(`[${sanitise(label)}]`);
}

/** The characters that stand for each other; a row begins with the plain one. */
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

/** A text as a hasty reader, or a model's tokenizer, may take it: confusable signs and letters made plain. */
export function skeleton(text: string): string {
  const plain = text.normalize("NFKC").replace(SIGN, (sign) => SIGNS[sign]!);
  if (!HAS_LOOK_ALIKE.test(plain)) return plain;
  // Only words that mix scripts are in disguise: Russian and Greek stay what they are.
  return plain.replace(/[\p{L}\p{M}]+/gu, (word) =>
    /\p{sc=Latin}/u.test(word) || ALL_LOOK_ALIKES.test(word) ? Array.from(word, plainLetter).join("") : word,
  );
}

const SIGN = new RegExp(`[${Object.keys(SIGNS).join("")}]`, "gu");
