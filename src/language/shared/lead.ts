/** A clause without the words that only lead to it, and what those words said about it. */
export interface Lead extends Readonly<Record<Says, boolean>> {
  readonly text: string;
}

/** "From now on" is lasting: it holds for all that comes. What is explicit asks to be remembered. */
type Says = "corrects" | "hedged" | "explicit" | "lasting" | "todo";

/** Words at the beginning, and what they say; `null`: nothing. */
export type LeadWords = readonly [pattern: RegExp, says: Says | null];

/** More in a row than anybody says. */
const MOST = 8;

/** Takes the words that lead to a clause off it, the first pattern that fits first. */
export function readLeadBy(words: readonly LeadWords[], clause: string): Lead {
  const said = { corrects: false, hedged: false, explicit: false, lasting: false, todo: false };
  let text = clause;
  for (let i = 0; i < MOST; i += 1) {
    const next = words.find(([pattern]) => pattern.exec(text)?.[0]);
    if (next === undefined) break;
    const [pattern, says] = next;
    text = text.replace(pattern, "");
    if (says !== null) said[says] = true;
  }
  return { text: text.trim(), ...said };
}
