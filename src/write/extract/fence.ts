/** Every break that some reader takes for the end of a line. */
const BREAKS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;
/** Controls, letters turned around, and letters that only machines see. */
const UNSEEN = /(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]|[\u{e0000}-\u{e007f}]/gu;
/** Our own markers, and those that mark the speaker for models. */
const TAGS = /<(?=[\s/]*(?:transcript|known|sentences)\b|\|)/gi;

/**
 * Words of others as a prompt may hold them. Each further line begins with a mark of ours, so that nothing in
 * them can look like the end of the fence, like another message or like us.
 */
export function fencedText(text: string): string {
  return text
    .toWellFormed()
    .replace(BREAKS, "\n")
    .replace(UNSEEN, "")
    .replace(TAGS, "‹")
    .replaceAll("\n", "\n   | ");
}

/** The same in one line, no longer than `longest` characters; for names and sentences. */
export function fencedLine(text: string, longest: number): string {
  const line = text.toWellFormed().replace(BREAKS, " ").replace(UNSEEN, "").replace(TAGS, "‹");
  const whole = line.replace(/\s+/g, " ").trim();
  return whole.length <= longest ? whole : `${whole.slice(0, longest - 1).toWellFormed()}…`;
}
