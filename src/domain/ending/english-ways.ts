import type { Sort } from "./ending.ts";

/** One way to say that something ended; `what`, or `also` where it has two forms, is the thing; empty: its sort says all. */
export interface Way {
  readonly pattern: RegExp;
  readonly sorts: readonly Sort[];
  /** What it names without a word for it: who is sober has given up alcohol. */
  readonly names?: string;
  /** A plan may say it as well: "we're going to Rome instead of Paris". */
  readonly planned: boolean;
}

/**
 * Whose end it is: the speaker's own, said or left out. What follows is a verb of the past, so that "I want to quit" and
 * "I might stop" are none.
 */
const I =
  "^(?:(?:I|we)(?: (?:have|had to|had|ended up|went and))? |have |had to |been )?(?:(?:just|finally|recently|actually|also|already|since|now|officially|sadly|unfortunately|basically|totally|completely|kind of|sort of|then|quietly) )*";
const W = "(?<what>.+)";
/** The thing itself is the subject. */
const THE = "^(?<what>[^,]+?)";
const IS =
  "(?: (?:is|are|was|were|has|have|got|been))+(?: (?:now|all|finally|officially|already|basically|pretty much|just|kind of))*";
const SINCE =
  "(?: (?:now|today|yesterday|again|too|then|forever|for me|for good|last \\w+|this \\w+|in \\w+|after all|altogether|entirely|though))*$";
const ANY_MORE = "(?:anymore|any more|any longer)";
const APART =
  "(?:broke up|broken up|split(?: up)?|separated|parted ways|called it quits|ended (?:it|things)|(?:got |gotten |getting )?divorced|getting a divorce|no longer together|not together(?: anymore| any more)?)";
const FIRED = "(?:fired|laid off|let go|sacked|made redundant|dismissed)";

const way = (pattern: string, ...sorts: Sort[]): Way => ({
  pattern: new RegExp(pattern, "iu"),
  sorts,
  planned: false,
});

const naming = (names: string, pattern: string, ...sorts: Sort[]): Way => ({
  ...way(pattern, ...sorts),
  names,
});

