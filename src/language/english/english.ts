import type { Language } from "../language.ts";
import { regex } from "../shared/words.ts";
import { englishReplacement, requestInEnglish } from "./corrections.ts";
import { englishMentions } from "./dates.ts";
import { ENGLISH_ASKS_TO_KEEP, ENGLISH_CORRECTS, ENGLISH_TAKES_BACK } from "./extract/noise.ts";
import { readEnglish } from "./extract/read.ts";
import { englishRanges, withDates } from "./resolve-dates.ts";

/** "Tell me a joke", "explain it to me": the asker is only who gets the answer. */
const DATIVE =
  /\b(?:write|give|tell|show|send|teach|explain|make|get|find|read|sing|draw|help|let|ask|spell|translate|convert|list|suggest|recommend)\s+me\b|\b(?:to|for|with)\s+me\b/gi;
const SELF = /\b(?:i|im|ive|id|ill|i'm|i've|i'd|i'll|my|mine|myself|me)\b/i;
const US = /\b(?:we|we're|we've|our|ours|us)\b/i;
const UNITED_STATES = /\bUS\b/g;

const ANYBODY = /\b(?:who|whos|who's|whose|whom|anyone|anybody|everyone|everybody|someone|which of us)\b/i;

const OPENING = "(?:(?:so|and|but|ok|okay|hey|also|oh|well|anyway|btw)[ ,]{1,3}){0,2}";
const ASKS = regex.i`\?[^\w?]{0,8}$|^${OPENING}(?:what|who|where|why|how|which|when)(?:'s|s)?\s+(?:is|are|was|were|do|does|did|can|could|should|would|will|am|much|many|long|far|old|to|kind|time)\b|^${OPENING}(?:do|does|did|can|could|should|would|is it|am i|are we)\s+(?:you|u|i|we|it|he|she|they|dogs?|people|anyone|normal)\b`;
const SOFTENED = /[, ](?:ok|okay|right|yeah|alright)\W{1,3}$/i;

const COMMAND =
  /^(?:@?[\p{L}\d_]{1,20}[,:]? )?(?:(?:please|pls|plz|can (?:you|u)|could (?:you|u)|kindly|also|now) ){0,3}(?:remember|forget|note (?:that|this|down)|make a note|save (?:this|that)|add that|memori[sz]e|delete|bin|erase|scrap)\b/iu;

/** A word about how one talks or answers. */
const MANNER =
  /\b(?:repl(?:y|ies|ying)|answer(?:s|ing)?|responses?|respond|messages?|msgs?|texts?|emojis?|bullet(?:s| points?)?|paragraphs?|sentences?|essays?|lectures?|explain(?:s|ing)?|explanations?|summar(?:y|ies)|jokes?|spell(?:ing)?|grammar|mistakes?|correct(?:ions?|ing)?|celsius|fahrenheit|metric|imperial|miles|kilomet(?:re|er)s|caps|markdown|swear\w*|slang|tone|formal|casual|language|english|german|french|spanish|chinese|portuguese|italian|speak(?! of\b)|talk|write|type|change the subject|(?<!-)short|brief|concise|blunt|honest|gentle|hints?|steps?|step by step|call(?:ing)? me|remind me|nag me|spoilers?)\b/i;
/** Said to the assistant: an order, a ban, a rule. */
const ORDER =
  /\b(?:please|pls|plz|don'?t|do not|never|always|stop|no more|none of|rule|only|use|avoid|skip|from now on|whenever|every time|be (?:brief|short|nice|sweet|honest|blunt|gentle|kind|strict)|i want you to|you (?:can|should|must|have to)|i(?:'d| would) (?:like|prefer|rather)|we speak)\b|(?:^|[,.;:!-] ?|\b(?:please|pls|plz|just|and|to|always|you|but|so|then|now|ok|okay|also|well|hey|oh|thanks|must|should|can) )keep\b|^(?:and |also |now |ok |so |just )*(?:write|speak|talk|answer|reply|explain|spell|correct|call|remind|tell|change|no)\b|\bif i\b[^.?!]{1,80}\b(?:you|change|tell|stop|remind|don'?t)\b|\bwhen(?:ever)? (?:you|i)\b[^.?!]{1,80}[, ](?:please|pls|just|one|don'?t|always|keep|use|tell|give|remind)\b/i;
