import { CHINESE_ORDERS, CHINESE_RANKS } from "./chinese/guards.ts";
import { simple } from "./chinese/script.ts";
import { ENGLISH_ORDERS, ENGLISH_RANKS } from "./english/guards.ts";
import { callNames, ROLE_NAMES } from "./names.ts";
import { looksLikeInstruction } from "./suspicion.ts";

const MAX_LENGTH = 40;
const MAX_WORDS = 4;
/** Chinese, Japanese and Korean write no spaces: a run of more than this is a sentence, not a name. */
const MAX_CJK = 16;

/** Characters without a glyph of their own, and Unicode tags: a reader does not see them, a model does. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cs}]/gu;
/** All that a name may not hold: emoji, brackets, colons, line breaks. */
const OTHER = /[^\p{L}\p{M}\p{N}'\-._·・]+/gu;
const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu;

/** Names of those who run things: nobody takes them by calling themselves so. */
const RANKS: ReadonlySet<string> = new Set([...ENGLISH_RANKS, ...CHINESE_RANKS]);

/**
 * A display name as prompts and memories may hold it; `null` when nothing usable is left. People choose their names
 * freely, so a name is text of an attacker: it is letters, marks and digits with `'`, `-`, `.` and `_`, at most 40
 * characters and four words, and neither a role nor an order.
 */
export function cleanName(given: string): string | null {
  // A display name has a few words; what is longer is cut before any work is done on it.
  const name = given
    .slice(0, 4 * MAX_LENGTH)
    .toWellFormed()
    .normalize("NFKC")
    .replace(UNSEEN, "")
    .replaceAll("’", "'")
    .replace(OTHER, " ")
    .trim();
  const words = name.split(" ");
  if (given.length > 4 * MAX_LENGTH || name.length > MAX_LENGTH || words.length > MAX_WORDS) return null;
  if (!/\p{L}/u.test(name) || (name.match(CJK)?.length ?? 0) > MAX_CJK) return null;
  const lower = name.toLowerCase();
  if (ROLE_NAMES.has(lower) || RANKS.has(simple(lower))) return null;
  if (words.length > 1 && ENGLISH_ORDERS.test(name)) return null;
  if (CHINESE_ORDERS.test(simple(name)) || looksLikeInstruction(name) !== null) return null;
  // A full stop belongs to an initial or a title; behind a word it ends a sentence.
  return /[\p{L}\p{N}]{4}\. /u.test(name) ? null : name;
}

/** The name in an account id that is called like a person: `alice` is Alice, `u_8231` is nobody. */
export function nameInAccount(account: string): string | null {
  if (callNames(account).length === 0) return null;
  const name = cleanName(account);
  return name !== null && /^[a-z]+$/.test(name) ? capital(name) : name;
}

/** A claim with its subject under the newest name: "Inkwell's cat is Moss." of somebody who is wren now. */
export function underNewestName(
  text: string,
  { name, aliases }: { readonly name: string | null; readonly aliases: readonly string[] },
): string {
  if (name === null) return text;
  // "Annie" does not begin with Ann; a Chinese name has no end that one could see.
  const old = aliases.find((alias) => {
    const rest = text.slice(alias.length);
    return (
      text.slice(0, alias.length).toLowerCase() === alias.toLowerCase() && !/^[\p{sc=Latin}\p{N}]/u.test(rest)
    );
  });
  if (old === undefined || old === name) return text;
  const named = /^\p{Lu}/u.test(text) ? capital(name) : name;
  return `${named}${text.slice(old.length).replaceAll(`${old}'s `, `${name}'s `)}`;
}

function capital(word: string): string {
  const [first = ""] = word;
  return first.toUpperCase() + word.slice(first.length);
}
