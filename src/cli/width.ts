/**
 * Text as a terminal shows it. Chinese, Japanese, Korean and emoji take two columns, combining marks none, so
 * neither `length` nor `padEnd` lines a table up.
 */
const WIDE = new RegExp(
  [
    "[\\u1100-\\u115f\\ua960-\\ua97f\\uac00-\\ud7a3]", // Hangul
    "[\\u2e80-\\u303e\\u3041-\\u4dbf\\u4e00-\\ua4cf\\uf900-\\ufaff\\u{20000}-\\u{3fffd}]", // Han, kana, Yi
    "[\\ufe30-\\ufe6f\\uff01-\\uff60\\uffe0-\\uffe6]", // full-width forms
    "\\p{Emoji_Presentation}",
    "\\ufe0f", // asks for the emoji form of the character before it
  ].join("|"),
  "u",
);
const WITHOUT_WIDTH = /^[\p{M}\p{Cf}\p{Cc}]+$/u;

/** Made when it is needed: it takes as long as all else that a short answer does. */
let graphemes: Intl.Segmenter | undefined;

function splitGraphemes(text: string): string[] {
  graphemes ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

function widthOfOne(grapheme: string): number {
  if (WITHOUT_WIDTH.test(grapheme)) return 0;
  return WIDE.test(grapheme) ? 2 : 1;
}

export function width(text: string): number {
  let columns = 0;
  for (const grapheme of splitGraphemes(text)) columns += widthOfOne(grapheme);
  return columns;
}

export function pad(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - width(text)));
}

/** Cuts a text that is too wide, with an ellipsis in the last column. */
export function cutToWidth(text: string, columns: number): string {
  if (width(text) <= columns) return text;
  let shortened = "";
  let used = 0;
  for (const grapheme of splitGraphemes(text)) {
    const more = widthOfOne(grapheme);
    if (used + more > columns - 1) break;
    shortened += grapheme;
    used += more;
  }
  return `${shortened.trimEnd()}…`;
}

/** Breaks a text into lines at spaces, and between any two wide characters, as Chinese is broken. */
export function wrap(text: string, columns: number): string[] {
  return text.split("\n").flatMap((line) => wrapLine(line, columns));
}

function wrapLine(line: string, columns: number): string[] {
  if (width(line) <= columns) return [line];
  const lines: string[] = [];
  let current = "";
  for (const piece of pieces(line, columns)) {
    if (current !== "" && width(current + piece.trimEnd()) > columns) {
      lines.push(current.trimEnd());
      current = piece.trimStart();
    } else current += piece;
  }
  if (current.trim() !== "") lines.push(current.trimEnd());
  return lines;
}

/** The parts that a line may be broken between: words with the space behind them, wide characters, halves of a word that fits nowhere. */
function pieces(line: string, columns: number): string[] {
  const result: string[] = [];
  let word = "";
  const end = (): void => {
    if (word !== "") result.push(word);
    word = "";
  };
  for (const grapheme of splitGraphemes(line)) {
    const columnsOfOne = widthOfOne(grapheme);
    if (columnsOfOne === 2 || width(word) + columnsOfOne > columns) end();
    word += grapheme;
    if (columnsOfOne === 2 || grapheme === " ") end();
  }
  end();
  return result;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is what it is for.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** They turn the direction of what follows, so that a line reads as something else. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Stored text is anybody's: what would move the cursor or colour the screen is shown, not obeyed. */
export function harmless(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replaceAll("\t", " ")
    .replace(DIRECTIONS, "")
    .replace(CONTROLS, (control) => {
      const code = control.charCodeAt(0);
      return code < 0x20 ? String.fromCharCode(0x2400 + code) : "\ufffd";
    });
}

export function oneLine(text: string): string {
  return harmless(text).replace(/\s+/g, " ").trim();
}
