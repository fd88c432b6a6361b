import { invalidArgument, MemoirError, show } from "./errors.ts";

/** The longest texts that are taken, in UTF-16 units. */
export const LIMITS = {
  /** One event's text. */
  eventText: 1_048_576,
  /** One event's structured content, as JSON. */
  eventContent: 1_048_576,
  /** One memory's text. */
  memoryText: 131_072,
  /** One saved state, checkpoint or channel value, serialised. */
  checkpoint: 16_777_216,
  /** One document, as JSON. */
  document: 1_048_576,
  /** The query of a recall. */
  query: 16_384,
  /** Ids, keys, names, labels. */
  id: 256,
  /** Why a change was made. */
  reason: 1_024,
  /** Events in one `observe()` call. */
  batch: 10_000,
} as const;

const REPLACEMENT = "\uFFFD";

/**
 * Text as both databases can keep it: lone surrogates and NUL become U+FFFD, as in any other step to UTF-8.
 * A tool result cut in the middle of an emoji must not cost the whole turn.
 */
export function wellFormed(text: string): string {
  return text.toWellFormed().replaceAll("\0", REPLACEMENT);
}

/** The first `most` UTF-16 units of a text, and no half of a character. */
export function firstUnits(text: string, most: number): string {
  if (text.length <= most) return text;
  return text.slice(0, text.codePointAt(most - 1)! > 0xffff ? most - 1 : most);
}

/** Checks a text argument and returns it well-formed. `name` is how the caller wrote it: `messages[2].text`. */
export function checkText(value: unknown, name: string, limit: number): string {
  const path = { path: name };
  if (typeof value !== "string")
    throw invalidArgument(`${name} must be a string, got ${show(value)}. Pass text.`, path);
  if (value.trim() === "")
    throw invalidArgument(`${name} is empty. Pass at least one visible character.`, path);
  if (value.length > limit) throw tooLarge(name, value.length, limit, " Split it or store a reference.");
  return wellFormed(value);
}

function tooLarge(path: string, length: number, limit: number, advice = ""): MemoirError {
  const message = `${path} has ${length} characters; at most ${limit} are taken.${advice}`;
  return new MemoirError("too_large", message, { details: { path, limit, length } });
}

/**
 * Checks an id: an exact, opaque string. It is never trimmed, folded or repaired, because two ids that differ
 * in any code unit are two different things; so what cannot be stored exactly is refused.
 */
export function checkId(value: unknown, name: string, limit: number = LIMITS.id): string {
  if (typeof value !== "string" || value.trim() === "")
    throw invalidArgument(`${name} must be a non-empty string, got ${show(value)}.`, { path: name });
  if (value.length > limit) throw tooLarge(name, value.length, limit);
  if (value.isWellFormed() && !value.includes("\0")) return value;
  throw invalidArgument(
    `${name} holds a NUL or half a surrogate pair (${show(wellFormed(value))}). Ids are compared exactly; pass clean text.`,
    { path: name },
  );
}

/** Who acts for a tenant; the operator where nobody is named. */
export function checkActor(actor: unknown): string {
  return actor === undefined ? "operator" : checkId(actor, "actor");
}

/** The same for an optional id: `undefined` and `null` both mean "none". */
export function checkOptionalId(value: unknown, name: string): string | null {
  return value === undefined || value === null ? null : checkId(value, name);
}

/** Dates that both databases, JavaScript and ISO-8601 with four-digit years can carry. */
const EARLIEST = Date.parse("0001-01-01T00:00:00Z");
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** `Date.parse` alone would read "hello 3" as a day in 2001. */
const ISO_8601 = /^\d{4}(?:-\d\d(?:-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?)?)?$/i;

/** A time without a zone is UTC: the machine's own zone must not change what is stored. */
function parseIso(text: string): number {
  if (!ISO_8601.test(text)) return Number.NaN;
  return Date.parse(
    /\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(text) && !/[+-]\d\d:?\d\d$/.test(text) ? `${text}Z` : text,
  );
}

