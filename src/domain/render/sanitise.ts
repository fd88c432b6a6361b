/** A line longer than this is cut: a fact is a sentence, and one of 100 kB must not fill a prompt. */
const MAX_LINE = 1_000;

/** Controls, and the marks that turn the direction of what follows them; those that end a line are spaces below. */
const INVISIBLE = /(?![\s\u0085])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
/** Whatever any reader takes for a space or the end of a line. */
const SPACES = /[\s\u0085]+/g;
/** Words that open or close one of our own blocks. */
const FENCES = /\[\s*(long-term memory|end memory|context summary|raw)\s*\]/gi;
/** Tags that our prompts use; a `<` before anything else is only a character. */
const TAGS =
  /<( ?\/? ?(?:memoir|message|messages|timestamp|author_id|author|content|user|user_id|name|target_users|user_name|factual_memory|current_day_summary|historical_summary|daily_summar(?:y|ies)|date_range|transcript)\b)/gi;

/** Most facts are one short line of letters and plain punctuation; nothing has to be done to those. */
const HARMLESS = /^[\p{L}\p{N}(][\p{L}\p{M}\p{N} .,;:!?'"()/%&+，。、；：！？“”‘’（）《》…·-]*$/u;

/**
 * A fact's text as one harmless line (R297): line breaks collapse, nothing in it can end the block it stands in, begin
 * a heading or a tag of ours, or turn the writing around. The words stay readable.
 */
export function sanitise(text: string): string {
  if (text.length <= MAX_LINE && HARMLESS.test(text) && !text.includes("  ") && !text.endsWith(" "))
    return text;
  const line = text
    .replace(INVISIBLE, "")
    .replace(SPACES, " ")
    .trim()
    .replace(FENCES, "($1)")
    .replace(TAGS, "&lt;$1")
    .replace(/^(?=[#>`-])/, "\\");
  if (line.length <= MAX_LINE) return line;
  const end = line.codePointAt(MAX_LINE - 2)! > 0xffff ? MAX_LINE - 2 : MAX_LINE - 1;
  return `${line.slice(0, end)}…`;
}

/** Most labels are a plain word that is none of ours. */
const PLAIN_LABEL = /^(?!raw$)[a-z_]+$/;

/** A label in brackets; not even so does it open or close one of our blocks. */
export function bracketed(label: string): string {
  return PLAIN_LABEL.test(label) ? `[${label}]` : sanitise(`[${sanitise(label)}]`);
}
