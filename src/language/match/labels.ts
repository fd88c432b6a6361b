/** A number that only tells one thing from the next: "task 2", "Flight LH123", "the second claim", 第二条. */
const LABEL =
  /(?<![\p{L}\p{N}_])(?!(?:is|are|am|was|were|be|been|at|of|to|in|on|for|about|around|only|just|over|under|than|costs?|weighs?|owes?|earns?|pays?|has|have|had|turns?|turned|aged?|every|until|by|and|or|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b)[\p{L}]+[ -]?#?\d+(?=$|\s+\d|[\s]*[:,.;)（，。：]|\s+(?:of|about|for|in|at|on|to|is|was|from)\b)|#\d+|\b[A-Z]{2,}-?\d+\b|(?<![\p{L}\p{N}_])\p{L}+\d+(?:[-–/]\d+)+/iu;
const PLACE =
  /\b(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)\s+\p{L}|第[一二三四五六七八九十\d]+[个条件项次章步]/iu;

/** Whether a claim names one of several by its number: another number is then another thing, not news about this one. */
export function isLabelled(text: string): boolean {
  return LABEL.test(text) || PLACE.test(text);
}
