import { PRIVATE, SECRET } from "../text.ts";
import { denyFinder, type Finder, privateTags, type SecretKind, type SensitiveSpan } from "./finder.ts";
import { randomLike, secretFinders } from "./named.ts";
import { codes, numberFinders } from "./numbers.ts";
import { tokenFinders } from "./tokens.ts";

const MARKS = /\[(?:secret|private)\]/g;

/** Why a claim is refused that held a secret: without it, what is left tells nothing, or something wrong. */
export const NOT_KEPT = "passwords, codes and card numbers are not kept, even when asked to";

/** Whether a masked text held a secret. */
export function heldSecret(masked: string): boolean {
  return masked.includes(SECRET);
}

/** How many pieces were taken out, by kind. */
export type RedactedKinds = Partial<Record<SecretKind, number>>;

export interface Redacted {
  readonly text: string;
  readonly count: number;
  readonly kinds: RedactedKinds;
}

/** The first that finds a piece names it. */
const FINDERS: readonly Finder[] = [privateTags, ...tokenFinders, ...numberFinders, ...secretFinders, codes];

interface Rules {
  readonly finders: readonly Finder[];
  /** All their words in one pattern of literals, which is much faster than one by one. */
  readonly anyWord: RegExp;
}

const rulesOf = (finders: readonly Finder[]): Rules => ({
  finders,
  anyWord: new RegExp(
    finders
      .flatMap((finder) => ("words" in finder ? finder.words : []))
      .map((word) => word.replaceAll(".", "\\."))
      .join("|"),
  ),
});
const FAR = rulesOf(FINDERS.filter(({ far }) => far === true));
const NEAR = rulesOf(FINDERS.filter(({ far }) => far !== true));
/** Masking can reveal another match; this many passes are enough in practice. */
const MAX_PASSES = 8;

/**
 * Takes out what must never be stored, in every preset: `<private>` parts, keys, tokens, passwords, codes, card
 * and account numbers, and what the caller's own patterns match. Doing it again changes nothing.
 */
export function redact(text: string, extra: readonly (string | RegExp)[] = []): Redacted {
  return runSteps(redactInSteps(text, extra));
}

/** The same in short steps, for texts of any length and a caller who must not keep others waiting. */
export function* redactInSteps(text: string, extra: readonly (string | RegExp)[] = []): Steps<Redacted> {
  const kinds: RedactedKinds = {};
  let count = 0;
  let current = text;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const pieces = yield* piecesOf(current, extra);
    if (pieces.length === 0) break;
    let next = "";
    let at = 0;
    for (const { start, end, kind } of pieces) {
      next += current.slice(at, start) + (kind === "private" ? PRIVATE : SECRET);
      at = end;
      kinds[kind] = (kinds[kind] ?? 0) + 1;
      count += 1;
    }
    current = next + current.slice(at);
  }
  return { text: current, count, kinds };
}

/** In order, none over another, none inside of a mark. */
function* piecesOf(text: string, extra: readonly (string | RegExp)[]): Steps<SensitiveSpan[]> {
  const spans = findIn(text, FAR);
  if (extra.length > 0) spans.push(...denyFinder(extra).find(text));
  for (const { start, end, from, to } of windowsOf(text)) {
    yield;
    let last: number | undefined;
    for (const piece of findIn(text.slice(from, to), NEAR)) {
      const at = from + piece.start;
      const behind = from + piece.end;
      if (at < start || at >= end) continue;
      if (behind === to) last ??= endOfToken(text, to);
      spans.push({ start: at, end: behind < to ? behind : (last ?? to), kind: piece.kind });
    }
  }
  // A stable sort: of two that begin together, the rule that stands first gives the kind.
  spans.sort((a, b) => a.start - b.start);
  return spans.length === 0 ? spans : mergePieces(aroundMarks(spans, text));
}

function findIn(text: string, { finders, anyWord }: Rules): SensitiveSpan[] {
  const lower = text.toLowerCase();
  const hasWord = anyWord.test(lower);
  const spans: SensitiveSpan[] = [];
  for (const finder of finders) {
    const isLikely =
      "shape" in finder
        ? finder.shape.test(lower)
        : hasWord && finder.words.some((word) => lower.includes(word));
    if (isLikely) for (const piece of finder.find(text)) spans.push(piece);
  }
  return spans;
}

/** A piece that cuts a mark takes all of it along; one that holds nothing else is none. Both come in order. */
function aroundMarks(pieces: readonly SensitiveSpan[], text: string): SensitiveSpan[] {
  const marks = [...text.matchAll(MARKS)].map(({ 0: mark, index }) => ({
    start: index,
    end: index + mark.length,
  }));
  let first = 0;
  return pieces.flatMap((piece) => {
    while (first < marks.length && marks[first]!.end <= piece.start) first += 1;
    let { start, end } = piece;
    let inMarks = 0;
    for (let i = first; i < marks.length && marks[i]!.start < piece.end; i += 1) {
      const mark = marks[i]!;
      inMarks += Math.min(mark.end, piece.end) - Math.max(mark.start, piece.start);
      start = Math.min(start, mark.start);
      end = Math.max(end, mark.end);
    }
    return inMarks === piece.end - piece.start ? [] : [{ start, end, kind: piece.kind }];
  });
}

