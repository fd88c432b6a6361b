/** A part of a decision's reason: a stable code, and the words and numbers that stand in its sentence. */
export interface Reason {
  readonly code: ReasonCode;
  readonly values: Readonly<Record<string, string>>;
}

/**
 * The sentences of reasons, as the decision log keeps them, by their codes. `{name}` stands for a value; `{reason}` for
 * another sentence. Where two fit, the first counts.
 */
export const REASONS = {
  // The gate.
  accepted: "accepted",
  manual: "every write waits for approval",
  typeWaits: "the type {type} waits for approval",
  shadowMode: "the policy is in shadow mode",
  writesOff: "writePolicy.enable is off",
  typeRefused: "the type {type} is not allowed",
  quarantined: "quarantined: it {sign}",
  imported: "it was imported, and waits for approval",
  roleNeedsWord: "only a {role} said so, and a {type} needs the user's own word",
  needsWord: "a {type} needs the user's own word",
  power: "it gives somebody power in the group, and waits for approval",
  hearsay: "somebody else said so, and it waits for approval",
  consent: "it tells {field}, which needs consent",
  sends: "it tells the bot to send something somewhere, and waits for approval",
  binds: "it would bind the others of the group, and waits for approval",
  hidden: "it holds hidden text, and waits for approval",
  stronger: "a stronger source says otherwise",
  onlyOther: "only somebody else said so",
  onlyRole: "only the {role} said so",
  confidence: "confidence {confidence} is below {least}",
  evidence: "{count} of {least} pieces of evidence",
  limit: "{count} of {most} writes in this {span}",
  full: "the scope holds {most} memories that matter more",
  forgottenLater: "it was forgotten after it was said",
  forgottenOthers: "it was forgotten, and this is not the user's word",
  secret: "passwords, codes and card numbers are not kept, even when asked to",
  // What a claim meets.
  new: "nothing like it is known",
  weaker: "{reason}, but from a weaker source",
  like: "like a known one, but {reason}",
  correctionUnsure: "a correction, but of nothing that is known for sure",
  correctionWeaker: "a correction from a weaker source: {reason}",
  correction: "said as a correction: {reason}",
  until: "that holds until it begins",
  disabled: "an operator disabled it",
  wasForgotten: "it was forgotten",
  was: "it was {status}",
  sameKey: "the same key",
  sameText: "the same text",
  sameWords: "the same words or their synonyms",
  sameWordsOther: "the same words, but not the same thing to the embedder",
  modelContradicts: "a model says they contradict",
  modelAdds: "a model says that it adds to it",
  modelSame: "a model says they are one",
  cosine: "a cosine of {cosine}",
  slotDenied: "the same {slot} is denied",
  slotOtherValue: "the same {slot}, another value",
  slotOtherTime: "the same {slot}, at another time",
  slotSameValue: "the same {slot}, the same value",
  slot: "the same {slot}: {reason}",
  asked: "asked to remember",
  keyNew: "its key is new",
  keyWas: "its key was {status}",
  tooLong: "too long to compare",
  tooLittle: "says too little to compare",
  trade: '"{a}" and "{b}" trade places',
  onlyOneSays: "only one says {words}",
  oneAdds: "one adds {words}",
  oneIsNot: "one is not {words}",
  otherRelation: '"{word}" stands in another relation',
  opposite: '"{a}" is the opposite of "{b}"',
  narrower: "a denial of something narrower",
  denies: "one denies the other",
  ended: "what has ended has been",
  otherDenied: "another part is denied",
  beNotHave: 'to be "{word}" is not to have it',
  undergo: "to do is not to undergo",
  thenNow: "then is not now",
  alsoSays: "it also says {words}",
  knownSays: "the known one also says {words}",
  otherTime: "another time",
  isNot: "{a} is not {b}",
  // Why nothing was kept.
  noWords: "no words",
  assistant: "an assistant's words",
  tool: "a tool's words",
  system: "a system message",
  ownBlock: "nothing but words that Memoir put there itself, or the bot's own",
  nobody: "nobody is known to have said it",
  smallTalk: "small talk",
  question: "a question",
  notAsked: "nobody asked to remember it",
  notWorth: "nothing that the model found worth keeping",
  tooMany: "one message says more than {most} things",
  tooManyFacts: "more than {most} facts were proposed",
  noMoreFacts: "its message yields no more facts",
  forget: "the user asked to forget it",
  by: "by {actor}",
} as const;

export type ReasonCode = keyof typeof REASONS | "other";

interface Template {
  readonly code: keyof typeof REASONS;
  /** What stands before, between and behind the values. */
  readonly literals: readonly string[];
  readonly names: readonly string[];
}

const TEMPLATES: readonly Template[] = Object.entries(REASONS).map(([code, sentence]) => ({
  code: code as keyof typeof REASONS,
  literals: sentence.split(/\{\w{1,20}\}/),
  names: [...sentence.matchAll(/\{(\w{1,20})\}/g)].map(([, name]) => name!),
}));

/** The codes of a reason as it is logged; a sentence that is none of ours is `other`, with its `text`. */
export function reasonsIn(reason: string): Reason[] {
  return reason === "" ? [] : partsOf(reason).flatMap(reasonOf);
}

/** Sentences are joined by semicolons; one in quotation marks is somebody's word. */
function partsOf(reason: string): string[] {
  const parts: string[] = [];
  let from = 0;
  let isQuoted = false;
  for (let i = 0; i < reason.length; i += 1) {
    if (reason[i] === '"') isQuoted = !isQuoted;
    if (isQuoted || !reason.startsWith("; ", i)) continue;
    parts.push(reason.slice(from, i));
    from = i + 2;
  }
  return [...parts, reason.slice(from)];
}

function reasonOf(sentence: string): Reason[] {
  for (const template of TEMPLATES) {
    const values = valuesIn(template, sentence);
    if (values === null) continue;
    const { reason, ...rest } = values;
    const head: Reason = { code: template.code, values: rest };
    return reason === undefined ? [head] : [head, ...reasonOf(reason)];
  }
  return [{ code: "other", values: { text: sentence } }];
}

/** `null`: the sentence is not of this template. */
function valuesIn({ literals, names }: Template, sentence: string): Record<string, string> | null {
  const [first = "", ...others] = literals;
  if (!sentence.startsWith(first)) return null;
  const values: Record<string, string> = {};
  let at = first.length;
  for (const [i, literal] of others.entries()) {
    const isLast = i === others.length - 1;
    const end = isLast ? sentence.length - literal.length : sentence.indexOf(literal, at);
    if (end <= at || !sentence.startsWith(literal, end)) return null;
    values[names[i]!] = sentence.slice(at, end);
    at = end + literal.length;
  }
  return at === sentence.length ? values : null;
}
