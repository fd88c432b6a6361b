import { MemoirError, show } from "./errors.ts";

/** The longest texts that are taken, in UTF-16 units. */
export const LIMITS = {
  /** One event's text. */
  eventText: 1_048_576,
  /** One event's structured content, as JSON. */
  eventContent: 1_048_576,
  /** One memory's text. */
  memoryText: 131_072,
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
  if (typeof value !== "string") {
    throw new MemoirError("invalid_argument", `${name} must be a string, got ${show(value)}. Pass text.`, {
      details: { path: name },
    });
  }
  if (value.trim() === "") {
    throw new MemoirError("invalid_argument", `${name} is empty. Pass at least one visible character.`, {
      details: { path: name },
    });
  }
  if (value.length > limit) {
    throw new MemoirError(
      "too_large",
      `${name} has ${value.length} characters; at most ${limit} are taken. Split it or store a reference.`,
      { details: { path: name, limit, length: value.length } },
    );
  }
  return wellFormed(value);
}

/**
 * Checks an id: an exact, opaque string. It is never trimmed, folded or repaired, because two ids that differ
 * in any code unit are two different things; so what cannot be stored exactly is refused.
 */
export function checkId(value: unknown, name: string, limit: number = LIMITS.id): string {
  if (typeof value !== "string" || value.trim() === "") {
    throw new MemoirError("invalid_argument", `${name} must be a non-empty string, got ${show(value)}.`, {
      details: { path: name },
    });
  }
  if (value.length > limit) {
    throw new MemoirError(
      "too_large",
      `${name} has ${value.length} characters; at most ${limit} are taken.`,
      {
        details: { path: name, limit, length: value.length },
      },
    );
  }
  if (!value.isWellFormed() || value.includes("\0")) {
    throw new MemoirError(
      "invalid_argument",
      `${name} holds a NUL or half a surrogate pair (${show(wellFormed(value))}). Ids are compared exactly; pass clean text.`,
      { details: { path: name } },
    );
  }
  return value;
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

/** A time without a zone is UTC: the machine's own zone must not change what is stored (R322). */
function parseIso(text: string): number {
  if (!ISO_8601.test(text)) return Number.NaN;
  return Date.parse(
    /\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(text) && !/[+-]\d\d:?\d\d$/.test(text) ? `${text}Z` : text,
  );
}

/** A moment given as Date, ISO-8601 text or epoch milliseconds, as epoch milliseconds. */
export function checkTime(value: unknown, name: string): number {
  const at =
    value instanceof Date
      ? value.getTime()
      : typeof value === "string"
        ? parseIso(value)
        : typeof value === "number"
          ? value
          : Number.NaN;
  if (!Number.isFinite(at) || at < EARLIEST || at > LATEST) {
    throw new MemoirError(
      "invalid_argument",
      `${name} must be a Date, an ISO-8601 time or epoch milliseconds between the years 1 and 9999, got ${show(value)}.`,
      { details: { path: name } },
    );
  }
  // Plus zero, because a truncated -0.5 is -0.
  return Math.trunc(at) + 0;
}