/** How people say that something ended; of several that fit, the first. */
export const WAYS: readonly Way[] = [
  {
    ...way(
      "^.*? (?:instead of|rather than|in place of) (?<what>(?:an? |the )?[\\p{L}\\d' -]{2,30}?)(?: (?:anymore|any more|now|these days|this time))*$",
      "doing",
      "thing",
      "plan",
      "work",
      "place",
    ),
    planned: true,
  },
  way(
    `^(?:me and (?<what>.{1,40}?)|(?<also>.{1,40}?) and (?:I|me)) (?:(?:have|are|just|finally|recently|actually|officially) )*(?:${APART}|called off (?:the|our) (?:wedding|engagement)|done|over|history|finished|(?:no longer|not) (?:a couple|an item|dating|married|engaged|seeing each other)|do not (?:talk|speak|see each other|hang out)(?: to each other)? ${ANY_MORE}|no longer (?:talk|speak))`,
    "bond",
  ),
  way(`${I}(?:am |are )?${APART} (?:with|from) ${W}`, "bond"),
  way(`${I}(?:dumped|divorced|unfriended|fell out with|cut ties with|broke it off with) ${W}`, "bond"),
  way(`${THE} (?:dumped|left|divorced|broke up with) me\\b`, "bond"),
  way(
    `^(?:I|we)(?: (?:have|are|am|just|finally|officially|recently|now|also))* (?:${APART}|single again|widowed|an? (?:widow|widower))(?<what>)${SINCE}`,
    "bond",
  ),
  way(
    `^(?:newly |recently |officially )?single again|^(?:the|our|my) (?:marriage|relationship|engagement)${IS} (?:over|ended|done)`,
    "bond",
  ),
  way(
    `^(?:today|yesterday|friday|last \\w+|it) (?:was|is) my last (?:day|week|shift) (?:at|with|in|as) ${W}|^my last (?:day|week|shift) (?:at|with|in|as) (?<also>.+?) (?:was|is)\\b`,
    "work",
    "doing",
  ),
  way(
    `^I(?: (?:have|am|was|got|just|finally|also))* (?:quit|resigned|retired|unemployed|jobless|between jobs|out of (?:a job|work)|${FIRED})(?<what>)${SINCE}`,
    "work",
  ),
  way(`${I}(?:quit|lost|left) (?:my|the) (?:\\w+ )?(?:job|gig|position)(?: (?:at|as|with) ${W})?`, "work"),
  way(
    `${I}(?:resigned from|handed in (?:my|the) notice at|gave notice at|stepped down (?:from|as)|retired from|(?:(?:got|was|been|am) )?${FIRED} (?:from|by|at)) ${W}`,
    "work",
    "doing",
  ),
  way(
    `${I}(?:moved (?:out of|away from|out from|from)|relocated from|emigrated from|(?:am |are )?out of) ${W}`,
    "place",
  ),
  way(`${I}left ${W}`, "work", "doing", "place", "bond"),
  way(
    `${THE} (?:(?:has|have|just|sadly|unexpectedly) )*(?:died|passed away|passed on|passed|crossed the rainbow bridge|is no longer with us|is dead|did not make it|(?:was|had to be) put (?:down|to sleep))\\b`,
    "life",
  ),
  way(`${I}put (?<what>.+?) (?:down|to sleep)\\b`, "life"),
  way(`${I}(?:lost|said goodbye to|buried) ${W}`, "life", "thing", "work", "doing"),
  way(
    `${I}(?:sold|gave away|given away|got(?:ten)? rid of|donated|returned|threw (?:out|away)|thrown (?:out|away)|totall?ed|wrecked|crashed|traded(?: in)?|swapped(?: out)?|replaced|parted with|pawned|misplaced|exchanged|rehomed|broke|upgraded(?: from)?|switched from|went from|changed from|moved from) ${W}`,
    "thing",
    "doing",
    "life",
  ),
  way(`^(?:someone|somebody|they|a thief|thieves) (?:has |have )?(?:stole|stolen) ${W}`, "thing"),
  way(
    `${THE}${IS} (?:stolen|sold|totall?ed|wrecked|donated|given away|thrown (?:out|away)|rehomed)\\b`,
    "thing",
  ),
  way(
    `${I}(?:gave|given|threw|thrown|sent|let|handed|called|shut|put) (?<what>(?:(?!to |in |at |on |for )\\S+ ){0,4}?\\S+) (?:away|back|out|up|off|go|lapse|expire|run out|down)(?: (?:to|because|after|since|for|last|this|today|yesterday|already|in|too|when|due) ?.*)?$`,
    "thing",
    "doing",
    "plan",
    "work",
    "life",
  ),
  way(`${I}got (?:my|the) (?<what>[\\w ]+?) (?:off|out|removed|taken out)${SINCE}`, "thing", "health"),
  way(`${I}(?:called|broke) off ${W}`, "plan", "bond"),
  way(
    `${I}(?:cancell?ed|scrapped|axed|backed out of|pulled out of|bailed on|withdrew from|dropped out of|changed (?:my|our) minds? about) ${W}`,
    "plan",
    "doing",
    "thing",
  ),
  way(
    `${THE}(?:${IS})? (?:cancell?ed|called off|fell through|fallen through|not happening(?: anymore| any more)?|off|scrapped|a no-?go|axed|did not (?:work out|happen)|not going ahead|no longer happening|no longer on)${SINCE}`,
    "plan",
    "doing",
  ),
  way(
    `${THE}(?:${IS})? (?:pushed|moved|postponed|rescheduled|bumped|shifted|slipped|delayed|brought forward|put off)(?: (?:back|up|forward|out))* (?:to|until|till) `,
    "plan",
  ),
  way(`^(?:I am|we are) not ${W} (?:anymore|any more|after all|any longer)$`, "any"),
  way(
    `^(?:I|we)(?: (?:have|have got|am|are|got|just|finally|now|also))* (?:engaged|married|in a relationship|dating (?:someone|somebody)|an? (?:new )?(?:boyfriend|girlfriend|partner))(?<what>)\\b`,
    "single",
  ),
  naming(
    "alcohol",
    "^(?:(?:I|we) )?(?:(?:have been|have gone|have|am|are|been|went|got|now|finally) )*(?:sober|teetotal|alcohol[- ]free|off (?:the )?(?:booze|alcohol|drink))\\b",
    "doing",
  ),
  naming(
    "smoking",
    "^(?:(?:I|we) )?(?:(?:have been|have|am|are|been|now) )*(?:smoke|nicotine)[- ]free\\b",
    "doing",
    "any",
  ),
  naming(
    "meat",
    "^(?:(?:I|we) )?(?:(?:have|am|are|just|finally|now) )*(?:went|gone|turned|became|become) (?:vegan|vegetarian|plant[- ]based)\\b",
    "doing",
  ),
  way(
    "^(?:(?:I|we) )?had to (?:cancel|sell|quit|give up|drop|give away|stop|leave|close|return|get rid of|move out of|call off|let go of|break up with|scrap|rehome) (?<what>.+)",
    "any",
  ),
  way("^(?:so )?(?:good)?bye(?:[- ]bye)?,? (?<what>[^,]{2,30})$", "any"),
  way(
    `${THE} (?:(?:just|really|kind of) )*(?:bores me|got boring|lost its (?:charm|appeal)|is not (?:for me|my thing)(?: anymore| any more)?|does nothing for me(?: anymore| any more)?|makes me sick)${SINCE}`,
    "any",
  ),
  way(
    `${I}(?:bought|(?<!have )got|ordered|picked up|moved into|signed|found|opened) (?!it\\b|this\\b|that\\b|them\\b|you\\b|what\\b|there\\b)${W}`,
    "done",
  ),
  way(`${I}graduated(?<what>)${SINCE}`, "study"),
  way(
    `\\b(?:gave birth|had (?:the|our|my) baby|(?:baby|son|daughter|little one|twins)(?: \\p{Lu}\\p{Ll}+)? (?:was|were|is|are|has been|have been) (?:born|finally here|here)|became (?:a )?(?:mum|mom|dad|mother|father|parents)s?)\\b(?<what>)`,
    "birth",
  ),
  way(
    `${I}(?:(?:started|back to|went back to|am|are|have been) )?(?:eat|eating) (?:meat|fish|chicken|beef|dairy|eggs|cheese|seafood|animal products)(?: (?:again|now|these days))+(?<what>)`,
    "diet",
  ),
  way(
    `${I}(?:finished|completed|wrapped up|submitted|handed in|turned in|renewed|paid off|paid|passed|graduated from|got through|took care of) ${W}`,
    "done",
  ),
  way(`${THE}${IS} (?:finished|completed|submitted|paid off|sorted)${SINCE}`, "done", "doing", "plan"),
  way(
    `${I}(?:recovered from|got over|beat|outgrew|grew out of|grown out of|(?:am |are )?free of) ${W}`,
    "health",
    "doing",
  ),
  way(
    `${THE}(?:${IS})? (?:fine|ok|okay|all right|better|healed|cured|cleared up)(?: (?:again|now|for good|completely|up))+$|^(?:my|the) (?<also>[\\w ]+?) (?:has |have )?(?:healed|cleared up|went away|recovered)\\b`,
    "health",
  ),
  way(
    `${I}(?:quit|gave up(?: on)?|given up(?: on)?|dropped|ditched|abandoned|packed in|swore off|sworn off|cut out|kicked|lost interest in|got bored of|walked away from|moved on from|got off|came off|went off|gone off|weaned (?:myself )?off|deleted|uninstalled|unsubscribed from|ended|closed|shut down|wound (?:up|down)|phased out|called it quits on|retired from|let go of) (?!by\\b|off\\b)${W}`,
    "doing",
    "thing",
    "work",
  ),
  way(`${I}stopped (?!by\\b|at\\b|in\\b|for\\b|to\\b|and\\b|over\\b|off\\b|short\\b)${W}`, "any"),
  way(`^(?:the |my )?(?:doctor|doc|they) took me off ${W}`, "doing", "health"),
  way(
    `^(?:I am|we are|am) (?:(?:now|totally|completely|officially|so|finally|all) )*(?:done|finished|through) (?:with )?(?!for\\b|here\\b)${W}`,
    "any",
  ),
  way(`^(?:I am|we are) (?:(?:now|officially|finally) )*(?:off|over) ${W}`, "any"),
  way(`^(?:so )?no more ${W}$`, "any"),
  way(
    `${THE}${IS} (?:over|history|no more|behind me|a thing of the past|finished|done|dead|closed|gone|toast)${SINCE}`,
    "any",
  ),
  way(
    `${THE} (?:has |have )?(?:ended|stopped|expired|lapsed|ran out|closed(?: down)?|shut(?: down)?|folded|went bust|went under|disbanded)${SINCE}`,
    "any",
  ),
  way(`^(?:I|we)(?: (?:have|am|are))? no longer ${W}`, "any"),
  way(`^(?:I|we)? ?do not (?:really |even )?${W} ${ANY_MORE}\\b`, "any"),
  way(
    `^(?:(?:I|we) )?have not (?:really |even )?${W} (?:since|in (?:months|years|ages|weeks|forever)|for (?:months|years|ages|weeks))\\b`,
    "doing",
  ),
  way(`${THE} (?:is|are) (?:not|no longer) my .+$`, "any"),
  way(
    `^(?:I|we) used to (?!.*\\b(?:when (?:I|we) (?:was|were)|as an? (?:kid|child|teen\\w*|student)|back (?:then|when|in)|in (?:college|school|high school|my \\w+)|growing up))${W}`,
    "any",
  ),
];