/** A moment given as Date, ISO-8601 text or epoch milliseconds, as epoch milliseconds. */
export function checkTime(value: unknown, name: string): number {
  const instant = value instanceof Date ? value.getTime() : value;
  const at = typeof instant === "string" ? parseIso(instant) : instant;
  // Plus zero, because a truncated -0.5 is -0.
  if (typeof at === "number" && at >= EARLIEST && at <= LATEST) return Math.trunc(at) + 0;
  throw invalidArgument(
    `${name} must be a Date, an ISO-8601 time or epoch milliseconds between the years 1 and 9999, got ${show(value)}.`,
    { path: name },
  );
}

/** Letters that only machines see. A flag of a region is written with them too. */
const TAGS = /[\u{e0001}\u{e0020}-\u{e007f}]/u;
const REGION_FLAG = /\u{1f3f4}[\u{e0020}-\u{e007e}]{1,8}\u{e007f}/gu;
/** Marks without width or with a choice of shape, many in a row: nobody writes so. Or letters turned around. */
const HIDING = /[\u200b-\u200d\u2060-\u2064\ufeff]{4}|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{4}|[\u202d\u202e]/u;

/** Whether a text says something that its reader does not see. */
export function holdsHiddenText(text: string): boolean {
  return TAGS.test(text.replace(REGION_FLAG, "")) || HIDING.test(text);
}

/**
 * Characters that show nothing and change what is read. Joiners and selectors stay where an emoji or a script needs them,
 * and so do flags of regions; marks of direction stay, which right-to-left text is written with.
 */
const UNSEEN =
  /(\u{1f3f4}[\u{e0020}-\u{e007e}]{1,8}\u{e007f})|[\u200b\u2060-\u2064\u202a-\u202e\u2066-\u2069\ufeff\u{e0001}\u{e0020}-\u{e007f}]|(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|[\p{sc=Arabic}\p{sc=Devanagari}\p{sc=Bengali}\p{sc=Tamil}\p{sc=Telugu}\p{sc=Malayalam}\p{sc=Sinhala}])[\u200c\u200d]|(?<=[\ufe00-\ufe0f\u{e0100}-\u{e01ef}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;

/** A text without what nobody sees in it. */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, (_unseen, flag?: string) => flag ?? "");
}

/** What stands in a text where words were cut out of it: a secret, private words, erased ones. */
export const SECRET = "[secret]";
export const PRIVATE = "[private]";
export const ERASED = "[erased]";
export const PLACEHOLDERS: readonly string[] = [SECRET, PRIVATE, ERASED];

export type Span = readonly [start: number, end: number];

/** Cuts a span out of a text, and says where any other span of the old text lies in the new one. */
export function cutSpan(text: string, span: Span): { text: string; move(other: Span): Span } {
  const start = Math.max(0, Math.min(span[0], text.length));
  const end = Math.max(start, Math.min(span[1], text.length));
  const shift = ERASED.length - (end - start);
  const place = (at: number): number => (at <= start ? at : at >= end ? at + shift : start + ERASED.length);
  return {
    text: text.slice(0, start) + ERASED + text.slice(end),
    move: ([from, to]) => {
      // A span that began inside what was cut begins behind the mark.
      const moved = from > start && from < end ? start + ERASED.length : place(from);
      return [moved, Math.max(moved, to > start && to < end ? start : place(to))];
    },
  };
}

/** Spans in order, and none over another. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const out: Span[] = [];
  for (const span of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = out.at(-1);
    if (last === undefined || span[0] >= last[1]) out.push(span);
    else out[out.length - 1] = [last[0], Math.max(last[1], span[1])];
  }
  return out;
}

/** Scripts that put spaces between their words. */
const SPACED = "\\p{sc=Latin}\\p{sc=Greek}\\p{sc=Cyrillic}\\p{N}";
const BEGINS_SPACED = new RegExp(`^[${SPACED}]`, "u");
const ENDS_SPACED = new RegExp(`[${SPACED}]$`, "u");

/** Where some words stand in a text, in upper or lower case, in order; "Al" is not in "also", 小明 is in 我叫小明. */
export function findWords(text: string, words: string): Span[] {
  const phrase = words.trim();
  if (phrase === "") return [];
  const pattern =
    (BEGINS_SPACED.test(phrase) ? `(?<![${SPACED}])` : "") +
    phrase.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&") +
    (ENDS_SPACED.test(phrase) ? `(?![${SPACED}])` : "");
  return [...text.matchAll(new RegExp(pattern, "giu"))].map(({ 0: match, index }) => [
    index,
    index + match.length,
  ]);
}
