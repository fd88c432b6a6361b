import type { Ended, Sort } from "../shared/ending.ts";
import { ruled } from "../shared/rule-watch.ts";
import { withoutDates } from "./absolute-dates.ts";
import { WAYS } from "./ending-ways.ts";
import { trimTail } from "./extract/phrase.ts";

/** Only what was said before tells what ended. */
const POINTS =
  /^(?:it|that|this|them|those|these|there|him|her|one|everything|all of it|all that|both|the whole thing|that one|my own|things?)?$/i;
/** Answers to "do you still …?". */
const NOT_ANY_MORE =
  /^(?:(?:I|we) (?:do not|am not|are not|have not)|(?:no,? )?not|nope,? not|have not)(?: (?:any ?more|any longer|in ages|since \w+|for (?:ages|months|years)|these days)){1,4}$|^no longer$|^(?:I )?(?:quit|stopped|gave up|dropped out|moved on|called it quits)$|^(?:it|that) (?:is|was)(?: all)? (?:over|done|finished|history|gone|ages ago|a while ago|in the past)(?: now)?$|^it (?:ended|stopped|fell through|did not work out|died|broke|got (?:stolen|cancell?ed))$/i;
/** It is not so, not yet, or was not meant for good. */
const NOT_YET =
  /\b(?:might|may|could|would|will|should|shall|going to|want(?:ed|s)?|plan(?:ning|ned)? (?:to|on)|think(?:ing)? (?:of|about)|thought|consider(?:ing|ed)?|need to|have to|has to|hop(?:e|ing)|try(?:ing)? to|tried to|never|almost|nearly|about to|tempted|wish|decid\w+|did not|can|let us|please|unless|until)\b/i;
const FOR_A_WHILE =
  /\b(?:for (?:today|now|tonight|lunch|dinner|the (?:day|night|moment|week|weekend|evening|afternoon|time being)|a (?:bit|while|moment|minute|second|sec|few|couple))|temporarily|at (?:\d|noon|midnight)|halfway|back (?:on|in|by|at|soon|tomorrow)|this time|at (?:home|work|the (?:office|hotel|airport|restaurant|station)))\b/i;
/** Why and when it ended are no part of what did. */
const TAIL =
  /,.*| (?:because|since|after (?!\d+ ?(?:[ap]m\b|:|o'clock))|due to|so|when|while|last|this|these|ages|years|months|weeks|today|yesterday|recently|a while|a (?:few|couple)|(?:two|three|four|five|six|\d+) (?:days?|weeks?|months?|years?)|anymore|any more|any longer|altogether|entirely|completely|for (?:good|ever|health|me|them|us)|forever|too|though|now|as (?:it|I|of|they)|to (?:save|focus|make|be|spend|get|have)|back in|earlier|in (?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|fall|winter|20\d\d)|on (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)|thanks to|again|finally|instead|already)\b.*/i;
/** "Replaced the old one with a new one": what came after it is another matter. */
const FOR_ANOTHER = / (?:with|for|to|and (?:got|bought|switched|now)|in favou?r of) .*/i;

const IS_GONE =
  /'s(?= (?:gone|over|dead|done|finished|cancell?ed|off|closed|sold|history|no more|broken)\b)/i;

/** The end that a clause states, with contractions expanded and without introductory words. */
export function endedInEnglish(clause: string): Ended | undefined {
  if (FOR_A_WHILE.test(clause)) return undefined;
  // A second thought after a comma is mostly why, and now and then the end itself.
  for (const piece of clause.split(/, (?:and |so |but )?/)) {
    const ended = endedIn(piece.replace(IS_GONE, " is"));
    if (ended !== undefined) return ended;
  }
  return undefined;
}

function endedIn(words: string): Ended | undefined {
  if (NOT_ANY_MORE.test(words)) return ruled("en/end:answer", { sorts: ["any"], named: "", points: true });
  for (const { id, pattern, sorts } of WAYS) {
    const match = pattern.exec(words);
    if (match === null) continue;
    const what = match.groups?.what ?? match.groups?.also ?? "";
    const upTo = what === "" ? match[0].length : words.indexOf(what) || what.length;
    const said = words.slice(0, upTo).replace(/^(?:I |we )?had to /i, "");
    if (NOT_YET.test(said)) return undefined;
    const named = namedIn(what, sorts);
    // "I opened on 25 August" names nothing and points at nothing.
    if (named === "" && what !== "" && !POINTS.test(trimTail(what).replace(TAIL, ""))) return undefined;
    return ruled(`en/end:${id}`, { sorts, named, points: what !== "" && named === "" });
  }
  return undefined;
}

function namedIn(what: string, [sort]: readonly Sort[]): string {
  const bare = withoutDates(trimTail(what).replace(TAIL, ""));
  const old = sort === "thing" || sort === "life" ? bare.replace(FOR_ANOTHER, "") : bare;
  const named = old.trim().replace(/^(?:to |of |on |with |at |all (?:of )?){1,4}/i, "");
  return POINTS.test(named) ? "" : named;
}
