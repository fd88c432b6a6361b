import { OCCASION } from "./lexicon.ts";

/** What has one value at a time, so that "the new one" or "it moved to" tells the value. */
const NOUN = `(?:(?:[\\w'-]+ ){0,3}?(?:${OCCASION}|deadline|due date|start date|launch|release|(?:phone |mobile |cell )?number|e-?mail(?: address)?|address|rent|salary|pay|wage|budget|major|username|handle|weight|time zone|schedule|shift|hours|mortgage|favou?rite [\\w ]{2,20}?|goal|job title|title|role|position|pronouns|surname|last name|nickname|shoe size))`;
const HAS = "(?:(?:has|have|had|is|was|were|got|just|been|now|again) )*";
const MOVED =
  "(?:pushed|moved|postponed|rescheduled|bumped|shifted|slipped|delayed|brought forward|put off|changed|switched|updated|gone (?:up|down)|went (?:up|down)|increased|raised|dropped|reduced|lowered|cut|extended)(?: (?:back|up|forward|out|down|over|again))*";
const TO = "(?:from .{1,30}? )?(?:to|until|till) (.+)$";

const IT_MOVED = new RegExp(`^((?:my|our|the) )?(${NOUN}) ${HAS}${MOVED} ${TO}`, "i");
const THEY_MOVED = new RegExp(
  `^(?:they|we|I|he|she|my \\w+|the [\\w ]{2,20}?) ${HAS}(?:had to )?(?:pushed|push|moved|move|postponed|rescheduled|reschedule|shifted|delayed|bumped|changed|change|switched|updated) ((?:my|our|the) )(${NOUN})(?: (?:back|up|forward|out))? ${TO}`,
  "i",
);
const NEW_ONE = new RegExp(
  `^(?:(?:I|we) (?:have|got|have got) an? |(?:here|this) is (?:my|our|the) |the |my |our )?new (${NOUN})(?:,|, it is) (.*[\\d@].*)$`,
  "i",
);
const WEIGHS =
  /^(?:I am )?(?:(?:now|finally|already|currently) )*(?:down|up) to (\d+(?:[.,]\d+)? ?(?:kg|kilos?|lbs?|pounds|stone))\b.*$/i;
const CHANGES = new RegExp(
  `^(?:(?:I|we) (?:have|got|have got) )?(?:an? |my |our |the )?new (${NOUN})$|^(?:my|our|the) (${NOUN}) ${HAS}(?:changed|moved|different|new|rescheduled|postponed)(?: (?:now|again))*$`,
  "i",
);
const VALUE = /^(?:(?:it|that) is |now |it is now )+(.+)$|^(.*[\d@].*)$/i;

/** A change told as what is so since: "the airline moved my flight to 1 July" → "my flight is 1 July". */
export function asSettled(text: string): string | undefined {
  const weighs = WEIGHS.exec(text);
  if (weighs !== null) return `I weigh ${weighs[1]!}`;
  const moved = IT_MOVED.exec(text) ?? THEY_MOVED.exec(text);
  if (moved !== null) return `${moved[1] ?? "the "}${moved[2]!} is ${moved[3]!}`;
  const fresh = NEW_ONE.exec(text);
  return fresh === null ? undefined : `my ${fresh[1]!} is ${fresh[2]!}`;
}

/** "My favourite colour changed", "new number": what the next clause gives the value of. */
export function changesWhat(text: string): string | undefined {
  const match = CHANGES.exec(text);
  return match?.[1] ?? match?.[2];
}

/** "It's blue now", after that. */
export function withValue(noun: string, text: string): string | undefined {
  const match = VALUE.exec(text);
  const value = match?.[1] ?? match?.[2];
  return value === undefined ? undefined : `my ${noun} is ${value}`;
}