/** A one-off request, or somebody else's order. */
const ONCE =
  /\b(?:write|give|tell|make|send|show|find|get) me (?:a|an|some|the)\b|\btoday\b|\btonight\b|\b(?:he|she|they|mum|mom|dad|boss|teacher|doctor)(?:'s)? (?:says?|said|told|wants?|keeps?|went|goes)\b/i;

/** A wish put as a question: "can you keep answers short pls". Whether somebody can do something once is another one. */
const REQUEST = regex.i`^${OPENING}(?:can|could|would|will) (?:you|u) (?:please |pls |plz |maybe |just |try to ){0,2}(?:keep|stop|not|always|never|avoid|skip|be (?:brief|short|nice|honest|blunt|gentle|kind|strict|more|less)|stick to|call me|(?:answer|reply|respond|talk|speak|write)(?: to me)? (?:in|with|only|shorter|less|more))\b`;
/** Work for the assistant: it tells nothing about whoever asks for it. */
const TASK = regex.i`^${OPENING}(?:(?:please|pls|plz|can (?:you|u)|could (?:you|u)|would (?:you|u)) ){0,2}(?:(?:write|compose|draw|generate|suggest|recommend|explain|translate|summari[sz]e|proofread|rewrite|convert|calculate|spell) (?:me|us|this|that|it|a|an|some|the)|(?:translate|convert|rewrite) (?:in)?to|explain \w+ \w+ vs\b|(?:give|tell|make|send|show|find|get|sing|list) me (?:a|an|some|the|\d{1,3}))\b`;

const ADDRESS =
  /\bcalls? me\b|\bcall(?:ing)? me\b|\bmy name(?:'s| is)\b|\bgo(?:es)? by\b|\b(?:that'?s|thats) (?:ur|your) name\b|^(?:\p{Lu}\p{L}+) will do\b/iu;
const NOT_ADDRESS =
  /\b(?:don'?t|never|stop) call me (?:back|at|on|after|before|when|if)\b|\bcalls? me (?:back|at|on|every|when|later|a lot)\b|\b(?:who|he|she) calls me\b/i;

const LIMIT =
  /\ballerg\w+|\bintoleran\w+|\bc(?:o)?eliac\b|\bgluten\b|\bdiabet\w+|\binsulin\b|\bvegan\b|\bvegetarian\b|\bveggie\b|\bpescatarian\b|\bhalal\b|\bkosher\b|\bepi-?pen\b|\banaphyla\w+|\basthma\w*|\bepilep\w+|\bpregnant\b|\bblood (?:pressure|sugar|thinner)|\bdoctor'?s orders\b|\b(?:no|low|less) (?:salt|sugar|alcohol|dairy|caffeine|gluten|nuts)\b(?=[^.?!]{0,20}\b(?:for me|doctor)|,|\.|$)|\b(?:doctor|doc|doctor's|nurse|gp)\b[^.?!]{0,60}\bno (?:salt|sugar|alcohol|dairy|caffeine|gluten|nuts)\b|\b(?:can'?t|cannot|can not|mustn'?t|not allowed to|havent|haven'?t|don'?t) (?:eat|eaten|have|drink|touch|take)\b[^.?!]{0,30}\b(?:meat|fish|nuts?|dairy|milk|egg|eggs|alcohol|sugar|salt|wheat|bread|shellfish|pork|beef)\b|\bmedication\b|\b(?:on|take|takes) (?:metformin|lisinopril|warfarin|statins?|insulin|\p{L}{5,20}(?:in|ol|am|ine|pril|formin))\b[^.?!]{0,40}\b(?:day|daily|pressure|sugar|for)\b/iu;
/** The limit is somebody else's, or an animal's. */
const OTHERS =
  /\b(?:my|our|his|her|their|the) (?:dog|cat|pet|mum|mom|mother|dad|father|wife|husband|partner|boyfriend|girlfriend|son|daughter|sister|brother|kid|baby|friend|mate|cousin|boss|neighbou?r|gran\w*|nana|aunt|uncle|nephew|niece)\b|\b(?:he|she|they)(?:'s|'re| is| are| has| have| can'?t)\b|\bhes\b|\bshes\b/i;

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

/** The owner of a limit stands before it. */
function beforeLimit(plain: string): string {
  const found = LIMIT.exec(plain);
  const start = Math.max(0, (found?.index ?? 0) - 40);
  return plain.slice(start, found?.index ?? 0);
}

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
    const command = COMMAND.test(plain);
    // "… every answer ok?" is an order, not a question.
    const asks = ASKS.test(plain.replace(SOFTENED, ""));
    const task = TASK.test(plain);
    const wish =
      !command &&
      (REQUEST.test(plain) || (!asks && ORDER.test(plain))) &&
      MANNER.test(plain) &&
      !task &&
      !ONCE.test(plain) &&
      !NOT_ADDRESS.test(plain);
    return {
      command,
      wish,
      address: ADDRESS.test(plain) && !NOT_ADDRESS.test(plain),
      limit: LIMIT.test(plain) && !OTHERS.test(beforeLimit(plain)),
      update: UPDATE.test(plain),
      takesBack: TAKES_BACK.test(plain),
    };
  },
  mayUpdate: (text) => UPDATE.test(text.replaceAll("’", "'")) || TAKES_BACK.test(text),
  mayBeCore: (text) => MANNER.test(text) || ADDRESS.test(text) || LIMIT.test(text),
  tells: {
    time: /\b(?:yesterday|today|tonight|tomorrow|ago|since|weekend|last (?:night|week|month|year|spring|summer|fall|winter)|next (?:week|month|year|summer)|this (?:week|month|year|morning|summer)|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|(?:19|20)\d\d|\d{1,2}(?:st|nd|rd|th)|\d{1,2} ?(?:am|pm)|years?|months?|weeks?|days?|hours?|minutes?)\b|\bMay\b/i,
    number:
      /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|twenty|thirty|forty|fifty|hundred|thousand|couple|few|several|once|twice|both)\b/i,
    place:
      /\b(?:in|at|from|to|near|around|visit(?:ed|ing)?|live[sd]?) (?:the )?[A-Z][a-z]|\b(?:home|city|town|country|beach|park|street|store|shop|cafe|restaurant|school|university|gym|museum|office|church|lake|mountains?|hotel|downtown|studio|abroad)\b/,
    name: /[a-z,;:] "?[A-Z][a-z]+|"[^"]{2,60}"/,
    reason: /\b(?:because|since|so that|due to|inspired|motivated|reason|that's why|in order to)\b/i,
    self: /\b(?:I|I'm|I've|I'd|I'll|my|me|we|our|mine)\b/i,
  },
  coreLikeness: [
    "How you should answer me: keep your replies short, no emojis, step by step, in my language, call me by my nickname",
    "I am allergic and cannot eat it; my diet, my illness and my medication",
  ],
  expressions: [
    ...[ASKS, SOFTENED, COMMAND, MANNER, ORDER, ONCE, REQUEST, TASK, ADDRESS, NOT_ADDRESS],
    ...[LIMIT, OTHERS, UPDATE, TAKES_BACK],
  ],
  dates: { mentions: englishMentions, ranges: englishRanges, absolute: withDates },
  claims: readEnglish,
  takesBack: ENGLISH_TAKES_BACK,
  replacement: englishReplacement,
  corrects: ENGLISH_CORRECTS,
  asksToKeep: ENGLISH_ASKS_TO_KEEP,
  forgetRequest: requestInEnglish,
};
