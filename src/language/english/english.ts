import type { Language } from "../language.ts";
import { commandInEnglish, ENGLISH_ASKS_TO_KEEP } from "./command.ts";
import { englishMentions } from "./dates.ts";
import { requestInEnglish } from "./forget.ts";
import { ENGLISH_PERSON_QUESTIONS } from "./person.ts";
import { englishRanges, withEnglishDates } from "./resolve-dates.ts";
import { retoldInEnglish } from "./retold.ts";

/** "Tell me a joke", "explain it to me": the asker is only who gets the answer. */
const DATIVE =
  /\b(?:write|give|tell|show|send|teach|explain|make|get|find|read|sing|draw|help|let|ask|spell|translate|convert|list|suggest|recommend)\s+me\b|\b(?:to|for|with)\s+me\b/gi;
const SELF = /\b(?:i|im|ive|id|ill|i'm|i've|i'd|i'll|my|mine|myself|me)\b/i;
const US = /\b(?:we|we're|we've|our|ours|us)\b/i;
const UNITED_STATES = /\bUS\b/g;

const ANYBODY = /\b(?:who|whos|who's|whose|whom|anyone|anybody|everyone|everybody|someone|which of us)\b/i;

const COMMAND =
  /^(?:@?[\p{L}\d_]{1,20}[,:]? )?(?:(?:please|pls|plz|can (?:you|u)|could (?:you|u)|kindly|also|now) ){0,3}(?:remember|forget|note (?:that|this|down)|make a note|save (?:this|that)|add that|memori[sz]e|delete|bin|erase|scrap)\b/iu;

/** A day, a date or a number: what most changes are about. */
const VALUE = String.raw`(?:\d|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:days?)?\b|jan|feb|mar(?:ch)?\b|apr|may\b|june?\b|july?\b|aug|sept?|oct|nov|dec)`;
const UPDATE = new RegExp(
  [
    "\\b(?:moved|changed|switched|swapped|postponed|pushed|delayed|put (?:me |us |it )?(?:back|off)|brought forward|resched\\w+|cancel\\w*|call(?:ed)? (?:it )?off|no longer|any ?more|instead|after all|quit|quits|quitting|resigned|dumped|broke up|broken up|sold|gave up|stopped|starts? over|no wait|wait no|i meant|correction|turns out|scratch that|is out|ain't|remarked|extended|traded|stepped down|stepping down|fell through|passed)\\b",
    "\\bback (?:on|to)\\b|\\b(?:is|it'?s|we're) [^\\s.?!]{1,20} again\\b",
    "\\bput(?:s|ting)? [^.?!]{1,20} up\\b|\\b(?:goes|going|went|gone) (?:up|down) (?:to|by|from)\\b",
    `\\bnot (?:a |an |the |on |in |at |til )?${VALUE}`,
    `${VALUE}[^.?!]{0,24}\\bnow\\b|\\bnow\\b[^.?!]{0,24}\\b${VALUE}`,
    "\\b(?:is|are|we're|were) (?:done|over|finished|off)\\b",
    "^(?:so |and |but )?(?:done|sorry|actually|update)\\b",
  ].join("|"),
  "i",
);
const TAKES_BACK =
  /^(?:\W{0,3}(?:oh|ah|ugh|oops|whoops|hmm|argh|lol)[ ,]+)?(?:no,? wait|wait,? no|wait|no,? sorry|sorry|oops|correction|i meant?|scratch that|my bad|typo|no actually|actually no)\b|^\*/i;

export const english: Language = {
  asking(text) {
    const plain = text.replaceAll("’", "'").replace(UNITED_STATES, "");
    return {
      self: SELF.test(plain.replace(DATIVE, "")),
      us: US.test(plain),
      anybody: ANYBODY.test(plain),
    };
  },
  asksFor: {
    time: /\bwhen\b|\b(?:what|which) (?:date|day|month|year|time)\b|\bhow (?:long|often|recently|soon)\b|\bhow many (?:days|weeks|months|years|hours)\b/i,
    number:
      /\bhow (?:many|much|old|tall|far|big|large)\b|\b(?:number|amount|total|percentage|price|cost|budget|age|score) of\b/i,
    place: /\bwhere\b|\b(?:what|which) (?:place|city|country|state|town|location|area)\b/i,
    name: /\bwho(?:m|se)?\b|\b(?:what|which)(?: \w+)? (?:name|called|title|book|movie|band|song|artist|author)\b|\bnamed?\b/i,
    reason: /\bwhy\b|\b(?:reason|inspired?|motivat\w+|prompted|what made)\b/i,
  },
  // Past tense only: "can you list" is a request, not a question about an earlier answer.
  asksYou:
    /\b(?:you|your) (?:\w+ )?(?:recommended|recommendations?|suggested|suggestions?|advised|advice|said|told|mentioned|explained|gave|given|proposed|provided|described|listed|helped)\b|\bdid you\b/i,
  saying(piece) {
    const plain = piece.replaceAll("’", "'").trim();
    return {
      command: COMMAND.test(plain),
      update: UPDATE.test(plain),
      takesBack: TAKES_BACK.test(plain),
    };
  },
  mayUpdate: (text) => UPDATE.test(text.replaceAll("’", "'")) || TAKES_BACK.test(text),
  tells: {
    time: /\b(?:yesterday|today|tonight|tomorrow|ago|since|weekend|last (?:night|week|month|year|spring|summer|fall|winter)|next (?:week|month|year|summer)|this (?:week|month|year|morning|summer)|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|(?:19|20)\d\d|\d{1,2}(?:st|nd|rd|th)|\d{1,2} ?(?:am|pm)|years?|months?|weeks?|days?|hours?|minutes?)\b|\bMay\b/i,
    number:
      /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|twenty|thirty|forty|fifty|hundred|thousand|couple|few|several|once|twice|both)\b/i,
    place:
      /\b(?:in|at|from|to|near|around|visit(?:ed|ing)?|live[sd]?) (?:the )?[A-Z][a-z]|\b(?:home|city|town|country|beach|park|street|store|shop|cafe|restaurant|school|university|gym|museum|office|church|lake|mountains?|hotel|downtown|studio|abroad)\b/,
    name: /[a-z,;:] "?[A-Z][a-z]+|"[^"]{2,60}"/,
    reason: /\b(?:because|since|so that|due to|inspired|motivated|reason|that's why|in order to)\b/i,
    self: /\b(?:I|I'm|I've|I'd|I'll|im|ive|my|me|we|our|mine)\b/i,
  },
  speaksTo: /\b(?:you|your|u|ur|bot)\b/i,
  expressions: [COMMAND, UPDATE, TAKES_BACK],
  dates: { mentions: englishMentions, ranges: englishRanges, absolute: withEnglishDates },
  command: commandInEnglish,
  asksToKeep: ENGLISH_ASKS_TO_KEEP,
  retold: retoldInEnglish,
  forgetRequest: requestInEnglish,
  personQuestions: ENGLISH_PERSON_QUESTIONS,
};
