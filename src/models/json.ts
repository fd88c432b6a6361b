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
  let left = MAX_VALUES;
  for (const found of search(text)) {
    yield found;
    left -= 1;
    if (left === 0) return;
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
    const found = strict(block) ?? firstComplete(block);
    if (found !== undefined) yield found;
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
  for (const found of balanced(text)) return found.complete ? found : undefined;
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
    if (read.found) yield { value: read.value, complete: read.complete };
    // Whatever follows the beginning of a value that was cut off is part of it, and of one too deep as well.
    if (read.found ? !read.complete : read.tooDeep) return;
    at = nextBracket(text, read.found ? read.end : at + 1);
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

/** Deeper than any answer we ask for; a recursive reader must stop before its stack does. */
export const MAX_DEPTH = 128;

/** One value found in a text. `end` is where reading stopped, whether or not it found one. */
type LenientRead =
  | { readonly found: true; readonly value: unknown; readonly end: number; readonly complete: boolean }
  | { readonly found: false; readonly end: number; readonly tooDeep: boolean };

const MISS = Symbol("miss");
type Parsed = unknown | typeof MISS;

const NUMBER = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
/** The rest of a text that ends within a number. */
const OPEN_END = /^(?:[eE][+-]?)?$/;
const WORD = /[A-Za-z_$][\w$-]*/y;
const SPACE = /\s+/y;

const LITERALS: Readonly<Record<string, unknown>> = {
  true: true,
  false: false,
  null: null,
  // Small models answer in Python now and then.
  True: true,
  False: false,
  None: null,
};
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" };

/**
 * Reads the value that begins at `start`, as models write JSON: with trailing commas, comments, raw line breaks
 * in strings, single quotes, bare keys. When the text ends too early, what was whole by then is the value and
 * `complete` is false: of a list the finished items, so that half a sentence never becomes a memory.
 */
function readLenient(text: string, start: number): LenientRead {
  let at = start;
  let cut = false;
  let tooDeep = false;

  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  const skipTo = (end: string): void => {
    const found = text.indexOf(end, at);
    at = found < 0 ? text.length : found + end.length;
  };
  /** White space and comments. */
  const skipSpace = (): void => {
    for (;;) {
      // Most signs are neither, and a look is faster than a pattern.
      const code = text.charCodeAt(at);
      if (code > 0x20 && code < 0x80 && code !== 0x2f) return;
      match(SPACE);
      if (text.startsWith("//", at)) skipTo("\n");
      else if (text.startsWith("/*", at)) skipTo("*/");
      else return;
    }
  };
  const ended = (): typeof MISS => {
    cut = true;
    return MISS;
  };

  const value = (depth: number): Parsed => {
    skipSpace();
    const first = text[at];
    if (first === undefined) return ended();
    if (first === "{" || first === "[") {
      tooDeep = depth >= MAX_DEPTH;
      if (tooDeep) return MISS;
      at += 1;
      return first === "{" ? object(depth) : array(depth);
    }
    if (first === '"' || first === "'") return quoted(first);
    const scalar = match(NUMBER);
    // At the very end a number may go on: 0.9 could have been 0.95, and 1e was to be 1e-9.
    if (scalar !== undefined) return OPEN_END.test(text.slice(at, at + 3)) ? ended() : Number(scalar);
    const word = match(WORD);
    if (word === undefined) return MISS;
    if (at === text.length) return ended();
    return Object.hasOwn(LITERALS, word) ? LITERALS[word] : MISS;
  };

  const quoted = (quote: string): Parsed => {
    let read = "";
    let from = at + 1;
    for (at = from; at < text.length; at += 1) {
      if (text[at] === quote) {
        read += text.slice(from, at);
        at += 1;
        return read;
      }
      if (text[at] !== "\\") continue;
      read += text.slice(from, at);
      at += 1;
      if (text[at] === "u") {
        const code = text.slice(at + 1, at + 5);
        if (at + 5 > text.length) break;
        if (!/^[0-9a-fA-F]{4}$/.test(code)) return MISS;
        read += String.fromCharCode(Number.parseInt(code, 16));
        at += 4;
      } else {
        const escaped = text[at] ?? "";
        read += ESCAPES[escaped] ?? escaped;
      }
      from = at + 1;
    }
    at = text.length;
    return ended();
  };

  /** Goes through the members up to `close`. `member` reads one, and says whether it is of use or was cut off. */
  const readMembers = (close: string, member: () => boolean): boolean => {
    for (;;) {
      skipSpace();
      if (text[at] === close) {
        at += 1;
        return true;
      }
      if (!member()) return false;
      skipSpace();
      cut ||= at >= text.length;
      if (cut) return true;
      if (text[at] === ",") at += 1;
      else if (text[at] !== close) return false;
    }
  };

  const array = (depth: number): Parsed => {
    const items: unknown[] = [];
    const isRead = readMembers("]", () => {
      const item = value(depth + 1);
      if (item !== MISS && !cut) items.push(item);
      return cut || item !== MISS;
    });
    return isRead ? items : MISS;
  };

  const object = (depth: number): Parsed => {
    const members: [string, unknown][] = [];
    const isRead = readMembers("}", () => {
      const key = text[at] === '"' || text[at] === "'" ? quoted(text[at] ?? "") : (match(WORD) ?? MISS);
      if (at < text.length && key !== MISS) skipSpace();
      cut ||= at >= text.length;
      if (cut) return true;
      if (key === MISS || text[at] !== ":") return false;
      at += 1;
      const member = value(depth + 1);
      if (member !== MISS) members.push([key as string, member]);
      return cut || member !== MISS;
    });
    // `fromEntries` defines own properties, so a key named `__proto__` stays a key.
    return isRead ? Object.fromEntries(members) : MISS;
  };

  const result = value(0);
  if (result === MISS) return { found: false, end: at, tooDeep };
  return { found: true, value: result, end: at, complete: !cut };
}
