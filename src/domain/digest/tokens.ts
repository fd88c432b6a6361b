import { nameMentions } from "./prompts.ts";

/** The characters of an account id inside a mention. */
const MENTIONABLE = /^[^\s<>@!]{1,64}$/;

/**
 * A text as the database keeps it: with accounts instead of names, for names change and belong to prompts only (R79).
 * A name that two people share stays as it is, unless one of them is `own`, whom the text is about.
 */
export function withoutNames(text: string, names: ReadonlyMap<string, string>, own: string): string {
  const accounts = new Map<string, string | null>();
  for (const [account, name] of names) {
    if (!MENTIONABLE.test(account) || name.length < 2) continue;
    accounts.set(name, accounts.has(name) && accounts.get(name) !== own && account !== own ? null : account);
  }
  const ownName = names.get(own);
  if (ownName !== undefined && MENTIONABLE.test(own)) accounts.set(ownName, own);
  const known = [...accounts].filter((entry): entry is [string, string] => entry[1] !== null);
  // "Ann Lee" before "Ann".
  known.sort(([a], [b]) => b.length - a.length);
  let kept = text;
  for (const [name, account] of known) kept = replaceName(kept, name, `<@${account}>`);
  return kept;
}

/** The same text under the names people have now. */
export function withNames(text: string, nameOf: (account: string) => string | undefined): string {
  return nameMentions(text, nameOf, "");
}

/** Every place where a name stands by itself and outside of a mention; Chinese names have no end that one could see. */
function replaceName(text: string, name: string, mention: string): string {
  const letter = /[\p{L}\p{N}_]/u;
  const joins = (character: string | undefined): boolean =>
    character !== undefined && letter.test(character) && !/\p{sc=Han}/u.test(character);
  let out = "";
  for (let from = 0; ; ) {
    const at = text.indexOf(name, from);
    if (at < 0) return out + text.slice(from);
    const end = at + name.length;
    const apart = !(joins(text[at - 1]) && joins(name[0])) && !(joins(text[end]) && joins(name.at(-1)));
    const inMention = text.lastIndexOf("<@", at) > text.lastIndexOf(">", at);
    out += text.slice(from, at) + (apart && !inMention ? mention : name);
    from = end;
  }
}