function mergePieces(pieces: readonly SensitiveSpan[]): SensitiveSpan[] {
  const out: SensitiveSpan[] = [];
  for (const piece of pieces) {
    const last = out.at(-1);
    if (last === undefined || piece.start >= last.end) out.push(piece);
    else out[out.length - 1] = { ...last, end: Math.max(last.end, piece.end) };
  }
  return out;
}

/** A part of a long text: what begins between `start` and `end` is looked for between `from` and `to`. */
interface Window {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

const LENGTH = 16_384;
/** A secret and the words that announce it stand closer together than this. */
const MARGIN = 1_024;
/** The characters of keys and tokens. */
const OF_A_TOKEN = /[\w+/=.~-]/;

/** The parts that a long text is read in, so that nobody has to wait for the whole of it. */
function* windowsOf(text: string): Generator<Window, void, void> {
  const last = Math.max(1, Math.ceil((text.length - MARGIN) / LENGTH));
  for (let i = 0; i < last; i += 1) {
    const start = i * LENGTH;
    const end = i === last - 1 ? text.length : start + LENGTH;
    yield {
      start,
      end,
      from: startOfToken(text, Math.max(start - MARGIN, 0), MARGIN),
      to: Math.min(end + MARGIN, text.length),
    };
  }
}

/** Where the token ends that goes on at `at`: what was found up to the end of a part may be longer. */
function endOfToken(text: string, at: number): number {
  let end = at;
  while (end < text.length && OF_A_TOKEN.test(text[end]!)) end += 1;
  return end;
}

function startOfToken(text: string, at: number, most: number): number {
  let start = at;
  while (start > 0 && at - start < most && OF_A_TOKEN.test(text[start - 1]!)) start -= 1;
  return start;
}

/** Keys whose values are secrets whatever they look like, as written without `_`, `-` and spaces. */
const SECRET_KEYS =
  /passw(?:or)?d|passphrase|passcode|secret(?!ar)|(?:api|access|private|signing|encryption)key|(?:access|auth|refresh|bearer|bot|session|id)token$|credential|authorization$|cookies?$|^(?:pwd|pass|cvv2?|cvc2?|ssn|otp)$|cardnumber|密码|密碼|口令|密钥|密鑰|令牌|验证码/i;
/** Keys whose values may be one. */
const DOUBTFUL_KEYS = /token$|^(?:auth|jwt|sig|signature|sid|sessionid)$/i;
/** `{ "name": "password", "value": … }`, as forms and headers are written. */
const NAMES = /^(?:name|key|field|header)$/i;

/** Every string inside is redacted, and so is what stands under a key like `password`. */
export interface RedactedJson extends Omit<Redacted, "text"> {
  /** As `JSON.stringify` would write it. */
  readonly json: string | undefined;
}

/** In short steps, for values of any size and a caller who must not keep others waiting. */
export function* redactJsonInSteps(
  value: unknown,
  extra: readonly (string | RegExp)[] = [],
): Steps<RedactedJson> {
  const kinds: RedactedKinds = {};
  let count = 0;
  const add = (kind: keyof RedactedKinds, by: number): void => {
    kinds[kind] = (kinds[kind] ?? 0) + by;
    count += by;
  };
  function* clean(text: string): Steps<string> {
    const redacted = yield* redactInSteps(text, extra);
    for (const [kind, by] of Object.entries(redacted.kinds)) add(kind as keyof RedactedKinds, by);
    return redacted.text;
  }
  function* cleaned(inner: unknown, key: string): Steps<unknown> {
    if (isSecret(key, inner)) {
      add("password", 1);
      return SECRET;
    }
    if (typeof inner === "string") return yield* clean(inner);
    // A card's number may come as a number.
    if (typeof inner === "number" && inner >= 1e12)
      return (yield* clean(String(inner))) === SECRET ? SECRET : inner;
    if (typeof inner !== "object" || inner === null) return inner;
    if (Array.isArray(inner)) {
      const items: unknown[] = [];
      for (const item of inner) items.push(yield* cleaned(item, key));
      return items;
    }
    const entries = Object.entries(inner);
    const hasSecretName = entries.some(
      ([name, of]) => NAMES.test(name) && typeof of === "string" && SECRET_KEYS.test(plain(of)),
    );
    const cleanEntries: [string, unknown][] = [];
    for (const [name, of] of entries) {
      cleanEntries.push([
        yield* clean(name),
        yield* cleaned(of, hasSecretName && name === "value" ? "password" : name),
      ]);
    }
    return Object.fromEntries(cleanEntries);
  }
  // First as JSON carries it: dates and the like become what they are stored as.
  const json = JSON.stringify(value);
  if (json === undefined) return { json, count, kinds };
  return { json: JSON.stringify(yield* cleaned(JSON.parse(json), "")), count, kinds };
}

function isSecret(key: string, value: unknown): boolean {
  if (typeof value !== "string" && typeof value !== "number") return false;
  const text = String(value);
  if (text === "" || text === SECRET || text === PRIVATE) return false;
  const name = plain(key);
  return SECRET_KEYS.test(name) || (DOUBTFUL_KEYS.test(name) && randomLike(text, true));
}

function plain(key: string): string {
  return key.length > 64 ? "" : key.replace(/[-_\s]|\[(?:secret|private)\]/g, "");
}

/** Work in short steps: between two of them whoever asked for it may do something else. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** All steps in one go. */
export function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value as T;
  }
}
