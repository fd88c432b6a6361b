import type { Candidate, Said } from "../domain/candidate.ts";
import { kindOfCategory, typeOfCategory } from "../domain/category.ts";
import { LONGEST_READ } from "../domain/passages.ts";
import { chinese } from "./chinese/chinese.ts";
import { simple } from "./chinese/script.ts";
import { correctionOf } from "./corrections.ts";
import { english } from "./english/english.ts";
import { forgetRequests } from "./forget.ts";
import { type Finding, SURE, TOPICS } from "./shared/claim.ts";
import { mask } from "./shared/mask.ts";
import { ownWords, withoutBrackets } from "./shared/payload.ts";
import { type Sentence, sentences } from "./shared/sentences.ts";
import type { Ending, Read, Talk } from "./shared/talk.ts";
import { HAN } from "./shared/words.ts";

const LATIN = /[A-Za-z]/;
/** A scene that is played ends by itself after this long. */
const SCENE = 12 * 3_600_000;
/** Earlier messages that are read; those before them only tell whether a scene is played, and who takes part. */
const NEAR = 20;
/** How much of the previous text, in UTF-16 units, "it" may refer to. */
const NEAR_BY = 200;

/** Events that hold somebody's own words. Imported messages are read like any other, and gated more strictly (C27). */
const SPOKEN: ReadonlySet<string> = new Set(["message", "import"]);

/** How many messages back it is remembered who takes part, and whether a scene is played. */
const FAR = 100;

/** The part of a speaker's earlier messages that is kept. */
interface Past {
  readonly name: string | null;
  known: Talk["known"];
  findings: Finding[];
  /** Where each of their messages stands, and how many findings there were before it. */
  messages: { readonly position: number; readonly turn: number; readonly before: number }[];
  turns: number;
  /** Their last message, and when it was said. */
  last: string;
  at: number;
}

/** State of the messages read so far, to understand those that follow. */
export interface Heard {
  /** How many were read. */
  position: number;
  /** Names, and where each was last seen. */
  readonly names: Map<string, number>;
  readonly pasts: Map<string, Past>;
  /** The scene that is played: when it began, and where. */
  scene: { readonly at: number; readonly position: number } | null;
  /** The assistant's last words, as long as nobody answered. */
  question: string;
}

export function nothingHeard(): Heard {
  return { position: 0, names: new Map(), pasts: new Map(), scene: null, question: "" };
}

/** The result of the rules for some messages. */
export interface ReadByRules {
  readonly candidates: readonly Candidate[];
  /** Statements that something has ended: they concern known memories, and are not claims themselves. */
  readonly endings: readonly Ending[];
}

/**
 * Extracts the claims people make about themselves by rules alone, in English and Chinese. Precise rather than
 * complete: anything that is not plainly the speaker's own statement yields nothing.
 *
 * Events before `from` (default: 0) are read for what they explain, such as the question that a short answer answers or
 * the claim that "sorry, I meant …" corrects; they give no candidates. `heard` is the state of all earlier messages,
 * and is updated with these; it explains as much as if its messages came before these.
 */
export function extractByRules(said: readonly Said[], from = 0, heard: Heard = nothingHeard()): ReadByRules {
  const out: Candidate[] = [];
  const endings: Ending[] = [];
  const { names, pasts, position: first } = heard;
  forgetBefore(heard, first + from);
  for (const [source, { name }] of said.entries()) {
    if (name !== null && name.length > 1) names.set(name, first + source);
  }
  for (const [source, event] of said.entries()) {
    if (event.role === "assistant") heard.question = event.text;
    if (event.role !== "user" || !SPOKEN.has(event.type)) continue;
    const position = first + source;
    const masked = mask(event.text.slice(0, LONGEST_READ));
    const own = ownWords(masked.text, heard.scene !== null && event.at - heard.scene.at < SCENE);
    if (own.scene !== undefined) heard.scene = own.scene ? { at: event.at, position } : null;
    if (source < from - NEAR) continue;
    const speaker = event.actor ?? event.name ?? "";
    const past = pastOf(pasts, speaker, event);
    const talk: Talk = {
      speaker: { name: event.name, at: event.at },
      known: past.known,
      turn: past.turns,
      others: [...names.keys()].filter((name) => name !== event.name),
      greeting: true,
      correcting: false,
      unsure: false,
      before: [heard.question.slice(-NEAR_BY), event.at - past.at < SCENE ? past.last : ""].filter(
        (one) => one !== "",
      ),
      endings: [],
    };
    past.messages.push({ position, turn: past.turns, before: past.findings.length });
    past.turns += 1;
    past.last = own.text.slice(-NEAR_BY);
    past.at = event.at;
    const seen = new Set<string>();
    for (const read of readMessage(withoutBrackets(own.text), talk, past.findings)) {
      const text = masked.restore(read.finding.text);
      if (source < from || seen.has(text)) continue;
      seen.add(text);
      out.push(candidateOf({ ...read.finding, text }, event, source, read));
    }
    for (const { start, end, sorts, named, before } of source < from ? [] : talk.endings) {
      endings.push({ sorts, named: masked.restore(named), before, source, span: [start, end] });
    }
    heard.question = "";
  }
  heard.position = first + said.length;
  return { candidates: out, endings };
}

