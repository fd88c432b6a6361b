import type { Candidate, SourceEvent } from "../../domain/candidate.ts";
import { factKey } from "../../domain/key.ts";
import { ALIAS, taggedWith } from "../../domain/memory.ts";
import { NOT_KEPT, type Redacted, redact } from "../../domain/redact/redact.ts";
import { withoutInjected } from "../../domain/without-injected.ts";
import { readDate } from "../../language/languages.ts";
import type { ModelCaller } from "../../models/language/call.ts";
import { giveWay } from "../../runtime/yield.ts";
import { type Extracted, type ExtractInput, type Forget, NOTHING_READ } from "../tools/extractor.ts";
import { checkAll } from "./check.ts";
import { sourceFinder } from "./find-source.ts";
import { askForFacts, type ExtractionPrompt, extractionPrompt, PROMPT_HASH } from "./prompt.ts";
import { choose, propose, type SourcedFact } from "./propose.ts";
import { type Fact, type Retraction, slotOf, tagsOf } from "./schema.ts";
import { subjectOf, withOwnNames } from "./subject.ts";

/** A turn of more characters than this may hold many facts. */
const LONG_TURN = 400;
/** Maximum facts from another turn. */
const FEW = 5;
/** About what one fact costs in an answer, so that no more are asked for than fit. */
const TOKENS_PER_FACT = 75;

/** Which messages of a user may yield several facts. */
export interface MultiFact {
  /** Those of more characters than this; 0 = all. */
  readonly above: number;
  /** From this confidence on further facts of a shorter one are kept too. */
  readonly confidence: number;
}

export interface ExtractWithModelInput extends Omit<ExtractInput, "from" | "maxPerTurn" | "signal"> {
  /** Messages before this position are there to understand the others by, and yield nothing. Default: 0. */
  readonly from?: number;
  /** The preset's own categories. Default: the built-in ones. */
  readonly categories?: readonly string[];
  readonly multiFact: MultiFact;
  readonly maxCandidates: number;
  /** The language to write in, as a person names it. Default: that of the words. */
  readonly language?: string;
  /** The settings' own patterns of what must not be stored. Default: none. */
  readonly denyPatterns?: readonly string[];
  /** One call, whatever the answer: nothing is asked for again, and no sentence is put right. Default: false. */
  readonly once?: boolean;
  /** The model tells importance in a word: high, medium or low. Default: false. */
  readonly inWords?: boolean;
  /** The model gives each fact a key. Default: false. */
  readonly keys?: boolean;
  /** Tokens that the known memories may have in the prompt. Default: what else there is leaves room for. */
  readonly knownTokens?: number;
}

/** A refusal's `source` is the message as far as that is known, else the last one read. */
export interface ExtractedWithModel extends Extracted {
  /** How many sentences were held against the rules, passed at once, and passed when put right. */
  readonly checked: number;
  readonly firstPass: number;
  readonly repaired: number;
  /** The messages of which the model saw only the beginning and the end. */
  readonly shortened: readonly number[];
}

/**
 * Takes claims from what was said with a language model: one call, one more when its answer was cut off, and one more
 * for sentences that break the rules.
 * Nothing a model says is taken on its word: what it proposes must come from words that were said, by somebody
 * who may say it. Fails as the model does, so that the events stay pending.
 */
