/** A part of a long text: what begins between `start` and `end` is looked for between `from` and `to`. */
export interface Window {
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
export function* windowsOf(text: string): Generator<Window, void, void> {
  const last = Math.max(1, Math.ceil((text.length - MARGIN) / LENGTH));
  for (let i = 0; i < last; i += 1) {
    const start = i * LENGTH;
    const end = i === last - 1 ? text.length : start + LENGTH;
    yield {
      ...{ start, end },
      from: startOfToken(text, Math.max(start - MARGIN, 0), MARGIN),
      to: Math.min(end + MARGIN, text.length),
    };
  }
}

/** Where the token ends that goes on at `at`: what was found up to the end of a part may be longer. */
export function endOfToken(text: string, at: number): number {
  let end = at;
  while (end < text.length && OF_A_TOKEN.test(text[end]!)) end += 1;
  return end;
}

function startOfToken(text: string, at: number, most: number): number {
  let start = at;
  while (start > 0 && at - start < most && OF_A_TOKEN.test(text[start - 1]!)) start -= 1;
  return start;
}
