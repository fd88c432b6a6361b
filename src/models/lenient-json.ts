/** Deeper than any answer we ask for; a recursive reader must stop before its stack does. */
export const MAX_DEPTH = 128;

/** One value found in a text. `end` is where reading stopped, whether or not it found one. */
type LenientRead =
  | { readonly isFound: true; readonly value: unknown; readonly end: number; readonly complete: boolean }
  | { readonly isFound: false; readonly end: number; readonly tooDeep: boolean };

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
export function readLenient(text: string, start: number): LenientRead {
  return new LenientReader(text, start).read();
}

class LenientReader {
  readonly #text: string;
  #at: number;
  #cut = false;
  #tooDeep = false;

  constructor(text: string, start: number) {
    this.#text = text;
    this.#at = start;
  }

  read(): LenientRead {
    const value = this.#value(0);
    if (value === MISS) return { isFound: false, end: this.#at, tooDeep: this.#tooDeep };
    return { isFound: true, value, end: this.#at, complete: !this.#cut };
  }

  #value(depth: number): Parsed {
    this.#skipSpace();
    const first = this.#text[this.#at];
    if (first === undefined) return this.#cutOff();
    if (first === "{" || first === "[") {
      this.#tooDeep = depth >= MAX_DEPTH;
      if (this.#tooDeep) return MISS;
      this.#at += 1;
      return first === "{" ? this.#object(depth) : this.#array(depth);
    }
    if (first === '"' || first === "'") return this.#quoted(first);
    const scalar = this.#match(NUMBER);
    if (scalar !== undefined) {
      // At the very end a number may go on: 0.9 could have been 0.95, and 1e was to be 1e-9.
      const isOpen = OPEN_END.test(this.#text.slice(this.#at, this.#at + 3));
      return isOpen ? this.#cutOff() : Number(scalar);
    }
    const word = this.#match(WORD);
    if (word === undefined) return MISS;
    if (this.#at === this.#text.length) return this.#cutOff();
    return Object.hasOwn(LITERALS, word) ? LITERALS[word] : MISS;
  }

  #quoted(quote: string): Parsed {
    const text = this.#text;
    let read = "";
    let from = this.#at + 1;
    for (this.#at = from; this.#at < text.length; this.#at += 1) {
      if (text[this.#at] === quote) {
        read += text.slice(from, this.#at);
        this.#at += 1;
        return read;
      }
      if (text[this.#at] !== "\\") continue;
      read += text.slice(from, this.#at);
      this.#at += 1;
      if (text[this.#at] === "u") {
        const code = text.slice(this.#at + 1, this.#at + 5);
        if (this.#at + 5 > text.length) break;
        if (!/^[0-9a-fA-F]{4}$/.test(code)) return MISS;
        read += String.fromCharCode(Number.parseInt(code, 16));
        this.#at += 4;
      } else {
        const escaped = text[this.#at] ?? "";
        read += ESCAPES[escaped] ?? escaped;
      }
      from = this.#at + 1;
    }
    this.#at = text.length;
    return this.#cutOff();
  }

  #array(depth: number): Parsed {
    const items: unknown[] = [];
    const isRead = this.#members("]", () => {
      const item = this.#value(depth + 1);
      if (item !== MISS && !this.#cut) items.push(item);
      return this.#cut || item !== MISS;
    });
    return isRead ? items : MISS;
  }

  #object(depth: number): Parsed {
    const members: [string, unknown][] = [];
    const isRead = this.#members("}", () => {
      const key = this.#key();
      if (this.#at < this.#text.length && key !== MISS) this.#skipSpace();
      this.#cut ||= this.#at >= this.#text.length;
      if (this.#cut) return true;
      if (key === MISS || this.#text[this.#at] !== ":") return false;
      this.#at += 1;
      const member = this.#value(depth + 1);
      if (member !== MISS) members.push([key as string, member]);
      return this.#cut || member !== MISS;
    });
    // `fromEntries` defines own properties, so a key named `__proto__` stays a key.
    return isRead ? Object.fromEntries(members) : MISS;
  }

  #key(): Parsed {
    const first = this.#text[this.#at];
    return first === '"' || first === "'" ? this.#quoted(first) : (this.#match(WORD) ?? MISS);
  }

  /** Goes through the members up to `close`. `member` reads one, and says whether it is of use or was cut off. */
  #members(close: string, member: () => boolean): boolean {
    for (;;) {
      this.#skipSpace();
      if (this.#text[this.#at] === close) {
        this.#at += 1;
        return true;
      }
      if (!member()) return false;
      this.#skipSpace();
      this.#cut ||= this.#at >= this.#text.length;
      if (this.#cut) return true;
      if (this.#text[this.#at] === ",") this.#at += 1;
      else if (this.#text[this.#at] !== close) return false;
    }
  }

  #cutOff(): typeof MISS {
    this.#cut = true;
    return MISS;
  }

  /** White space and comments. */
  #skipSpace(): void {
    for (;;) {
      // Most signs are neither, and a look is faster than a pattern.
      const code = this.#text.charCodeAt(this.#at);
      if (code > 0x20 && code < 0x80 && code !== 0x2f) return;
      this.#match(SPACE);
      if (this.#text.startsWith("//", this.#at)) this.#skipTo("\n");
      else if (this.#text.startsWith("/*", this.#at)) this.#skipTo("*/");
      else return;
    }
  }

  #skipTo(end: string): void {
    const position = this.#text.indexOf(end, this.#at);
    this.#at = position < 0 ? this.#text.length : position + end.length;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text)?.[0];
    if (match !== undefined) this.#at += match.length;
    return match;
  }
}