export async function extractWithModel(
  model: ModelCaller,
  uncheckedInput: ExtractWithModelInput,
  signal?: AbortSignal,
): Promise<ExtractedWithModel> {
  const input = {
    ...uncheckedInput,
    sourceEvents: uncheckedInput.sourceEvents.map(withoutOurs),
    from: uncheckedInput.from ?? 0,
  };
  const { tenant, sourceEvents, from, knownMemories, subjects = [], categories = [], now, language } = input;
  const { once = false, inWords = false, keys = false, knownTokens } = input;
  const limit = limitOf(input, model.settings.maxOutputTokens);
  const { multiFact } = input;
  const prompt = {
    ...{ sourceEvents, from, knownMemories, subjects, categories, now, limit, language },
    ...{ inWords, keys, knownTokens, multiFact },
  };
  const question = extractionPrompt(prompt);
  const { positions, shortened } = question.transcript;
  if (limit < 1 || ![...positions].some((position) => position >= from)) return NOTHING;

  const answer = await askForFacts(model, tenant, { ...question, signal, once, inWords });
  const refused: { text: string; problem: string; source: number }[] = [];
  const plain = (text: string): Redacted => redact(text, input.denyPatterns ?? []);
  const refuse: Refuse = (text, problem, source) =>
    void refused.push({ text: plain(text).text, problem, source: source ?? Math.max(...positions) });

  const proposals = await sourcedFacts(answer.facts, input, positions, refuse);
  const { selection: several, rest } = choose(proposals, limit);
  for (const { fact, position } of rest)
    refuse(fact.text, `more than ${limit} facts were proposed`, position);
  const single = several.filter(oneOfShort(several, sourceEvents, multiFact));
  for (const { fact, position } of several.filter((one) => !single.includes(one)))
    refuse(fact.text, "its message yields no more facts", position);

  const { sentences, firstPass, repaired } = await checkAll(model, input, single, signal);
  const inputWithNames = { ...input, aliases: withOwnNames(namesGiven(single, input), input) };
  const candidates: Candidate[] = [];
  for (const [i, proposal] of single.entries()) {
    const sentence = sentences[i]!;
    if (!sentence.ok) refuse(proposal.fact.text, sentence.problem, proposal.position);
    else if (plain(sentence.text).count > 0) refuse(sentence.text, NOT_KEPT, proposal.position);
    else candidates.push(candidateOf(proposal, sentence.text, inputWithNames, question));
  }
  return {
    candidates,
    forget: retractions(answer.forget, input, question),
    checked: single.length,
    firstPass,
    repaired,
    refused,
    model: answer.model,
    promptHash: PROMPT_HASH,
    complete: once || (answer.complete && (rest.length === 0 || multiFact.above > 0)),
    cutOff: !answer.complete,
    shortened,
  };
}

type Refuse = (text: string, problem: string, source?: number) => void;

/** The facts of an answer that come from new messages; the others are refused. */
async function sourcedFacts(
  facts: readonly Fact[],
  { sourceEvents, from }: { readonly sourceEvents: readonly SourceEvent[]; readonly from: number },
  shownPositions: ReadonlySet<number>,
  refuse: Refuse,
): Promise<SourcedFact[]> {
  const findSource = sourceFinder(sourceEvents, shownPositions);
  const proposals: SourcedFact[] = [];
  for (const fact of facts) {
    await giveWay();
    const proposal = propose(fact, sourceEvents, findSource, from);
    const sourcePosition = (fact.source ?? 0) - 1;
    const position =
      typeof proposal === "object"
        ? proposal.position
        : shownPositions.has(sourcePosition)
          ? sourcePosition
          : undefined;
    // The earlier messages were read when they were new.
    if (position !== undefined && position < from) continue;
    if (typeof proposal === "string") refuse(fact.text, proposal, position);
    else proposals.push(proposal);
  }
  return proposals;
}

/** What Memoir put there is no source. Of the same length, so that a span in it is a span in the event. */
function withoutOurs(sourceEvent: SourceEvent): SourceEvent {
  return { ...sourceEvent, text: withoutInjected(sourceEvent.text).text };
}

const NOTHING: ExtractedWithModel = { ...NOTHING_READ, checked: 0, firstPass: 0, repaired: 0, shortened: [] };

/** A few facts a turn, more from a long one unless `maxCandidates` bounds it; and no more than an answer holds. */
function limitOf(
  { sourceEvents, from = 0, multiFact, maxCandidates }: ExtractWithModelInput,
  outputTokens: number,
): number {
  const turns = sourceEvents.slice(from).filter(({ role }) => role === "user");
  const many = multiFact.above === 0 && turns.some(({ text }) => text.length > LONG_TURN);
  const most = many ? maxCandidates : FEW * Math.max(1, turns.length);
  return Math.min(maxCandidates, most, Math.max(1, Math.floor(outputTokens / TOKENS_PER_FACT)));
}

