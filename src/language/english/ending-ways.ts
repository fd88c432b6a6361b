import type { Sort } from "../shared/ending.ts";

/** One way to say that something ended; `what`, or `also` where it has two forms, is the thing; empty: its sort says all. */
export interface Way {
  readonly id: string;
  readonly pattern: RegExp;
  readonly sorts: readonly Sort[];
}

/**
 * Whose end it is: the speaker's own, said or left out. What follows is a verb of the past, so that "I want to quit" and
 * "I might stop" are none.
 */
const I =
  "^(?:(?:I|we)(?: (?:have|had to|had|ended up|went and))? |have |had to |been )?(?:(?:just|finally|recently|actually|also|already|since|now|officially|sadly|unfortunately|basically|totally|completely|kind of|sort of|then|quietly) ){0,4}";
const W = "(?<what>.+)";
/** The thing itself is the subject. */
const THE = "^(?<what>[^,]+?)";
const IS =
  "(?: (?:is|are|was|were|has|have|got|been)){1,4}(?: (?:now|all|finally|officially|already|basically|pretty much|just|kind of)){0,4}";
const SINCE =
  "(?: (?:now|today|yesterday|again|too|then|forever|for me|for good|last \\w+|this \\w+|in \\w+|after all|altogether|entirely|though)){0,4}$";
const ANY_MORE = "(?:anymore|any more|any longer)";
const APART =
  "(?:broke up|broken up|split(?: up)?|separated|parted ways|called it quits|ended (?:it|things)|(?:got |gotten |getting )?divorced|getting a divorce|no longer together|not together(?: anymore| any more)?)";
const FIRED = "(?:fired|laid off|let go|sacked|made redundant|dismissed)";

const way = (id: string, pattern: string, ...sorts: Sort[]): Way => ({
  id,
  pattern: new RegExp(pattern, "iu"),
  sorts,
});

/** How people say that something ended; of several that fit, the first. */
export const WAYS: readonly Way[] = [
  way(
    "parted-pair",
    `^(?:me and (?<what>.{1,40}?)|(?<also>.{1,40}?) and (?:I|me)) (?:(?:have|are|just|finally|recently|actually|officially) ){0,4}(?:${APART}|called off (?:the|our) (?:wedding|engagement)|done|over|history|finished|(?:no longer|not) (?:a couple|an item|dating|married|engaged|seeing each other)|do not (?:talk|speak|see each other|hang out)(?: to each other)? ${ANY_MORE}|no longer (?:talk|speak))`,
    "bond",
  ),
  way("parted", `${I}(?:am |are )?${APART} (?:with|from) ${W}`, "bond"),
  way("left-me", `${THE} (?:dumped|left|divorced|broke up with) me\\b`, "bond"),
  way(
    "parted-alone",
    `^(?:I|we)(?: (?:have|are|am|just|finally|officially|recently|now|also)){0,4} (?:${APART}|single again|widowed|an? (?:widow|widower))(?<what>)${SINCE}`,
    "bond",
  ),
  way(
    "out-of-work",
    `^I(?: (?:have|am|was|got|just|finally|also)){0,4} (?:quit|resigned|retired|unemployed|jobless|between jobs|out of (?:a job|work)|${FIRED})(?<what>)${SINCE}`,
    "work",
  ),
  way(
    "job",
    `${I}(?:quit|lost|left) (?:my|the) (?:\\w+ )?(?:job|gig|position)(?: (?:at|as|with) ${W})?`,
    "work",
  ),
  way(
    "employer",
    `${I}(?:resigned from|handed in (?:my|the) notice at|gave notice at|stepped down (?:from|as)|retired from|(?:(?:got|was|been|am) )?${FIRED} (?:from|by|at)) ${W}`,
    "work",
    "doing",
  ),
  way(
    "place",
    `${I}(?:moved (?:out of|away from|out from|from)|relocated from|emigrated from|(?:am |are )?out of) ${W}`,
    "place",
  ),
  way(
    "died",
    `${THE} (?:(?:has|have|just|sadly|unexpectedly) ){0,4}(?:died|passed away|passed on|passed|crossed the rainbow bridge|is no longer with us|is dead|did not make it|(?:was|had to be) put (?:down|to sleep))\\b`,
    "life",
  ),
  way(
    "sold",
    `${I}(?:sold|gave away|given away|got(?:ten)? rid of|donated|returned|threw (?:out|away)|thrown (?:out|away)|totall?ed|wrecked|crashed|traded(?: in)?|swapped(?: out)?|replaced|parted with|pawned|misplaced|exchanged|rehomed|broke|upgraded(?: from)?|switched from|went from|changed from|moved from) ${W}`,
    "thing",
    "doing",
    "life",
  ),
  way(
    "cancelled",
    `${I}(?:cancell?ed|scrapped|axed|backed out of|pulled out of|bailed on|withdrew from|dropped out of|changed (?:my|our) minds? about) ${W}`,
    "plan",
    "doing",
    "thing",
  ),
  way(
    "is-off",
    `${THE}(?:${IS})? (?:cancell?ed|called off|fell through|fallen through|not happening(?: anymore| any more)?|off|scrapped|a no-?go|axed|did not (?:work out|happen)|not going ahead|no longer happening|no longer on)${SINCE}`,
    "plan",
    "doing",
  ),
  way(
    "moved",
    `${THE}(?:${IS})? (?:pushed|moved|postponed|rescheduled|bumped|shifted|slipped|delayed|brought forward|put off)(?: (?:back|up|forward|out)){0,4} (?:to|until|till) `,
    "plan",
  ),
  way("not-after-all", `^(?:I am|we are) not ${W} (?:anymore|any more|after all|any longer)$`, "any"),
  way(
    "quit",
    `${I}(?:quit|gave up(?: on)?|given up(?: on)?|dropped|ditched|abandoned|packed in|swore off|sworn off|cut out|kicked|lost interest in|got bored of|walked away from|moved on from|got off|came off|went off|gone off|weaned (?:myself )?off|deleted|uninstalled|unsubscribed from|ended|closed|shut down|wound (?:up|down)|phased out|called it quits on|retired from|let go of) (?!by\\b|off\\b)${W}`,
    "doing",
    "thing",
    "work",
  ),
  way("stopped", `${I}stopped (?!by\\b|at\\b|in\\b|for\\b|to\\b|and\\b|over\\b|off\\b|short\\b)${W}`, "any"),
  way("no-longer", `^(?:I|we)(?: (?:have|am|are))? no longer ${W}`, "any"),
  way("not-any-more", `^(?:I|we)? ?do not (?:really |even )?${W} ${ANY_MORE}\\b`, "any"),
];
