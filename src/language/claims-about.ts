import { chinese } from "./chinese/chinese.ts";
import { english } from "./english/english.ts";
import { namedSpeakers } from "./names.ts";

const WORD = /[\p{sc=Latin}\d_]+/gu;

/** Whether a text claims something about somebody, by one of these names. */
export function claimsAbout(text: string, names: readonly string[]): boolean {
  const straight = text.replaceAll("’", "'");
  for (const match of straight.matchAll(WORD)) {
    if (namedSpeakers(match[0], [names])[0] !== true) continue;
    const rest = straight.slice(match.index + match[0].length);
    if (english.claimsAfterName.test(rest) || chinese.claimsAfterName.test(rest)) return true;
  }
  return names.some((name) => {
    const at = straight.toLowerCase().indexOf(name);
    return (
      /\p{sc=Han}/u.test(name) && at >= 0 && chinese.claimsAfterName.test(straight.slice(at + name.length))
    );
  });
}