/** A new name starts over: the claims found so far are about the old one. */
function pastOf(pasts: Map<string, Past>, speaker: string, { name, at }: Said): Past {
  const known = pasts.get(speaker);
  if (known !== undefined && known.name === name) return known;
  const past: Past = { name, known: [], findings: [], messages: [], turns: 0, last: "", at };
  pasts.set(speaker, past);
  return past;
}

/** Lets go of what lies too far before a place to explain anything there. */
function forgetBefore(heard: Heard, position: number): void {
  for (const [name, last] of heard.names) if (last < position - FAR) heard.names.delete(name);
  if (heard.scene !== null && heard.scene.position < position - FAR) heard.scene = null;
  for (const [speaker, past] of heard.pasts) {
    const near = past.messages.findIndex((one) => one.position >= position - NEAR);
    if (near < 0) heard.pasts.delete(speaker);
    if (near <= 0) continue;
    const { turn, before } = past.messages[near]!;
    past.messages = past.messages.slice(near).map((one) => ({ ...one, before: one.before - before }));
    past.findings = past.findings.slice(before);
    past.known = past.known.filter((one) => one.turn >= turn);
  }
}

function readMessage(text: string, talk: Talk, findings: Finding[]): Read[] {
  const out: Read[] = [];
  let before = 0;
  for (const sentence of sentences(text)) {
    if (forgetRequests(sentence.text).length > 0) continue;
    if (isSaid("takesBack", sentence.text)) out.length = before;
    else if (isSaid("asksToKeep", sentence.text)) keep(out, before);
    else {
      const reads = readSentence(sentence, talk, findings);
      // It corrects something, and nobody knows what: then what stands before it is not sure.
      if (reads.length === 0 && isSaid("corrects", sentence.text)) out.length = before;
      before = out.length;
      out.push(...reads);
      findings.push(...reads.map(({ finding }) => finding));
    }
  }
  return out;
}

function isSaid(what: "takesBack" | "asksToKeep" | "corrects", sentence: string): boolean {
  return english[what].test(sentence) || chinese[what].test(simple(sentence));
}

function readSentence(sentence: Sentence, talk: Talk, findings: readonly Finding[]): Read[] {
  const correction = correctionOf(sentence.text, findings, talk.speaker.at);
  if (correction !== undefined) {
    return [{ finding: correction, start: sentence.start, end: sentence.start + sentence.text.length }];
  }
  const reads = [
    ...(HAN.test(sentence.text) ? chinese.claims(sentence, talk) : []),
    ...(LATIN.test(sentence.text) ? english.claims(sentence, talk) : []),
  ];
  if (sentence.text.length > GREETING) talk.greeting = false;
  return reads;
}

/** Nobody greets at greater length. */
const GREETING = 12;

function keep(reads: Read[], from: number): void {
  for (let i = from; i < reads.length; i += 1) {
    const read = reads[i]!;
    reads[i] = { ...read, finding: { ...read.finding, explicit: true, confidence: SURE.explicit } };
  }
}

/** Claims about others are less important than claims about the speaker. */
const OF_OTHERS = 0.15;
/** The least importance of a claim that the user asked to remember. */
const ASKED = 0.8;

/** A finding with its place in what was read. */
function candidateOf(
  finding: Finding,
  { actor: account, name }: Said,
  source: number,
  { start, end }: { readonly start: number; readonly end: number },
): Candidate {
  const { topic, about, explicit } = finding;
  const { category, importance } = TOPICS[topic];
  const weight = about ? importance - OF_OTHERS : importance;
  return {
    text: finding.text,
    kind: kindOfCategory(category),
    type: typeOfCategory(category),
    category,
    subject: subjectOf(finding, account ?? name),
    slot: finding.slot,
    affirmed: finding.affirmed,
    method: explicit ? "user_explicit" : "rule",
    confidence: finding.confidence,
    // Two digits, because .7 - .15 is a hair below .55.
    importance: Math.round(100 * (explicit ? Math.max(ASKED, weight) : weight)) / 100,
    corrects: finding.corrects,
    validFrom: finding.validFrom,
    expiresAt: finding.expiresAt,
    source,
    span: [start, end],
    matches: [],
    contradicts: [],
    ends: [],
  };
}

/** The speaker, "alice's brother", somebody by name, or nobody. */
function subjectOf({ about, named }: Finding, actor: string | null): string | null {
  if (about === undefined) return named ?? null;
  return about === null ? actor : `${actor ?? "user"}'s ${about}`;
}
