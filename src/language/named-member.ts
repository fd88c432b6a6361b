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
  const capitals = capitalsIn(text);
  const inside = capitalsIn(text.split(SENTENCE_END).map(withoutFirstWord).join(" "));
  return members.some(({ id, names }) => {
    if (text.includes(`@${id}`)) return true;
    return names.some((name) => {
      if (callNames(name).length === 0) return false;
      const called = spaced(name);
      if (words.includes(HAN.test(name) ? called.trim() : called)) return true;
      return (
        name.includes(" ") &&
        callNames(name).some(
          (part) => part.length > 2 && (isFiller(name, part) ? inside : capitals).has(part),
        )
      );
    });
  });
}

/** Words with a capital, in lower case. */
function capitalsIn(text: string): ReadonlySet<string> {
  return new Set((text.match(/\p{Lu}[\p{L}\p{M}]+/gu) ?? []).map((word) => word.toLowerCase()));
}

const SENTENCE_END = /[.!?…\n]/u;

function withoutFirstWord(sentence: string): string {
  return sentence.replace(/^\P{L}*\p{L}+/u, "");
}

/** Whether a part of a name is an ordinary word: "the" of "pete the feet" has its capital from the beginning of a sentence. */
function isFiller(name: string, part: string): boolean {
  return name.split(/\s+/u).includes(part) && tellingTerms(part).length === 0;
}
