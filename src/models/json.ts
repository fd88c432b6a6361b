import { MAX_DEPTH, readLenient } from "./lenient-json.ts";

/** A JSON value found in a model's answer. `complete` is false when the answer ended inside it. */
export interface JsonFound {
  readonly value: unknown;
  readonly complete: boolean;
}

/** Under these names models put the list they were asked for. */
const LIST_KEYS: readonly string[] = ["candidates", "facts", "items"];

const MAX_VALUES = 16;
const FENCE = "```";

/**
 * Every JSON value in a model's answer, the likeliest first: the whole text, what stands in code fences,
 * then each balanced value, and last one that was cut off. Never throws, and takes time in proportion to the
 * text, whatever the text is.
 */
export function* jsonValues(text: string): Generator<JsonFound, void, void> {
  let remaining = MAX_VALUES;
  for (const value of search(text)) {
    yield value;
    remaining -= 1;
    if (remaining === 0) return;
  }
}

/** The list in a model's answer: bare, or under `candidates`, `facts` or `items`. */
export function itemsOf(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value !== "object" || value === null) return undefined;
  for (const key of LIST_KEYS) {
    const list = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
    if (Array.isArray(list)) return list;
  }
  return undefined;
}

/** 0.8 from `0.8`, `"0.8"`, `" .8 "` and `"80%"`. */
export function coerceNumber(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isNaN(value) ? undefined : value;
  if (typeof value !== "string") return undefined;
  const match =
    /^\s{0,20}([+-]?(?:\d{1,40}\.?\d{0,40}|\.\d{1,40})(?:e[+-]?\d{1,3})?)\s{0,20}(%?)\s{0,20}$/i.exec(value);
  if (match === null) return undefined;
  return Number(match[1]) / (match[2] === "%" ? 100 : 1);
}

function* search(text: string): Generator<JsonFound, void, void> {
  const whole = strict(text);
  if (whole !== undefined) {
    yield whole;
    return;
  }
  const answer = withoutThinking(text);
  for (const block of fencedBlocks(answer)) {
    const value = strict(block) ?? firstComplete(block);
    if (value !== undefined) yield value;
  }
  yield* balanced(answer);
}

function strict(text: string): JsonFound | undefined {
  if (nestsTooDeep(text)) return undefined;
  try {
    return { value: JSON.parse(text.trim()), complete: true };
  } catch {
    return undefined;
  }
}

/** Brackets inside strings count too: then the lenient reader decides, which has its own limit. */
function nestsTooDeep(text: string): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === 0x5b || code === 0x7b) depth += 1;
    else if (code === 0x5d || code === 0x7d) depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

function* fencedBlocks(text: string): Generator<string, void, void> {
  let open = text.indexOf(FENCE);
  for (let block = 0; open >= 0 && block < MAX_VALUES; block += 1) {
    const close = text.indexOf(FENCE, open + FENCE.length);
    if (close < 0) return;
    const inside = text.slice(open + FENCE.length, close);
    // The rest of the opening line names the language.
    yield inside.slice(inside.indexOf("\n") + 1);
    open = text.indexOf(FENCE, close + FENCE.length);
  }
}

function firstComplete(text: string): JsonFound | undefined {
  for (const value of balanced(text)) return value.complete ? value : undefined;
  return undefined;
}

/**
 * Each value that begins with a bracket, in order. A failed try goes on one bracket later and so reads the same
 * text again; the allowance keeps the sum of it in proportion to the text.
 */
function* balanced(text: string): Generator<JsonFound, void, void> {
  let allowance = 2 * text.length + 10_000;
  let at = nextBracket(text, 0);
  while (at >= 0 && allowance > 0) {
    const read = readLenient(text, at);
    allowance -= read.end - at + 1;
    if (read.isFound) yield { value: read.value, complete: read.complete };
    // Whatever follows the beginning of a value that was cut off is part of it, and of one too deep as well.
    if (read.isFound ? !read.complete : read.tooDeep) return;
    at = nextBracket(text, read.isFound ? read.end : at + 1);
  }
}

function nextBracket(text: string, from: number): number {
  for (let i = from; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === 0x5b || code === 0x7b) return i;
  }
  return -1;
}

/** Drops what a reasoning model thought aloud; an opening tag is often missing, a closing one when it was cut. */
export function withoutThinking(text: string): string {
  let visible = "";
  let from = 0;
  let inside = false;
  for (const tag of text.matchAll(/<(\/?)(?:think|thinking|thought|reasoning)>/gi)) {
    const closing = tag[1] === "/";
    if (closing && !inside) visible = "";
    else if (!closing && !inside) visible += text.slice(from, tag.index);
    inside = !closing;
    from = tag.index + tag[0].length;
  }
  return inside ? visible : visible + text.slice(from);
}
