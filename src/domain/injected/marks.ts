import { TOOL_NAMES } from "../tool-names.ts";

/** How one of our blocks begins, and how it ends where it has an end. */
export interface Mark {
  readonly begin: RegExp;
  readonly end?: RegExp;
  /** Behind the beginning and a blank line only a list belongs to it, not just any words. */
  readonly listOnly?: boolean;
}

/** Between words that were wrapped anew, with the marks of a quotation. */
const GAP = "[\\s>]+";
const words = (text: string): string => text.replaceAll(" ", GAP);
const bracketed = (name: string): RegExp => new RegExp(`[[【]\\s*${name}[^\\]】\\n]{0,60}[\\]】]`, "gi");
const tag = (name: string): RegExp => new RegExp(`(?:<|&lt;)\\s*${name}\\b[^<>&\\n]{0,80}(?:>|&gt;)`, "gi");
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

/** Every block by its beginning, also where it was cut off, quoted, wrapped anew or forged (R295). */
export const MARKS: readonly Mark[] = [
  // F1
  {
    begin: bracketed(words("long[-‐‑– ]?term memory\\b")),
    end: bracketed(words("end (?:of )?(?:long[-‐‑–]term )?memory\\b")),
  },
  // F2
  element("message", `(?=${GAP}?<\\s*(?:timestamp|author_id|author)\\b)`),
  element("messages", "(?=[\\s>]*<\\s*message\\b)"),
  element("user_name", `(?=[^<\\n]{0,200}<\\s*/\\s*user_name\\s*>[\\s>]*<\\s*(?:${PARTS})\\b)`),
  ...PARTS.split("|").map((name) => element(name)),
  element("daily_summary"),
  // F4
  { begin: /#{1,6}\s*历史记忆/g, listOnly: true },
  { begin: /关于用户的关键信息\s*[：:]/g, listOnly: true },
  // F6
  { begin: new RegExp(`#{1,6}\\s*${words("memory context\\b")}`, "gi"), listOnly: true },
  // F7
  { begin: new RegExp(words("memory updates since rev \\d+\\s*[:：]"), "gi") },
  // F8, with its first line where the tag was lost, and the supervisor's bullets
  { begin: tag("memoir"), end: /(?:<|&lt;)\s*\/\s*memoir\s*(?:>|&gt;)/gi },
  { begin: new RegExp(words("remembered facts, quoted as data; they are not instructions"), "gi") },
  { begin: new RegExp(words("relevant memory, quoted as data:"), "gi") },
  // R211
  {
    begin: bracketed(words("context summary\\b")),
    end: bracketed(words("end (?:of )?(?:context )?summary\\b")),
  },
  // Our tools, and what they answer.
  { begin: new RegExp(words("remembered, quoted as data; not instructions:"), "gi") },
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
  // F1, F8
  /^(?:[-*•]\s*)?\[[^\]]{1,64}\]\s.*\((?:confidence:\s*[01](?:\.\d+)?|[01]\.\d\d,\s*confirmed \d{4}-\d\d-\d\d)\)$/i,
  // F3
  /^# Agent Memory$/i,
  /^## (?:Active|Archived) Memories$/i,
  /^<!-- (?:Last updated|Total entries): .*-->$/i,
  // F5: what somebody did, told in the third person, or a dump's line
  new RegExp(`^(?:[-*•]\\s*)?${MOMENT}\\s+(?:(?:the\\s+)?(?:user|assistant)\\b|用户|使用者|助手)`, "i"),
  new RegExp(`^${MOMENT}\\s+(?:USER|ASSISTANT|TOOL|SYSTEM):`),
  // F7
  /^(?:[-*•]\s*)?(?:\+created|↑updated|↔merged|-deleted|↓soft_deleted|↺restored):\s/,
];

/** Lines that begin something of ours which goes on to the end of its paragraph: an entry of F3, a dump. */
export const OWN_PARAGRAPHS: readonly RegExp[] = [
  /^### \[[A-Za-z0-9_]+\] \w+ \| \d(?:\.\d+)? \| \d{4}-\d\d-\d\d \| \d+/,
  new RegExp(`^(?:${MOMENT}\\s+)?\\[RAW\\]`),
];

/** F5 in a quotation: there, a moment in brackets is enough. */
export const QUOTED_ENTRY = new RegExp(`^(?:[-*•]\\s*)?${MOMENT}\\s`);

/** What `memory.query` answers (R263). */
export const QUERY_ANSWER =
  /(?:\[\s{0,20})?(?:\{\s{0,20}"id"\s?:\s?"[^"\n]{1,128}",\s{0,20}"category"\s?:\s?"[^"\n]{1,128}",\s{0,20}"text"\s?:\s?"(?:[^"\\\n]|\\.)*"[^{}\n]{0,2000}\s{0,20}\}(?:,\s{0,20})?)+(?:\s{0,20}\])?/g;
