/** Points that end no sentence: titles, initials, "e.g.", "U.S.". */
const ABBREVIATED =
  /(?:^|[\s("'“])(?:\p{Lu}|(?:\p{L}\.)+\p{L}|mr|mrs|ms|dr|st|prof|sr|jr|vs|etc|approx|no|nr|dept|inc|ltd|co|corp|mt|ave|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)$/iu;
const END = /[.!?…]{1,9}["'”’)\]]{0,3}(?=\s|$)|[。！？…]{1,9}[”’」』）)]{0,3}/gu;

/** The sentences of a short text, each with its end; what has no end is the last. */
export function sentencesOf(text: string): string[] {
  const out: string[] = [];
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(END)) {
    const end = index + mark.length;
    if (index < start) continue;
    if (/^\.["'”’)\]]*$/.test(mark) && end < text.length && ABBREVIATED.test(text.slice(start, index)))
      continue;
    out.push(text.slice(start, end).trim());
    start = end;
  }
  const rest = text.slice(start).trim();
  return rest === "" ? out : [...out, rest];
}
