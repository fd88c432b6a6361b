/** Deeper than any answer we ask for; a recursive reader must stop before its stack does. */
export const MAX_DEPTH = 128;

/** One value found in a text. `end` is where reading stopped, whether or not it found one. */
export type LenientRead =
  | { readonly found: true; readonly value: unknown; readonly end: number; readonly complete: boolean }
  | { readonly found: false; readonly end: number; readonly tooDeep: boolean };

const MISS = Symbol("miss");
type Parsed = unknown | typeof MISS;

const NUMBER = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
/** What is left of a text that ends within a number. */
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
export function readLenient(text: string, start: number): LenientRead {
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