/** Of a user's short message the most important fact, and others that are sure; a few of any. */
function oneOfShort(
  proposals: readonly SourcedFact[],
  sourceEvents: readonly SourceEvent[],
  { above, confidence }: MultiFact,
): (proposal: SourcedFact) => boolean {
  if (above === 0) return () => true;
  const allowed = new Set<SourcedFact>();
  for (const [position, facts] of Map.groupBy(proposals, (one) => one.position)) {
    const { role, text } = sourceEvents[position]!;
    const isLong = role !== "user" || text.trim().length > above;
    const best = facts.toSorted((a, b) => b.fact.importance - a.fact.importance);
    const may = best.filter((one, i) => isLong || i === 0 || one.fact.confidence >= confidence);
    for (const fact of may.slice(0, FEW)) allowed.add(fact);
  }
  return (proposal) => allowed.has(proposal);
}

/** The other names that facts give somebody. */
function namesGiven(
  proposals: readonly SourcedFact[],
  input: ExtractWithModelInput,
): Parameters<typeof withOwnNames>[0] {
  return proposals.flatMap(({ fact, position }) => {
    const names = taggedWith(ALIAS, tagsOf(fact));
    const speaker = input.sourceEvents[position]!;
    return names.length === 0
      ? []
      : [{ subject: subjectOf(fact.subject, fact.text, speaker, input), speaker, names }];
  });
}

function candidateOf(
  { fact, type, kind, category, position, span }: SourcedFact,
  text: string,
  input: ExtractWithModelInput,
  { knownNumbers, transcript: { positions } }: ExtractionPrompt,
): Candidate {
  const { sourceEvents } = input;
  const speaker = sourceEvents[position]!;
  const numbers = (values: readonly number[], ...not: number[][]): number[] =>
    [...new Set(values)].filter((number) => knownNumbers.has(number) && !not.flat().includes(number));
  const matches = numbers(fact.matches);
  const more = numbers(fact.extends, matches);
  const validFrom = readDate(fact.validFrom, "start");
  const expiresAt = readDate(fact.expiresAt, "end");
  return {
    text,
    kind,
    type: type === "procedural" || kind === "procedural" ? null : type,
    category,
    ...(input.keys === true && fact.key ? { key: factKey(fact.key) } : {}),
    subject: subjectOf(fact.subject, text, speaker, input),
    slot: kind === "semantic" ? slotOf(fact.slot) : null,
    affirmed: fact.affirmed,
    method: "llm_extract",
    confidence: fact.confidence,
    importance: fact.importance,
    corrects: fact.corrects,
    validFrom,
    // A claim that ended before it was stated was misread.
    expiresAt:
      expiresAt !== null && expiresAt > Math.max(speaker.at, validFrom ?? speaker.at) ? expiresAt : null,
    source: position,
    span,
    // Of the same user: another's words, and what an assistant said, do not back it.
    alsoFrom: positionsOf(fact.alsoFrom, positions).filter(
      (other) =>
        other !== position && speaker.role === "user" && isSameSpeaker(sourceEvents[other]!, speaker),
    ),
    matches,
    extends: more,
    // It cannot be both.
    contradicts: numbers(fact.contradicts, matches, more),
    seen: [...knownNumbers],
    tags: tagsOf(fact),
  };
}

/** Numbers of messages as positions, as far as they were shown. */
function positionsOf(numbers: readonly number[], positions: ReadonlySet<number>): number[] {
  return [...new Set(numbers)].map((number) => number - 1).filter((position) => positions.has(position));
}

function isSameSpeaker(a: SourceEvent, b: SourceEvent): boolean {
  return a.role === b.role && a.actor === b.actor && a.name === b.name;
}

/** Only users' own new messages ask to forget, and only what was shown; of messages, only their own. */
function retractions(
  replies: readonly Retraction[],
  { sourceEvents, from = 0 }: ExtractWithModelInput,
  { knownNumbers, transcript: { positions } }: ExtractionPrompt,
): Forget[] {
  return replies.flatMap(({ source, known: memoryNumbers, messages }) => {
    const position = (source ?? 0) - 1;
    const asker = sourceEvents[position];
    if (asker === undefined || !positions.has(position) || position < from) return [];
    if (asker.role !== "user" || asker.type !== "message") return [];
    const targets = positionsOf(messages, positions).filter(
      (other) => other < position && isSameSpeaker(sourceEvents[other]!, asker),
    );
    const memories = [...new Set(memoryNumbers)].filter((number) => knownNumbers.has(number));
    return memories.length + targets.length === 0
      ? []
      : [{ source: position, knownMemories: memories, messages: targets }];
  });
}
