import { thing } from "../slot.ts";
import { on, type Rule, rule } from "./claim.ts";
import { withoutDates } from "./dates.ts";
import { ACTIVITY, namesTrade } from "./lexicon.ts";
import type { Phrase } from "./phrase.ts";

const NOT_WORKPLACE =
  /^(?:it|this|that|these|those|the moment|the same|night|you|your|them|me|him|her|free|hours|\d+ (?:hours|days|weeks|months|years)|(?:an?|the|over|more|about|almost|many|several|two|three|four|five|six|ten) (?:\w+ )?(?:hours?|days?|weeks?|months?|years?|while|time|long)|some time|ages|now|what|which|how|something|nothing|everyone|anything|my (?:goals?|favor|life)|a living|good|ever|sure|the (?:time|week|day|rest))\b/i;

const NOW = new Set(["present", "progressive", "perfect"]);

function past({ time }: Phrase): boolean {
  return time === "past";
}

export const WORK_RULES: readonly Rule[] = [
  on("en/work:employer", /^(?:[\w-]+ ){0,3}?(?:at|for) (.+)$/i, ([, where], phrase) => {
    if (
      /^(?:on|in|as|towards?|from|to|it|out)\b/i.test(phrase.rest) &&
      !/^(?:as|in) .* (?:at|for) /i.test(phrase.rest)
    )
      return undefined;
    if (NOT_WORKPLACE.test(where!)) return undefined;
    if (past(phrase)) return { topic: "past", slot: null };
    return NOW.has(phrase.time) ? { topic: "work", slot: "employer", value: company(where!) } : undefined;
  }),
  on("en/work:job", /^(?:[\w-]+ ){0,2}?as (?:an? |the |one of )?(.+)$/i, ([, what], phrase) => {
    if (/^(?:hard|soon|long|expected|intended|well|a team|usual|if|though)/i.test(what!)) return undefined;
    return past(phrase)
      ? { topic: "past", slot: null }
      : NOW.has(phrase.time)
        ? { topic: "work", slot: "job", value: what! }
        : undefined;
  }),
  on(
    "en/work:works_with",
    /^with (?!it|this|that|them|you|your|what|the (?:same|team)|python|java|c\b|react|data|numbers)(.+)$/i,
    (_, { time }) => (time === "present" ? { topic: "work", slot: "works_with" } : undefined),
  ),
  on("en/work:employer-2", /^(?:mainly |mostly |primarily )?in (?:the )?(.+)$/i, ([, field], phrase) => {
    if (
      !NOW.has(phrase.time) ||
      /^(?:progress|vain|a way|my|this|that|your|order|general|practice|person|parallel|silence|groups?|pairs|batches|place|conjunction)\b/i.test(
        field!,
      )
    )
      return undefined;
    return { topic: "work", slot: /^an? /i.test(field!) ? "employer" : "field", value: field! };
  }),
  on(
    "en/work:work_style",
    /^(?:mostly |usually |mainly |mostly |fully )?(?:from home|remote(?:ly)?|nights?|night shifts?|shifts|part[- ]time|full[- ]time|freelance|weekends|(?:the )?(?:night|day|late|early|evening|graveyard) shifts?|(?:four|4) days|overtime|two jobs|three jobs|for myself)\b/i,
    (_, phrase) => (NOW.has(phrase.time) ? { topic: "work", slot: "work_style" } : undefined),
  ),
  on("en/work:project", /^on ((?:an?|my|our|the) .+)$/i, ([, what], { time }) =>
    (time === "progressive" || time === "perfect") &&
    !/^(?:the (?:same|other|problem|issue|following|next|first|second|new|bug|code|one)|an? (?:(?:big |new |cool |fun |little |small |huge |major )*project$|way|bug|solution|script|function|problem|task|spreadsheet|fix|few|lot|plan|schedule|response|reply|similar)|my (?:schedule|plan|code|computer))\b/i.test(
      what!,
    )
      ? {
          topic: "goal",
          slot: `project:${thing(what!.replace(/ (?:for|with|about|at|in|that|which|to) .*$/i, ""))}`,
        }
      : undefined,
  ),
];

/** "Acme as a designer" → "Acme". */
function company(where: string): string {
  return where.replace(/,? (?:as|in|on|for|since|doing|and|now|but|with)\b.*$/i, "");
}

