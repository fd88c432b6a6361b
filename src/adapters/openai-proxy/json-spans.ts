/** Where something stands in a text: `[start, end)`. */
export interface JsonSpan {
  readonly start: number;
  readonly end: number;
}

/** A change of a text: what stands in the span is replaced. */
export interface TextEdit extends JsonSpan {
  readonly text: string;
}

// All of these take valid JSON: JSON.parse() has read it before. Nothing here recurses, however deep it is nested.

/** The members of an object, by name; of a name given twice the last, as JSON.parse() takes it. */
export function members(json: string, { start }: JsonSpan): Map<string, JsonSpan> {
  const result = new Map<string, JsonSpan>();
  for (let at = skipBlank(json, start + 1); json[at] !== "}"; at = afterComma(json, at)) {
    const end = endOfString(json, at);
    const name = JSON.parse(json.slice(at, end)) as string;
    const value = valueAt(json, skipBlank(json, end) + 1);
    result.set(name, value);
    at = value.end;
  }
  return result;
}

/** The elements of a list. */
export function elements(json: string, { start }: JsonSpan): JsonSpan[] {
  const result: JsonSpan[] = [];
  for (let at = skipBlank(json, start + 1); json[at] !== "]"; at = afterComma(json, at)) {
    const value = valueAt(json, at);
    result.push(value);
    at = value.end;
  }
  return result;
}

/** The value that begins at a position or after the blanks there. */
export function valueAt(json: string, from: number): JsonSpan {
  const start = skipBlank(json, from);
  return { start, end: endOfValue(json, start) };
}

export function insertAt(position: number, text: string): TextEdit {
  return { start: position, end: position, text };
}

/** As the first member of an object that has others. */
export function newMember(object: JsonSpan, name: string, value: string): TextEdit {
  return insertAt(object.start + 1, `${JSON.stringify(name)}:${JSON.stringify(value)},`);
}

/** Before the element of that number; at the end where there is none. */
export function newElement(json: string, list: JsonSpan, position: number, value: unknown): TextEdit {
  const text = JSON.stringify(value);
  const all = elements(json, list);
  const next = all[position];
  if (next !== undefined) return insertAt(next.start, `${text},`);
  const last = all.at(-1);
  return last === undefined ? insertAt(list.start + 1, text) : insertAt(last.end, `,${text}`);
}

export function applyTextEdits(text: string, edits: readonly TextEdit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((done, { start, end, text: put }) => done.slice(0, start) + put + done.slice(end), text);
}

function skipBlank(json: string, from: number): number {
  let at = from;
  while (" \t\n\r".includes(json[at] ?? "x")) at += 1;
  return at;
}

function afterComma(json: string, from: number): number {
  const at = skipBlank(json, from);
  return json[at] === "," ? skipBlank(json, at + 1) : at;
}

const BRACKET = /["[\]{}]/g;
const AFTER_PLAIN = /[,\]}\s]|$/g;

function endOfValue(json: string, start: number): number {
  if (json[start] === '"') return endOfString(json, start);
  if (json[start] !== "{" && json[start] !== "[") {
    AFTER_PLAIN.lastIndex = start;
    return AFTER_PLAIN.exec(json)?.index ?? json.length;
  }
  let depth = 0;
  let at = start;
  do {
    BRACKET.lastIndex = at;
    const bracket = BRACKET.exec(json)!;
    if (bracket[0] === '"') at = endOfString(json, bracket.index);
    else {
      depth += bracket[0] === "{" || bracket[0] === "[" ? 1 : -1;
      at = bracket.index + 1;
    }
  } while (depth > 0);
  return at;
}

function endOfString(json: string, start: number): number {
  for (let from = start + 1; ; ) {
    const quote = json.indexOf('"', from);
    let slashes = 0;
    while (json[quote - 1 - slashes] === "\\") slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
    from = quote + 1;
  }
}
