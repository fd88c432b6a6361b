import { rule, thing } from "../../shared/claim.ts";
import { withoutDates } from "../resolve-dates.ts";
import { on, type Rule } from "./claim.ts";
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
];

/** "Acme as a designer" → "Acme". */
function company(where: string): string {
  return where.replace(/,? (?:as|in|on|for|since|doing|and|now|but|with)\b.*/i, "");
}

export const TEACH_RULES: readonly Rule[] = [
  on(
    "en/work:teach",
    /^(?:an? |the )?((?!you|me|him|her|them|us|myself|my|it|that|this|.*\bthis\b)[\w-].*)$/i,
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
    "en/work:join",
    /^((?:the )?\p{Lu}.*|an? (?:[\w-]+ ){0,4}(?:company|startup|firm|team|bank|agency|studio|hospital|school)\b.*)$/u,
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

const SUBJECT =
  /^(?:for )?(?!it\b|this\b|that\b|(?:real |so |very |super )?hard\b|like\b|lots\b|a lot\b|for\b|with\b|all\b|every\b|more\b|how\b|what\b|them\b|at\b|the following)(.+)$/i;

export const STUDY_RULES: readonly Rule[] = [
  on("en/work:study", SUBJECT, ([, what], phrase) => {
    if (phrase.modal !== null || what!.length > 90 || phrase.negated) return undefined;
    if (past(phrase)) return { topic: "past", slot: "education" };
    return NOW.has(phrase.time) ? { topic: "study", slot: "study", value: what! } : undefined;
  }),
];
