import type { Candidate, Said } from "../candidate.ts";
import { kindOfCategory, typeOfCategory } from "../category.ts";
import { takesBack as takesBackChinese } from "./chinese/noise.ts";
import { readChinese } from "./chinese/read.ts";
import { correctionOf } from "./corrections.ts";
import { takesBack } from "./english/noise.ts";
import { readEnglish } from "./english/read.ts";
import { type Finding, TOPICS } from "./finding.ts";
import { mask } from "./mask.ts";
import { ownWords } from "./payload.ts";
import { sentences } from "./sentences.ts";
import type { Read, Talk } from "./talk.ts";

const HAN = /\p{sc=Han}/u;
/** A scene that is played ends by itself after this long. */
const SCENE = 12 * 3_600_000;
/** What is longer was pasted, and is read by its beginning only. */
const LONGEST = 20_000;

/**
 * What people say about themselves, taken from their words by rules alone, in English and Chinese. Precise rather than
 * complete: what is not plainly a statement of the speaker's own yields nothing.
 */
export function extractByRules(said: readonly Said[], from = 0): Candidate[] {
  const out: Candidate[] = [];
  const talks = new Map<string, Past>();
  const names = [...new Set(said.map(({ name }) => name))].filter(
    (name) => name !== null && name.length > 1,
  ) as string[];
  let scene = Number.NEGATIVE_INFINITY;
  for (const [source, event] of said.entries()) {
    if (event.role !== "user" || event.type !== "message") continue;
    const masked = mask(event.text.slice(0, LONGEST));
    const own = ownWords(masked.text, event.at - scene < SCENE);
    if (own.scene !== undefined) scene = own.scene ? event.at : Number.NEGATIVE_INFINITY;
    const speaker = event.actor ?? event.name ?? "";
    const past = talks.get(speaker) ?? { known: [], turns: 0, findings: [] };
    talks.set(speaker, past);
    const talk: Talk = {
      speaker: { name: event.name, at: event.at },
      known: past.known,
      turn: past.turns,
      others: names.filter((name) => name !== event.name),
      greeting: true,
      correcting: false,
      thing: null,
    };
    const seen = new Set<string>();
    past.turns += 1;
    for (const read of readMessage(own.text, talk, past.findings)) {
      const text = masked.restore(read.finding.text);
      if (seen.has(text) || source < from) continue;
      seen.add(text);
      out.push(candidate({ ...read.finding, text }, event, source, read));
    }
  }
  return out;
}

/** What is kept of somebody's earlier messages. */
interface Past {
  readonly known: Talk["known"];
  turns: number;
  readonly findings: Finding[];
}

function readMessage(text: string, talk: Talk, findings: Finding[]): Read[] {
  const out: Read[] = [];
  let before = 0;
  for (const sentence of sentences(text)) {
    if (takesBack(sentence.text) || takesBackChinese(sentence.text)) {
      out.length = Math.min(out.length, before);
      continue;
    }
    before = out.length;
    const correction = correctionOf(sentence.text, findings);
    if (correction !== undefined) {
      out.push({ finding: correction, start: sentence.start, end: sentence.start + sentence.text.length });
      findings.push(correction);
      continue;
    }
    const reads = [
      ...(HAN.test(sentence.text) ? readChinese(sentence, talk) : []),
      ...readEnglish(sentence, talk),
    ];
    out.push(...reads);
    findings.push(...reads.map(({ finding }) => finding));
    if (sentence.text.split(" ").length > 3) talk.greeting = false;
  }
  return out;
}

const OF_OTHERS = 0.15;
const EXPLICIT = 0.8;

function candidate(finding: Finding, event: Said, source: number, { start, end }: Read): Candidate {
  const { category, importance } = TOPICS[finding.topic];
  const actor = event.actor ?? event.name;
  const weight = finding.about ? importance - OF_OTHERS : importance;
  return {
    text: finding.text,
    kind: kindOfCategory(category),
    type: typeOfCategory(category),
    category,
    subject:
      finding.about === undefined
        ? (finding.named ?? null)
        : finding.about === null
          ? actor
          : `${actor ?? "user"}'s ${finding.about}`,
    slot: finding.slot,
    affirmed: finding.affirmed,
    method: finding.explicit ? "user_explicit" : "rule",
    confidence: finding.confidence,
    importance: Number((finding.explicit ? Math.max(EXPLICIT, weight) : weight).toFixed(2)),
    corrects: finding.corrects,
    validFrom: finding.validFrom,
    expiresAt: finding.expiresAt,
    source,
    span: [start, end],
    matches: [],
    contradicts: [],
  };
}
