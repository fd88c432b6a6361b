import { rule, thing } from "../../shared/claim.ts";
import { regex } from "../../shared/words.ts";
import { withoutDates } from "../resolve-dates.ts";
import { type Claim, on, type VerbRules } from "./claim.ts";
import { RELATION } from "./lexicon.ts";
import type { Phrase } from "./phrase.ts";

const COUNTRIES_WITH_THE =
  /^the (?:us|usa|u\.s\.|uk|u\.k\.|states|united|netherlands|philippines|czech|bahamas|maldives|uae|bay area|midwest|south|north|east|west|balkans|caribbean|countryside|suburbs|city|coast|mountains|village|highlands|algarve|bronx|hague|outskirts|centre|center|dominican)\b/i;
/** Words after "from" or "in" that name no place. */
const NOT_PLACE =
  /^(?:an?|the|my|our|your|his|her|their|this|that|these|those|what|where|when|how|here|there|it|you|me|him|them|now|then|scratch|home|work|today|yesterday|tomorrow|experience|memory|time|reading|fear|peace|hope|denial|pain|love|bed|hell|heaven|sin|harmony|poverty|squalor|constant|total|complete|one|two|three|four|five|some|any|all|every|each|no|both|such|general|fact|person|public|private|trouble|between|among|different|various|another|other|many|most|more|several|certain|luxury|comfort|style|truth|reality|interesting|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|spring|summer|autumn|fall|winter|[12]\d{3}|\d+)\b/i;

/** Whether words name a town or a country, as far as words alone can tell: no article, or one that belongs there. */
export function isPlace(words: string): boolean {
  const place = words.trim();
  if (place === "" || place.length > 80) return false;
  return COUNTRIES_WITH_THE.test(place) || !NOT_PLACE.test(place);
}

