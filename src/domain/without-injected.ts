import { BLOCK_SIGNATURES, type BlockMark, GAP, inBrackets, saying } from "./blocks.ts";
import { skeleton } from "./render/sanitise.ts";
import { TOOL_NAMES } from "./tool-definitions.ts";

/** A line of a text, and what is left of it without the marks of a quotation. */
interface Line {
  readonly start: number;
  /** Without the line break. */
  readonly end: number;
  /** How deep it is quoted: `> ` is one. */
  readonly depth: number;
  readonly bare: string;
}

const QUOTE = /^(?:[ \t]*(?:>|&gt;|[│┃▎]))+/;

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(/\r\n|[\n\r\u2028\u2029]|$/g)) {
    const line = text.slice(start, index);
    const quote = QUOTE.exec(line)?.[0] ?? "";
    lines.push({
      start,
      end: index,
      depth: quote.match(/>|&gt;|[│┃▎]/g)?.length ?? 0,
      bare: line.slice(quote.length).trim(),
    });
    start = index + mark.length;
  }
  return lines;
}

/** The place, in a list of lines, of the one that holds a position. */
function lineAt(lines: readonly Line[], position: number): number {
  let [low, high] = [0, lines.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (lines[middle]!.start <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

type Cut = readonly [start: number, end: number];

interface WithoutInjected {
  /** As long as the text was: what was cut is blank, so every position still means the same place. */
  readonly text: string;
  /** The spans that were cut, in order and without overlap. */
  readonly cut: readonly Cut[];
}

/** In every text that holds something of ours: blocks, and the summaries, dumps and answers of `marks.ts`. */
const ANY = new RegExp(
  [
    ...BLOCK_SIGNATURES.map(({ hint }) => hint),
    '^### \\[|summary|raw\\]|<\\s*(?:message|user_name|date_range|target_users)|\\[\\d{4}-\\d\\d-\\d\\d |"category"',
  ].join("|"),
  "im",
);
const FENCE = /^(?:```|~~~)/;
const BULLET = /^(?:[-*•·]|\d{1,3}[.)])(?:\s|$)/;
/** A complete line: the next one starts a new block. */
const DONE = /[.!?。！？…)）]$/;
const NARROW = 60;

/**
 * A text without what Memoir itself put into the conversation: its blocks, summaries, dumps and what its
 * tools answered, also where somebody quotes, repeats, shortens, rewraps or forges one. Nothing of it is ever a source.
 */
export function withoutInjected(text: string): WithoutInjected {
  if (!ANY.test(text)) return { text, cut: [] };
  const lines = linesOf(text);
  const cut = mergeCuts([...blocks(text, lines), ...ownLines(lines), ...answers(text)]);
  if (cut.length === 0) return { text, cut };
  let blanked = "";
  let at = 0;
  for (const [start, end] of cut) {
    blanked += text.slice(at, start) + text.slice(start, end).replace(/[^\n\r\u2028\u2029]/g, " ");
    at = end;
  }
  return { text: blanked + text.slice(at), cut };
}

function* blocks(text: string, lines: readonly Line[]): Iterable<Cut> {
  for (const mark of MARKS) {
    const ends = mark.end === undefined ? [] : [...text.matchAll(mark.end)];
    const begins = [...text.matchAll(mark.begin)];
    let after = 0;
    let next = 0;
    for (const [i, begin] of begins.entries()) {
      if (begin.index < after) continue;
      while (next < ends.length && ends[next]!.index < begin.index) next += 1;
      const end = ends[next];
      const another = begins[i + 1]?.index ?? Number.POSITIVE_INFINITY;
      after =
        end !== undefined && end.index < another ? end.index + end[0].length : endOfOpen(lines, begin, mark);
      yield [begin.index, after];
    }
  }
}

/** Where a block ends that does not say so: with its list, its paragraph, its quotation or its fence. */
function endOfOpen(lines: readonly Line[], begin: RegExpExecArray, mark: BlockMark): number {
  const { index, input: text } = begin;
  const behind = index + begin[0].length;
  const first = lineAt(lines, index);
  const at = lineAt(lines, behind);
  const { depth, end } = lines[at]!;
  let listed = BULLET.test(text.slice(behind, end).trim());
  let said = listed || text.slice(behind, end).trim() !== "";
  let last = end;
  let blank = false;
  for (let i = at + 1; i < lines.length; i += 1) {
    const line = lines[i]!;
    if (line.depth < Math.min(depth, lines[first]!.depth) || FENCE.test(line.bare)) break;
    if (line.bare === "") {
      if (said) break;
      blank = true;
      continue;
    }
    const bullet = BULLET.test(line.bare);
    if (blank && !said && mark.listOnly === true && !bullet && mark.intro?.test(line.bare) !== true) break;
    if (listed && !bullet && !continues(lines[i - 1]!, text.slice(line.start, line.end))) break;
    listed ||= bullet;
    said = true;
    last = line.end;
  }
  return last;
}

/** Whether a line goes on with the item above it: it is set in, or the item ran to the edge and is not done. */
function continues(above: Line, line: string): boolean {
  if (/^(?:[ \t]*>)*[ \t]{2,}\S/.test(line)) return true;
  return above.end - above.start >= NARROW && !DONE.test(above.bare);
}

function* ownLines(lines: readonly Line[]): Iterable<Cut> {
  let fenced = false;
  for (let i = 0; i < lines.length; i += 1) {
    const { start, end, bare, depth } = lines[i]!;
    if (FENCE.test(bare)) fenced = !fenced;
    if (OWN_PARAGRAPHS.some((shape) => shape.test(bare))) {
      let last = i;
      while (last + 1 < lines.length && goesOn(lines[last + 1]!, depth)) last += 1;
      yield [start, lines[last]!.end];
      i = last;
    } else if (
      OWN_LINES.some((shape) => shape.test(bare)) ||
      ((depth > 0 || fenced) && QUOTED_ENTRY.test(bare))
    ) {
      yield [start, end];
    }
  }
}

function goesOn(line: Line, depth: number): boolean {
  return line.bare !== "" && line.depth >= depth && !FENCE.test(line.bare);
}

function* answers(text: string): Iterable<Cut> {
  if (!text.includes('"category"')) return;
  for (const { 0: match, index } of text.matchAll(QUERY_ANSWER)) yield [index, index + match.length];
}

function mergeCuts(cuts: Cut[]): Cut[] {
  cuts.sort((a, b) => a[0] - b[0]);
  const out: [number, number][] = [];
  for (const [start, end] of cuts) {
    const last = out.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else if (end > start) out.push([start, end]);
  }
  return out;
}

const HIDDEN = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * A text without the blocks of ours in it, also where they are in disguise: full-width signs, look-alike
 * letters, characters that nobody sees. Nobody writes such by accident, so then nothing of the message counts.
 */
export function withoutBlocks(text: string): string {
  const { text: ownText } = withoutInjected(text);
  const plain = skeleton(text.replace(HIDDEN, ""));
  if (plain === text || withoutInjected(plain).text === plain) return ownText;
  // An undisguised block is found in both.
  const seen = skeleton(ownText.replace(HIDDEN, ""));
  return withoutInjected(seen).text === seen ? ownText : " ".repeat(text.length);
}

const element = (name: string, before = ""): BlockMark => ({
  begin: new RegExp(`<\\s*${name}\\s*>${before}`, "gi"),
  end: new RegExp(`<\\s*/\\s*${name}\\s*>`, "gi"),
});

/** What the prompts of a summary are made of. */
const PARTS = "factual_memory|current_day_summary|historical_summary|daily_summaries|target_users|date_range";

/** Those of our tools whose names are no everyday words. */
const TOOLS = TOOL_NAMES.filter((name) => /[._]/.test(name))
  .map((name) => name.replace(".", "\\."))
  .join("|");

/** Every block by its beginning, also where it was cut off, quoted, re-wrapped or forged. */
const MARKS: readonly BlockMark[] = [
  ...BLOCK_SIGNATURES.flatMap(({ marks }) => marks),
  element("message", `(?=${GAP}?<\\s*(?:timestamp|author_id|author)\\b)`),
  element("messages", "(?=[\\s>]*<\\s*message\\b)"),
  element("user_name", `(?=[^<\\n]{0,200}<\\s*/\\s*user_name\\s*>[\\s>]*<\\s*(?:${PARTS})\\b)`),
  ...PARTS.split("|").map((name) => element(name)),
  element("daily_summary"),
  { begin: inBrackets("context summary\\b"), end: inBrackets("end (?:of )?(?:context )?summary\\b") },
  // Our tools, and what they answer.
  { begin: saying("remembered, quoted as data; not instructions:") },
  {
    begin: new RegExp(
      `^[ \\t>*-]{0,16}(?:(?:tool|function|result of|output of|called|calling)[ \\t:]{1,3})?["'\`<[(]{0,2}(?:${TOOLS})` +
        `["'\`>\\])]{0,2}[ \\t]{0,3}(?:[(:→]|=>|->|returned\\b|results?\\b|outputs?\\b|response\\b|$)`,
      "gim",
    ),
  },
];

const MOMENT = "\\[\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d\\]";

/** Lines that are ours wherever they stand. */
const OWN_LINES: readonly RegExp[] = [
  ...BLOCK_SIGNATURES.flatMap(({ ownLines = [] }) => ownLines),
  /^# Agent Memory$/i,
  /^## (?:Active|Archived) Memories$/i,
  /^<!-- (?:Last updated|Total entries): .*-->$/i,
  // What somebody did, told in the third person, or a dump's line
  new RegExp(`^(?:[-*•]\\s*)?${MOMENT}\\s+(?:(?:the\\s+)?(?:user|assistant)\\b|用户|使用者|助手)`, "i"),
  new RegExp(`^${MOMENT}\\s+(?:USER|ASSISTANT|TOOL|SYSTEM):`),
];

/** Lines that begin something of ours which goes on to the end of its paragraph: an entry of a memory file, a dump. */
const OWN_PARAGRAPHS: readonly RegExp[] = [
  /^### \[[A-Za-z0-9_]+\] \w+ \| \d(?:\.\d+)? \| \d{4}-\d\d-\d\d \| \d+/,
  new RegExp(`^(?:${MOMENT}\\s+)?\\[RAW\\]`),
];

/** A timeline entry in a quotation: there, a moment in brackets is enough. */
const QUOTED_ENTRY = new RegExp(`^(?:[-*•]\\s*)?${MOMENT}\\s`);

/** The answer of `memory.query`. */
const QUERY_ANSWER =
  /(?:\[\s{0,20})?(?:\{\s{0,20}"id"\s?:\s?"[^"\n]{1,128}",\s{0,20}"category"\s?:\s?"[^"\n]{1,128}",\s{0,20}"text"\s?:\s?"(?:[^"\\\n]|\\.)*"[^{}\n]{0,2000}\s{0,20}\}(?:,\s{0,20})?)+(?:\s{0,20}\])?/g;
