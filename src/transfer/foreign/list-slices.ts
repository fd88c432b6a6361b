/** Characters of one slice: parsed in some milliseconds. */
const SLICE = 262_144;
/** Keys under which a list may stand in the outermost object. */
const LISTS: ReadonlySet<string> = new Set(["results", "memories"]);

/**
 * The list of a JSON text in slices of some elements, each a list in JSON of its own, so that a large file is parsed
 * piece by piece and others get their turn between them. `null`: there is no such list, or the text is not closed.
 * Whether the pieces are JSON, whoever parses them sees.
 */
export function listSlices(text: string): string[] | null {
  const begin = listStart(text);
  if (begin === null) return null;
  const slices: string[] = [];
  let [from, depth] = [begin + 1, 0];
  for (let at = begin + 1; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) at = stringEnd(text, at);
    else if (sign === OPEN_BRACE || sign === OPEN_BRACKET) depth += 1;
    else if (sign === CLOSE_BRACE || sign === CLOSE_BRACKET) {
      if (depth === 0) {
        if (!isJson(`${text.slice(0, begin)}[]${text.slice(at + 1)}`)) return null;
        slices.push(`[${text.slice(from, at)}]`);
        return slices;
      }
      depth -= 1;
    } else if (sign === COMMA && depth === 0 && at - from >= SLICE) {
      slices.push(`[${text.slice(from, at)}]`);
      from = at + 1;
    }
  }
  return null;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

function listStart(text: string): number | null {
  const first = text.search(/\S/);
  if (text[first] === "[") return first;
  if (text[first] !== "{") return null;
  let depth = 0;
  for (let at = first; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === OPEN_BRACE || sign === OPEN_BRACKET) depth += 1;
    else if (sign === CLOSE_BRACE || sign === CLOSE_BRACKET) depth -= 1;
    if (sign !== QUOTE) continue;
    const end = stringEnd(text, at);
    const isKey = depth === 1 && LISTS.has(text.slice(at + 1, end));
    at = end;
    const value = isKey ? /^\s*:\s*\[/.exec(text.slice(end + 1, end + 100)) : null;
    if (value !== null) return end + value[0].length;
  }
  return null;
}

/** Where a string ends that begins at a place. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === BACKSLASH) at += 1;
    else if (sign === QUOTE) return at;
  }
  return text.length;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
