import type { Said } from "../domain/candidate.ts";
import { isOwn } from "../domain/same-name.ts";
import { retold } from "../language/retold.ts";
import type { CommandTools } from "./tools.ts";

/** Somebody's own words as claims about them (R91): by the rules where they can, else as a quotation. */
export async function inThirdPerson(
  tools: CommandTools,
  words: string,
  { id, name }: { readonly id: string | null; readonly name: string | null },
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const said: Said = { role: "user", type: "message", name, actor: id, text: words, at: tools.now() };
  const { byRules } = await tools.rules.read([said], 0, signal);
  const own = byRules.candidates.filter(
    ({ subject }) => subject === null || id === null || isOwn(subject, id),
  );
  return own.length > 0 ? own.map(({ text }) => text) : [quotation(name, words)];
}

/** What somebody asks to be remembered of themselves: as above, and where no rule reads it, retold or quoted. */
export async function claimInThirdPerson(
  tools: CommandTools,
  words: string,
  who: { readonly id: string | null; readonly name: string | null },
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const texts = await inThirdPerson(tools, words, who, signal);
  const quoted = quotation(who.name, words);
  return texts.map((text) => (text === quoted ? (retold(words, who.name) ?? quoted) : text));
}

export function quotation(name: string | null, words: string): string {
  const text = words.replace(/\s+/gu, " ").trim();
  return /\p{sc=Han}/u.test(text)
    ? `${name ?? "用户"}说：“${text}”`
    : `${name ?? "The user"} said: “${text}”`;
}
