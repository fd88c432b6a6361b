import { namedSpeakers } from "../domain/relevance/who.ts";

const WORD = /[\p{sc=Latin}\d_]+/gu;
/** "Jonas is off to …", "Kev told me …", "Ruth HATES …", "Mari's vegan"; not "Theo please stop". */
const ENGLISH =
  /^(?:'s\s+\p{L}|\s+(?:is|was|has|had|told|said|will|can|can't|won't|did|got|went|owes?|\p{L}{2,20}s)\b)/iu;
/** momo要转专业了, 古丽是不是谈恋爱了; not 古丽你太牛了, 古丽！. */
const CHINESE = /^ ?(?![你您，,！!？?：:。~～@])\p{sc=Han}/u;

/** Whether a text claims something about somebody, by one of these names. */
export function claimsAbout(text: string, names: readonly string[]): boolean {
  const straight = text.replaceAll("’", "'");
  for (const match of straight.matchAll(WORD)) {
    if (namedSpeakers(match[0], [names])[0] !== true) continue;
    const rest = straight.slice(match.index + match[0].length);
    if (ENGLISH.test(rest) || CHINESE.test(rest)) return true;
  }
  return names.some((name) => {
    const at = straight.toLowerCase().indexOf(name);
    return /\p{sc=Han}/u.test(name) && at >= 0 && CHINESE.test(straight.slice(at + name.length));
  });
}
