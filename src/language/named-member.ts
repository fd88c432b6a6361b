import { plainText } from "../domain/confusable.ts";
import { simple } from "./chinese/script.ts";
import { callNames } from "./person-names.ts";
import { HAN } from "./shared/words.ts";
import { tellingTerms } from "./terms.ts";

/** Between words, and where Chinese and Latin letters meet: Alice住在罗马. */
const BETWEEN = /[^\p{L}\p{N}]+|(?<=\p{sc=Han})(?=[^\p{sc=Han}])|(?<=[^\p{sc=Han}])(?=\p{sc=Han})/gu;

const spaced = (text: string): string => ` ${plainText(simple(text)).replaceAll(BETWEEN, " ").trim()} `;

/** Somebody of a group, by id and by every name they go or went by. */
interface Member {
  readonly id: string;
  readonly names: readonly string[];
}

/**
 * Whether a text speaks of one of several people: by any of their names, however it is written, by a part of it with a
 * capital, or by a mention. A quotation speaks of them as well.
 */
export function speaksOf(text: string, members: readonly Member[]): boolean {
  const words = spaced(text);
  const capitals = new Set((text.match(/\p{Lu}[\p{L}\p{M}]+/gu) ?? []).map((word) => word.toLowerCase()));
  return members.some(({ id, names }) => {
    if (text.includes(`@${id}`)) return true;
    return names.some((name) => {
      if (callNames(name).length === 0) return false;
      const called = spaced(name);
      if (words.includes(HAN.test(name) ? called.trim() : called)) return true;
      return (
        name.includes(" ") &&
        callNames(name).some((part) => part.length > 2 && capitals.has(part) && !isFiller(name, part))
      );
    });
  });
}

/** Whether a part of a name names nobody: the "the" of "pete the feet" begins many sentences. */
function isFiller(name: string, part: string): boolean {
  return name.split(/\s+/u).includes(part) && tellingTerms(part).length === 0;
}
