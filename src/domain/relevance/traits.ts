/**
 * What kind of thing a text holds or a question asks for, as bits, read once when the text is indexed. They are
 * surface marks, not grammar: a question that asks when is answered by a line that names a time more often than not.
 */
export const TRAIT = {
  /** Names a time: a date, a weekday, "last week", 昨天. */
  time: 1,
  /** Holds a number, in digits or words. */
  number: 2,
  /** Says where: a preposition of place before a capital, 在…市. */
  place: 4,
  /** Names somebody or something: a capital inside a sentence. */
  name: 8,
  /** Gives a reason: because, 因为. */
  reason: 16,
  /** Speaks of the speaker: I, my, 我. */
  self: 32,
} as const;

const TIME =
  /\b(?:yesterday|today|tonight|tomorrow|ago|since|weekend|last (?:night|week|month|year|spring|summer|fall|winter)|next (?:week|month|year|summer)|this (?:week|month|year|morning|summer)|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|(?:19|20)\d\d|\d{1,2}(?:st|nd|rd|th)|\d{1,2} ?(?:am|pm)|years?|months?|weeks?|days?|hours?|minutes?)\b|\bMay\b|[昨今明前后]天|[去今明前]年|[上下这本]个?[周月]|周[一二三四五六日末]|星期|\d[年月日号点]|[一二三四五六七八九十][月点]/i;
const NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|twenty|thirty|forty|fifty|hundred|thousand|couple|few|several|once|twice|both)\b|[一二两三四五六七八九十百千万]/i;
const PLACE =
  /\b(?:in|at|from|to|near|around|visit(?:ed|ing)?|live[sd]?) (?:the )?[A-Z][a-z]|\b(?:home|city|town|country|beach|park|street|store|shop|cafe|restaurant|school|university|gym|museum|office|church|lake|mountains?|hotel|downtown|studio|abroad)\b|[在去到].{0,8}[省市县区镇村路街店馆园厦院校]|地点|地址|住在/;
const NAME = /[a-z,;:] "?[A-Z][a-z]+|"[^"]{2,60}"|《|叫|名字|姓名/;
const REASON =
  /\b(?:because|since|so that|due to|inspired|motivated|reason|that's why|in order to)\b|因为|由于|为了|原因/i;
const SELF = /\b(?:I|I'm|I've|I'd|I'll|my|me|we|our|mine)\b|[我咱俺]/i;

/** The traits of a stored text. The long ones are read by their beginning and end only: these marks repeat. */
export function textTraits(text: string): number {
  const read = text.length > LONGEST ? `${text.slice(0, LONGEST - 400)} ${text.slice(-400)}` : text;
  const straight = read.includes("’") ? read.replaceAll("’", "'") : read;
  return (
    (TIME.test(straight) ? TRAIT.time : 0) |
    (NUMBER.test(straight) ? TRAIT.number : 0) |
    (PLACE.test(straight) ? TRAIT.place : 0) |
    (NAME.test(straight) ? TRAIT.name : 0) |
    (REASON.test(straight) ? TRAIT.reason : 0) |
    (SELF.test(straight) ? TRAIT.self : 0)
  );
}

const LONGEST = 2_000;
