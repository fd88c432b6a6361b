/**
 * Why a line is in the block of a question or not, as a stable code, with its English sentence. `{name}` stands for one
 * of the verdict's values.
 */
const VERDICTS = {
  shown: "It is in the block.",
  // What was found and left out.
  floor: "Its relevance, {relevance}, is below the floor of {floor}.",
  gate: "The question needs no memory, so only the lines of every prompt are given.",
  category: "Its category has all the lines it may have.",
  type: "Its type has all the lines it may have.",
  repeats: "A line of the block says the same.",
  items: "Lines that answer better took all {most} places.",
  tokens: "Lines that answer better used up the token budget.",
  // What was not found.
  unrelated: "It shares neither words nor meaning with the question.",
  unembedded: "It has no vector yet, and shares no word with the question.",
  outranked: "Many other lines are nearer to the question; it was not looked at more closely.",
  unasked: "Nothing in particular was asked, and messages are quoted only where they answer.",
  person: "It is about somebody else than the question.",
  wish: "It is another member's wish, which binds only them.",
  // What must not be shown.
  pending: "It waits for review.",
  shadow: "It is in shadow: kept, but not used yet.",
  archived: "It is archived.",
  disabled: "It is disabled.",
  expired: "It has expired.",
  replaced: "Another memory replaced it.",
  forgotten: "Somebody asked to forget it.",
  erased: "Its words are erased.",
  changed: "Its author has said something else since.",
  kind: "Its kind is given only when it is asked for by name.",
  strength: "Its strength, {strength}, is below the least of {least}.",
  confidence: "Its confidence, {confidence}, is below the least of {least}.",
  categories: "Its category is not among those that may be shown here.",
  filter: "The filters of the request leave it out.",
  otherTime: "It was not known, or not true, at that time.",
  source: "The request does not look there.",
  quotesOff: "The policy quotes no messages.",
  // What cannot be quoted of a message.
  notUsers: "Only users' own messages are quoted.",
  question: "It only asks something.",
  empty: "It tells too little to be quoted.",
  foreign: "It holds no statement in its author's own words.",
  short: "One word by itself tells nothing.",
  twin: "A memory says what it says.",
  order: "It tells the bot what to do towards others in the group.",
  left: "The model that read it kept nothing of it, and it does not answer well.",
  held: "What was remembered of it is held back, disabled or forgotten.",
  degraded: "The recall was incomplete: {reason}.",
} as const;

export type VerdictCode = keyof typeof VERDICTS;
export const VERDICT_CODES = Object.keys(VERDICTS) as [VerdictCode, ...VerdictCode[]];

/** Why a line is there or not. */
export interface Verdict {
  readonly code: VerdictCode;
  /** The same in English. */
  readonly text: string;
  /** The numbers and names of the sentence; `memory`: the id of the memory that it speaks of. */
  readonly values: Readonly<Record<string, string | number>>;
}

export function verdict(code: VerdictCode, values: Verdict["values"] = {}): Verdict {
  const text = VERDICTS[code].replaceAll(/\{(\w{1,20})\}/g, (whole, name: string) =>
    String(values[name] ?? whole),
  );
  return { code, text, values };
}

/** A number of a verdict, as people read it. */
export function shownShare(share: number): number {
  return Math.round(share * 100) / 100;
}
