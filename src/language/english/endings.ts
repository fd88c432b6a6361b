import { ruled } from "../shared/claim.ts";
import { type Ended, type Sort, type Way, ways } from "../shared/talk.ts";
import { trimTail } from "./extract/phrase.ts";
import { withoutDates } from "./resolve-dates.ts";

/**
 * The subject of the ending: the speaker, stated or implied. A verb in the past tense follows, so that "I want to quit"
 * and "I might stop" do not match.
 */
const I =
  "^(?:(?:I|we)(?: (?:have|had to|had|ended up|went and))? |have |had to |been )?(?:(?:just|finally|recently|actually|also|already|since|now|officially|sadly|unfortunately|basically|totally|completely|kind of|sort of|then|quietly) ){0,4}";
const W = "(?<what>.+)";
/** The thing itself is the subject. */
const THE = "^(?<what>[^,]+?)";
const IS =
  "(?: (?:is|are|was|were|has|have|got|been)){1,4}(?: (?:now|all|finally|officially|already|basically|pretty much|just|kind of)){0,4}";
const SINCE = String.raw`(?: (?:now|today|yesterday|again|too|then|forever|for me|for good|last \w+|this \w+|in \w+|after all|altogether|entirely|though)){0,4}$`;
const ANY_MORE = "(?:anymore|any more|any longer)";
const APART =
  "(?:broke up|broken up|split(?: up)?|separated|parted ways|called it quits|ended (?:it|things)|(?:got |gotten |getting )?divorced|getting a divorce|no longer together|not together(?: anymore| any more)?)";
const FIRED = "(?:fired|laid off|let go|sacked|made redundant|dismissed)";

/** How people say that something ended; of several that fit, the first. */
const WAYS: readonly Way[] = [
  ...ways("iu", ["bond"], {
    "parted-pair": `^(?:me and (?<what>.{1,40}?)|(?<also>.{1,40}?) and (?:I|me)) (?:(?:have|are|just|finally|recently|actually|officially) ){0,4}(?:${APART}|called off (?:the|our) (?:wedding|engagement)|done|over|history|finished|(?:no longer|not) (?:a couple|an item|dating|married|engaged|seeing each other)|do not (?:talk|speak|see each other|hang out)(?: to each other)? ${ANY_MORE}|no longer (?:talk|speak))`,
    parted: `${I}(?:am |are )?${APART} (?:with|from) ${W}`,
    "left-me": `${THE} (?:dumped|left|divorced|broke up with) me\\b`,
    "parted-alone": `^(?:I|we)(?: (?:have|are|am|just|finally|officially|recently|now|also)){0,4} (?:${APART}|single again|widowed|an? (?:widow|widower))(?<what>)${SINCE}`,
  }),
  ...ways("iu", ["work"], {
    "out-of-work": `^I(?: (?:have|am|was|got|just|finally|also)){0,4} (?:quit|resigned|retired|unemployed|jobless|between jobs|out of (?:a job|work)|${FIRED})(?<what>)${SINCE}`,
    job: `${I}(?:quit|lost|left) (?:my|the) (?:\\w+ )?(?:job|gig|position)(?: (?:at|as|with) ${W})?`,
  }),
  ...ways("iu", ["work", "doing"], {
    employer: `${I}(?:resigned from|handed in (?:my|the) notice at|gave notice at|stepped down (?:from|as)|retired from|(?:(?:got|was|been|am) )?${FIRED} (?:from|by|at)) ${W}`,
  }),
  ...ways("iu", ["place"], {
    place: `${I}(?:moved (?:out of|away from|out from|from)|relocated from|emigrated from|(?:am |are )?out of) ${W}`,
  }),
  ...ways("iu", ["life"], {
    died: `${THE} (?:(?:has|have|just|sadly|unexpectedly) ){0,4}(?:died|passed away|passed on|passed|crossed the rainbow bridge|is no longer with us|is dead|did not make it|(?:was|had to be) put (?:down|to sleep))\\b`,
  }),
  ...ways("iu", ["thing", "doing", "life"], {
    sold: `${I}(?:sold|gave away|given away|got(?:ten)? rid of|donated|returned|threw (?:out|away)|thrown (?:out|away)|totall?ed|wrecked|crashed|traded(?: in)?|swapped(?: out)?|replaced|parted with|pawned|misplaced|exchanged|rehomed|broke|upgraded(?: from)?|switched from|went from|changed from|moved from) ${W}`,
  }),
  ...ways("iu", ["plan", "doing", "thing"], {
    cancelled: `${I}(?:cancell?ed|scrapped|axed|backed out of|pulled out of|bailed on|withdrew from|dropped out of|changed (?:my|our) minds? about) ${W}`,
  }),
  ...ways("iu", ["plan", "doing"], {
    "is-off": `${THE}(?:${IS})? (?:cancell?ed|called off|fell through|fallen through|not happening(?: anymore| any more)?|off|scrapped|a no-?go|axed|did not (?:work out|happen)|not going ahead|no longer happening|no longer on)${SINCE}`,
  }),
  ...ways("iu", ["plan"], {
    moved: `${THE}(?:${IS})? (?:pushed|moved|postponed|rescheduled|bumped|shifted|slipped|delayed|brought forward|put off)(?: (?:back|up|forward|out)){0,4} (?:to|until|till) `,
  }),
  ...ways("iu", ["any"], {
    "not-after-all": `^(?:I am|we are) not ${W} (?:anymore|any more|after all|any longer)$`,
  }),
  ...ways("iu", ["doing", "thing", "work"], {
    quit: `${I}(?:quit|gave up(?: on)?|given up(?: on)?|dropped|ditched|abandoned|packed in|swore off|sworn off|cut out|kicked|lost interest in|got bored of|walked away from|moved on from|got off|came off|went off|gone off|weaned (?:myself )?off|deleted|uninstalled|unsubscribed from|ended|closed|shut down|wound (?:up|down)|phased out|called it quits on|retired from|let go of) (?!by\\b|off\\b)${W}`,
  }),
  ...ways("iu", ["doing"], {
    "taken-off": `^[^,]{1,40}?(?: (?:has|have|had|just|finally|since|now)){0,4} (?:took|taken|weaned|pulled) me (?:right )?off (?:of )?${W}`,
  }),
  ...ways("iu", ["any"], {
    stopped: `${I}stopped (?!by\\b|at\\b|in\\b|for\\b|to\\b|and\\b|over\\b|off\\b|short\\b)${W}`,
    "no-longer": `^(?:I|we)(?: (?:have|am|are))? no longer ${W}`,
    "not-any-more": `^(?:I|we)? ?do not (?:really |even )?${W} ${ANY_MORE}\\b`,
  }),
];

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
const FOR_ANOTHER = / (?:with|for|to|and (?:got|bought|switched|put|started|now)|in favou?r of) .*/i;

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
