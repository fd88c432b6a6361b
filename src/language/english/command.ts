import type { ChatCommand } from "../../domain/chat-commands/command.ts";
import { withoutEnd } from "../../domain/chat-commands/person.ts";

const POLITE =
  /^(?:please|pls|plz|kindly|can you|could you|would you|will you|i want you to|i'd like you to|just|also|now|ok|okay|and|so)[\s,]{1,3}/i;
const REMEMBER =
  /^(?:remember|memori[sz]e|note to self|note|take note|make a (?:mental )?note|(?:keep|bear) in mind|don't (?:ever )?forget|do not (?:ever )?forget|never forget|for (?:future|your) reference|(?:save|store|record|write down|jot down)(?= (?:this|that)\b))\b[\s,:]{0,3}/i;
/** A request that has the form of a question, and what it hands over. */
const WISH = /^(?:(?:please|hey|ok|okay|and|so|also)[\s,]{1,3}){0,3}(?:can|could|would|will) you\b/i;
const STATES =
  /^(?:that|i|i'm|i've|my \w{1,20} (?:is|are|was)|(?:he|she|we|they|it|\p{Lu}\w{0,30}) (?:is|are|was|has|have|likes?|loves?|hates?|lives?|works?))(?=\s)/iu;
/** Not a claim: a question, a plan, a memory of the speaker's own. */
const NO_CLAIM = /^(?:when|how|what|who|where|why|if|me|us|to|the time|those|days)\b/i;
const THIS =
  /^(?:this|these|it|that|all (?:of )?(?:this|that)|what (?:was|i|he|she|they) (?:just )?said)(?=$|[\s:,.!?[])/i;
const ABOUT = /^[\s,]{0,3}(?:about|for|of)\s{1,3}/i;
const ASK =
  /^(?:what (?:do|did) you (?:know|remember|learn|have)(?: on| about| of)|what have you (?:got|learned|stored) (?:on|about)|what(?:'s| is) known (?:about|of)|tell me (?:what|everything) you know (?:about|of))\s{1,3}/i;

/** "Remember that, please", behind what is to be remembered. */
export const ENGLISH_ASKS_TO_KEEP =
  /^(?:(?:please|pls|so|and|can you|could you|you should|do)\s+){0,4}(?:remember|note|keep in mind|do not forget|don't forget|save|store|memori[sz]e|keep)(?: (?:that|this|it|these))?(?:,? (?:please|pls|down|for (?:later|me|next time|the future)|somewhere|in mind)){0,4}[.!]*$/iu;

/** The command in an English sentence; `undefined` = none. Requests to forget are read elsewhere. */
export function commandInEnglish(sentence: string): ChatCommand | undefined {
  let words = sentence.replaceAll("’", "'").trim();
  for (let i = 0; i < 5; i += 1) words = words.replace(POLITE, "");
  const ask = ASK.exec(words);
  if (ask !== null) {
    const about = withoutEnd(words.slice(ask[0].length));
    return about === "" ? undefined : { kind: "ask", about };
  }
  const verb = REMEMBER.exec(words);
  if (verb === null) return undefined;
  const rest = words.slice(verb[0].length).trim();
  if (!/\?\s*$/.test(words)) return thisOf(rest) ?? claimOf(rest);
  // "Could you remember that I am left-handed?" asks for it; "can you remember my birthday?" asks what is known.
  const wish = WISH.test(sentence.replaceAll("’", "'").trim()) && STATES.test(rest);
  return wish ? claimOf(withoutEnd(rest)) : undefined;
}

function thisOf(rest: string): ChatCommand | undefined {
  const point = THIS.exec(rest);
  if (point === null) return undefined;
  const after = rest.slice(point[0].length);
  const about = ABOUT.exec(after);
  if (about === null) {
    const words = payload(after);
    // "remember that Sergey …" is a claim; "remember this: …" hands over the words.
    if (words === undefined) return undefined;
    return { kind: "remember_this", about: null, words };
  }
  const nameWords = after.slice(about[0].length);
  const end = nameWords.search(/[:[]/);
  const name = withoutEnd(end < 0 ? nameWords : nameWords.slice(0, end));
  const words = end < 0 ? null : payload(nameWords.slice(end));
  return name === "" || words === undefined ? undefined : { kind: "remember_this", about: name, words };
}

/** The words behind a colon or in brackets; `null`: there are none; `undefined`: something else follows. */
function payload(after: string): string | null | undefined {
  const text = after.trim();
  if (/^[.!]*$/.test(text)) return null;
  if (!/^[:[]/.test(text)) return undefined;
  const words = text
    .slice(1)
    .replace(/\]\s*$/, "")
    .trim();
  return words === "" ? null : words;
}

function claimOf(rest: string): ChatCommand | undefined {
  const claim = rest.replace(/^(?:that|the fact that|how)\s{1,3}/i, "").trim();
  if (NO_CLAIM.test(claim) || !/\s/.test(claim)) return undefined;
  return { kind: "remember", claim };
}