const BUSINESS =
  /^(?:my own |our own |my |our |an? |the |two |three |several )(?:[\w'&-]+ ){0,4}?(?:business|company|startup|shop|store|bakery|caf[eé]|restaurant|bar|pub|farm|studio|agency|practice|clinic|hotel|b&b|hostel|salon|brewery|vineyard|winery|gym|school|nursery|daycare|charity|non-?profit|ngo|team|department|firm|lab|gallery|bookshop|bookstore|blog|podcast|newsletter|youtube channel|channel|website|etsy \w+|food truck|garage|workshop|franchise|consultancy|law firm|dental practice|bookclub|book club|meetup|community|server|group)\b/i;

export const BUSINESS_RULES: readonly Rule[] = [
  on("en/work:runs", BUSINESS, (_, phrase) => {
    if (phrase.modal !== null) return undefined;
    return past(phrase) &&
      phrase.lemma !== "start" &&
      phrase.lemma !== "found" &&
      phrase.lemma !== "open" &&
      phrase.lemma !== "launch"
      ? { topic: "past", slot: null }
      : {
          topic: "work",
          slot: /\b(?:blog|podcast|newsletter|channel|club|meetup|group|server)\b/i.test(phrase.rest)
            ? `runs:${thing(phrase.rest)}`
            : "business",
        };
  }),
];

export const TEACH_RULES: readonly Rule[] = [
  on(
    "en/work:job-2",
    /^(?:an? |the )?((?!you|me|him|her|them|us|myself|my|it|that|this|.*\bthis\b)[\w-]+.*)$/i,
    ([, what], phrase) =>
      NOW.has(phrase.time) && what!.length < 80
        ? { topic: "work", slot: "job" }
        : past(phrase) && / (?:at|in|for) /.test(what!)
          ? { topic: "past", slot: null }
          : undefined,
  ),
];

const MEMBERSHIP =
  /\b(?:association|club|society|group|union|league|team|community|gym|church|choir|party|band|server|discord|reddit)\b/i;

export const JOIN_RULES: readonly Rule[] = [
  on(
    "en/work:hobby",
    /^((?:the )?\p{Lu}.*|an? (?:[\w-]+ )*(?:company|startup|firm|team|bank|agency|studio|hospital|school)\b.*)$/u,
    ([, where], phrase) =>
      phrase.time !== "past" && phrase.time !== "perfect"
        ? undefined
        : MEMBERSHIP.test(where!)
          ? { topic: "hobby", slot: `hobby:${thing(withoutDates(where!))}` }
          : {
              topic: "work",
              slot: "employer",
              say: ["work", `at ${withoutDates(where!)}`],
              value: company(where!),
            },
  ),
  on(
    "en/work:hobby-2",
    /^(?:an? |the )?(?:[\w-]+ ){0,3}(gym|choir|band|club|book club|running club|team|orchestra|church|league|group|course|class)\b.*$/i,
    ([match], phrase) =>
      phrase.time === "past" || phrase.time === "perfect"
        ? { topic: "hobby", slot: `hobby:${thing(withoutDates(match))}` }
        : undefined,
  ),
];

const JOB =
  /^(?:my|the|a|his|her|their) (?:[\w-]+ )?(?:job|position|role|post|gig)\b(?: (?:at|with|as|in) (.+))?/i;

/** Quit, left, resigned, lost, was fired: the work that ended. */
export const LEAVE_WORK_RULES: readonly Rule[] = [
  on("en/work:work", JOB, ([, where], phrase) =>
    phrase.time === "past" || phrase.time === "perfect"
      ? {
          topic: "work",
          slot: where === undefined || / as /.test(` ${where}`) ? "job" : "employer",
          affirmed: false,
        }
      : undefined,
  ),
  on("en/work:employer-3", /^(?:from |the company|the firm|my company)(.*)$/i, (_, phrase) =>
    phrase.lemma !== "lose" && (phrase.time === "past" || phrase.time === "perfect")
      ? { topic: "work", slot: "employer", affirmed: false }
      : undefined,
  ),
  on(
    "en/work:employer-4",
    /^\p{Lu}[\p{L}\d.&'-]*(?: \p{Lu}[\p{L}\d.&'-]*)*(?: (?:in|on|last|after|to|because|two|three|a) .*)?$/u,
    (_, phrase) =>
      phrase.lemma !== "lose" && (phrase.time === "past" || phrase.time === "perfect")
        ? { topic: "work", slot: "employer", affirmed: false }
        : undefined,
  ),
];

export const RETIRE_RULES: readonly Rule[] = [
  rule("en/work:retire", (phrase) =>
    phrase.time === "past" || phrase.time === "perfect"
      ? { topic: "work", slot: "job" }
      : phrase.time === "progressive" || phrase.time === "future"
        ? { topic: "plan", slot: "plan:retir" }
        : undefined,
  ),
];

export const GET_WORK_RULES: readonly Rule[] = [
  on(
    "en/work:job-3",
    /^(?:an? |the |my )?(?:(?!about|for|from|with)[\w-]+ ){0,3}?(?:job|position|role|internship|gig)(?: offer)?\b(?: (?:at|with|as|in|from) .+)?$/i,
    ({ 0: match }, phrase) =>
      (phrase.time === "past" || phrase.time === "perfect") && / (?:at|with|as|in|from) /.test(match)
        ? { topic: "work", slot: / as /.test(match) ? "job" : "employer" }
        : undefined,
  ),
  on("en/work:job-4", /^(?:recently |just |finally )?promoted\b/i, () => ({ topic: "work", slot: "job" })),
  on("en/work:employer-5", /^hired (?:at|by|as) /i, () => ({ topic: "work", slot: "employer" })),
  on("en/work:job-5", /^(?:laid off|fired|let go|made redundant|sacked)\b/i, () => ({
    topic: "work",
    slot: "job",
    affirmed: false,
  })),
];

const SUBJECT =
  /^(?:for )?(?!it\b|this\b|that\b|(?:real |so |very |super )?hard\b|like\b|lots\b|a lot\b|for\b|with\b|all\b|every\b|more\b|how\b|what\b|them\b|at\b|the following)(.+)$/i;

export const STUDY_RULES: readonly Rule[] = [
  on("en/work:studies", /^for (.+)$/i, ([, what], { time }) =>
    time === "progressive" &&
    /\b(?:exam|test|degree|bar|certificate|certification|license|finals|ielts|toefl|gre|gmat|sat|phd|master'?s|bachelor'?s|mcat|lsat|cpa|cfa)\b/i.test(
      what!,
    )
      ? { topic: "goal", slot: `studies:${thing(what!)}` }
      : undefined,
  ),
  on("en/work:education", /^at (.+)$/i, (_, phrase) =>
    past(phrase)
      ? { topic: "past", slot: "education" }
      : NOW.has(phrase.time)
        ? { topic: "study", slot: "study" }
        : undefined,
  ),
  on("en/work:education-2", SUBJECT, ([, what], phrase) => {
    if (phrase.modal !== null || what!.length > 90 || phrase.negated) return undefined;
    if (past(phrase)) return { topic: "past", slot: "education" };
    return NOW.has(phrase.time) ? { topic: "study", slot: "study", value: what! } : undefined;
  }),
];

/** "Doing a master's in marine biology", "doing my PhD", "doing yoga". */
export const DO_RULES: readonly Rule[] = [
  on(
    "en/work:education-3",
    /^(?:an?|my|the) (?:[\w-]+ )?(?:master'?s?|bachelor'?s?|ph\.?d\.?|doctorate|degree|mba|internship|apprenticeship|residency|postdoc|a-?levels?|bootcamp|traineeship|major|minor|diploma|certificate)\b.*$/i,
    (_, { time }) =>
      time === "past"
        ? { topic: "past", slot: "education" }
        : time === "progressive" || time === "perfect"
          ? { topic: "study", slot: "study" }
          : undefined,
  ),
  on("en/work:hobby-3", ACTIVITY, ([, what], { time, modal }) =>
    modal === null && time !== "past" ? { topic: "hobby", slot: `hobby:${thing(what!)}` } : undefined,
  ),
];

export const GRADUATE_RULES: readonly Rule[] = [
  rule("en/work:graduate", (phrase) =>
    phrase.time === "past" || phrase.time === "perfect" ? { topic: "past", slot: "education" } : undefined,
  ),
];

export const ATTEND_RULES: readonly Rule[] = [
  on(
    "en/work:education-4",
    /\b(?:university|college|school|institute|academy|uni|mit|ucla|harvard|stanford|oxford|cambridge|yale)\b/i,
    (_, phrase) =>
      past(phrase)
        ? { topic: "past", slot: "education" }
        : NOW.has(phrase.time)
          ? { topic: "study", slot: "study" }
          : undefined,
  ),
];

export const BECOME_TRADE: Rule = rule("en/work:become", (phrase) =>
  namesTrade(phrase.rest) && (phrase.time === "past" || phrase.time === "perfect")
    ? { topic: "work", slot: "job" }
    : undefined,
);

/** "I earn 3000 a month", "I make 60k a year": one salary, whatever the verb. */
export const EARN_RULES: readonly Rule[] = [
  on(
    "en/work:contact",
    /^(?:about |around |roughly |only |over |almost )?[$€£¥]? ?\d[\d.,]*k?(?: ?[$€£¥]| (?:dollars|euros|bucks|pounds|usd|eur|gbp|yuan|rmb|grand))?(?: (?:net|gross|before taxe?s?|after taxe?s?))?(?: (?:an?|per|each|every) (?:month|year|hour|week|day)| ?\/ ?(?:month|mo|year|yr|hour|h|week)| annually| monthly| yearly)(?: .{0,30})?$/i,
    (_, { time, modal, negated }) =>
      modal === null && time === "present" && !negated
        ? { topic: "contact", slot: thing("salary") }
        : undefined,
  ),
];
