import { GAP, inBrackets, type Mark, saying } from "../blocks/block.ts";
import { TRACES } from "../blocks/index.ts";
import { TOOL_NAMES } from "../tool-names.ts";

const element = (name: string, before = ""): Mark => ({
  begin: new RegExp(`<\\s*${name}\\s*>${before}`, "gi"),
  end: new RegExp(`<\\s*/\\s*${name}\\s*>`, "gi"),
});

/** F2: what the prompts of a summary are made of. */
const PARTS = "factual_memory|current_day_summary|historical_summary|daily_summaries|target_users|date_range";

/** Those of our tools whose names are no everyday words. */
const TOOLS = TOOL_NAMES.filter((name) => /[._]/.test(name))
  .map((name) => name.replace(".", "\\."))
  .join("|");

/** Every block by its beginning, also where it was cut off, quoted, re-wrapped or forged (R295). */
export const MARKS: readonly Mark[] = [
  ...TRACES.flatMap(({ marks }) => marks),
  // F2
  element("message", `(?=${GAP}?<\\s*(?:timestamp|author_id|author)\\b)`),
  element("messages", "(?=[\\s>]*<\\s*message\\b)"),
  element("user_name", `(?=[^<\\n]{0,200}<\\s*/\\s*user_name\\s*>[\\s>]*<\\s*(?:${PARTS})\\b)`),
  ...PARTS.split("|").map((name) => element(name)),
  element("daily_summary"),
  // R211
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
export const OWN_LINES: readonly RegExp[] = [
  ...TRACES.flatMap(({ ownLines = [] }) => ownLines),
  // F3
  /^# Agent Memory$/i,
  /^## (?:Active|Archived) Memories$/i,
  /^<!-- (?:Last updated|Total entries): .*-->$/i,
  // F5: what somebody did, told in the third person, or a dump's line
  new RegExp(`^(?:[-*•]\\s*)?${MOMENT}\\s+(?:(?:the\\s+)?(?:user|assistant)\\b|用户|使用者|助手)`, "i"),
  new RegExp(`^${MOMENT}\\s+(?:USER|ASSISTANT|TOOL|SYSTEM):`),
];

/** Lines that begin something of ours which goes on to the end of its paragraph: an entry of F3, a dump. */
export const OWN_PARAGRAPHS: readonly RegExp[] = [
  /^### \[[A-Za-z0-9_]+\] \w+ \| \d(?:\.\d+)? \| \d{4}-\d\d-\d\d \| \d+/,
  new RegExp(`^(?:${MOMENT}\\s+)?\\[RAW\\]`),
];

/** F5 in a quotation: there, a moment in brackets is enough. */
export const QUOTED_ENTRY = new RegExp(`^(?:[-*•]\\s*)?${MOMENT}\\s`);

/** The answer of `memory.query` (R263). */
export const QUERY_ANSWER =
  /(?:\[\s{0,20})?(?:\{\s{0,20}"id"\s?:\s?"[^"\n]{1,128}",\s{0,20}"category"\s?:\s?"[^"\n]{1,128}",\s{0,20}"text"\s?:\s?"(?:[^"\\\n]|\\.)*"[^{}\n]{0,2000}\s{0,20}\}(?:,\s{0,20})?)+(?:\s{0,20}\])?/g;