/** "A small flat near the station": how somebody lives rather than where. */
const DWELLING =
  /^(?:an?|the|my|our|one|two|three|some) (?:[\w'-]+ ){0,4}?(?:apartment|flat|house|studio|condo|cabin|cottage|farm|town|city|village|suburb|neighbou?rhood|island|basement|dorm|room|place|houseboat|van|camper|mobile home|trailer|building|floor|high-rise|townhouse|loft|duplex|bungalow|area|region|country)\b/i;

/** The town in "a small flat in Oslo", if one is named. */
function townOf(words: string): string | undefined {
  const match =
    /\b(?:in|near|outside(?: of)?) ((?:the )?\p{Lu}[\p{L}.'-]*(?:,? \p{Lu}[\p{L}.'-]*){0,4})/u.exec(words);
  return match?.[1];
}

const NAMED_COMPANY = regex.u` (?:together )?with (?:my|our) ${RELATION},? \p{Lu}[\p{L}-]+$`;
const SINCE =
  /\b(?:in|since|around|on|last|this|a|two|three|\d+) .{0,60}?(?:\d|week|month|year|spring|summer|autumn|fall|winter|january|february|march|april|may|june|july|august|september|october|november|december)\b.*|\byesterday$/i;

/** "Oslo with my wife" → "Oslo". */
function placeOnly(where: string): string {
  return where.replace(/,? (?:with|for|since|near|because|now|in|on|at|and)\b.*/i, "");
}

const TO =
  /^(?:(?:back|over|out|away|house|here|down|up|again|recently|just) ){0,4}(?:from [^,]{1,60}? )?(?:(?:all the way|back|over|down|up|out) )?(?:to|into) ([^,]+)$/i;

const CHILDHOOD =
  /\b(?:when|while) (?:I|he|she|we|they) (?:was|were)\b|\bas an? (?:kid|child|teenager|baby|student)\b/i;

function planned(what: string): Claim {
  return { topic: "plan", slot: `plan:${thing(what)}` };
}

function isAhead({ time, modal }: Phrase): boolean {
  return (
    time === "future" ||
    time === "progressive" ||
    (time === "modal" && /^(?:have to|need to|must)$/.test(modal ?? ""))
  );
}

/** "Moved to Berlin" and not "moved to tears": a capital, or a speaker who uses none. */
function looksLikeTown(place: string, { rest }: Phrase): boolean {
  return (
    /^(?:the )?[\p{Lu}\p{sc=Han}]/u.test(place) ||
    (rest === rest.toLowerCase() &&
      place.split(" ").length <= 2 &&
      !/^(?:tears|bed|another|next|plan|new|something|step|page|part|production|trash)\b/.test(place))
  );
}

/** "In May" → "May", so that "since" can stand before it. */
function sinceWhen(words: string): string {
  return words.trim().replace(/^(?:in|on|around|since) /i, "");
}

const NOT_WORKPLACE =
  /^(?:it|this|that|these|those|the moment|the same|night|you|your|them|me|him|her|free|hours|\d+ (?:hours|days|weeks|months|years)|(?:an?|the|over|more|about|almost|many|several|two|three|four|five|six|ten) (?:\w+ )?(?:hours?|days?|weeks?|months?|years?|while|time|long)|some time|ages|now|what|which|how|something|nothing|everyone|anything|my (?:goals?|favor|life)|a living|good|ever|sure|the (?:time|week|day|rest))\b/i;

const NOW = new Set(["present", "progressive", "perfect"]);

/** "Acme as a designer" → "Acme". */
function company(where: string): string {
  return where.replace(/,? (?:as|in|on|for|since|doing|and|now|but|with)\b.*/i, "");
}

const MEMBERSHIP =
  /\b(?:association|club|society|group|union|league|team|community|gym|church|choir|party|band|server|discord|reddit)\b/i;

const SUBJECT =
  /^(?:for )?(?!it\b|this\b|that\b|(?:real |so |very |super )?hard\b|like\b|lots\b|a lot\b|for\b|with\b|all\b|every\b|more\b|how\b|what\b|them\b|at\b|the following)(.+)$/i;

const EMPLOYER = /^(?:an?|another|the) .*\b(?:startup|company|firm|team|bank|agency|start-up|competitor)$/i;

/** Where somebody lives, works and studies, by the verb. */
export const LIVING_RULES: VerbRules = {
  "live reside": on(
    "en/home:live",
    /^(?:and (?:work|study) |full-time |right |just ){0,4}(?:in|at|near|around|outside(?: of)?|on|by|close to|next to) (.+)$/i,
    ([, where], phrase) => {
      if (phrase.time === "past") return { topic: "past", slot: null };
      if (DWELLING.test(where!)) {
        const town = townOf(where!);
        if (town === undefined) return { topic: "home", slot: "dwelling" };
        return { topic: "home", slot: "home", value: town };
      }
      const near = /^(?:the|an?) [\p{Ll} -]{3,24} (?:in|of) (\p{Lu}[\p{L} '-]*)$/u.exec(where!)?.[1];
      if (near !== undefined) return { topic: "home", slot: "home", value: near };
      if (!isPlace(where!) || /^(?:fear|hope|the moment|the past|peace)/i.test(where!)) return undefined;
      const company = NAMED_COMPANY.exec(phrase.rest);
      const rest = company === null ? phrase.rest : phrase.rest.slice(0, company.index);
      return {
        topic: "home",
        slot: "home",
        value: placeOnly(where!),
        ...(company === null ? {} : { say: ["live", rest] as const }),
      };
    },
  ),
  /** "Moved from Oslo to Berlin in May": the new home, and since when. */
  "move relocate": on("en/home:move", TO, ([, to], phrase) => {
    const words = to!.replace(/ (?:from|for|because|with|where|so|after|due|when|as|at) .*/i, "");
    const since = SINCE.exec(words);
    const place = (since === null ? words : words.slice(0, since.index)).trim();
    if (EMPLOYER.test(place) && !isAhead(phrase))
      return { topic: "work", slot: "employer", say: ["work", `at ${place}`], value: place };
    if (DWELLING.test(place))
      return isAhead(phrase) ? planned("moving") : { topic: "home", slot: "dwelling" };
    if (!isPlace(place) || !looksLikeTown(place, phrase)) return undefined;
    if (isAhead(phrase)) return planned("move");
    if (CHILDHOOD.test(phrase.rest)) return { topic: "past", slot: null };
    if (phrase.negated) return undefined;
    if (phrase.time === "past" && since !== null && /\b(?:19\d\d|when|as a)\b/.test(since[0]))
      return { topic: "past", slot: null };
    return {
      topic: "home",
      slot: "home",
      say:
        since === null ? ["live", `in ${place}`] : ["have", `lived in ${place} since ${sinceWhen(since[0])}`],
      value: place,
    };
  }),
  /** "Renting a flat in Leeds." */
  rent: on("en/home:rent", /^an? .*(?:apartment|flat|room|house|studio|place)\b/i, ({ input }, { time }) =>
    time === "past" ? undefined : { topic: "home", slot: / in \p{Lu}/u.test(input) ? "home" : "dwelling" },
  ),
  work: [
    on("en/work:employer", /^(?:[\w-]+ ){0,3}?(?:at|for) (.+)$/i, ([, where], phrase) => {
      if (
        /^(?:on|in|as|towards?|from|to|it|out)\b/i.test(phrase.rest) &&
        !/^(?:as|in) .* (?:at|for) /i.test(phrase.rest)
      )
        return undefined;
      if (NOT_WORKPLACE.test(where!)) return undefined;
      if (phrase.time === "past") return { topic: "past", slot: null };
      return NOW.has(phrase.time) ? { topic: "work", slot: "employer", value: company(where!) } : undefined;
    }),
    on("en/work:job", /^(?:[\w-]+ ){0,2}?as (?:an? |the |one of )?(.+)$/i, ([, what], phrase) => {
      if (/^(?:hard|soon|long|expected|intended|well|a team|usual|if|though)/i.test(what!)) return undefined;
      return phrase.time === "past"
        ? { topic: "past", slot: null }
        : NOW.has(phrase.time)
          ? { topic: "work", slot: "job", value: what! }
          : undefined;
    }),
  ],
  teach: on(
    "en/work:teach",
    /^(?:an? |the )?((?!you|me|him|her|them|us|myself|my|it|that|this|.*\bthis\b)[\w-].*)$/i,
    ([, what], phrase) =>
      NOW.has(phrase.time) && what!.length < 80
        ? { topic: "work", slot: "job" }
        : phrase.time === "past" && / (?:at|in|for) /.test(what!)
          ? { topic: "past", slot: null }
          : undefined,
  ),
  join: on(
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
  retire: rule("en/work:retire", (phrase) =>
    phrase.time === "past" || phrase.time === "perfect"
      ? { topic: "work", slot: "job" }
      : phrase.time === "progressive" || phrase.time === "future"
        ? { topic: "plan", slot: "plan:retir" }
        : undefined,
  ),
  study: on("en/work:study", SUBJECT, ([, what], phrase) => {
    if (phrase.modal !== null || what!.length > 90 || phrase.negated) return undefined;
    if (phrase.time === "past") return { topic: "past", slot: "education" };
    return NOW.has(phrase.time) ? { topic: "study", slot: "study", value: what! } : undefined;
  }),
};
