import type { Candidate, Said } from "../../domain/candidate.ts";
import { kindOfCategory, typeOfCategory } from "../../domain/category.ts";
import { type Finding, TOPICS } from "./finding.ts";

/** What somebody tells of others matters less to them than what they tell of themselves. */
const OF_OTHERS = 0.15;
/** What somebody asked to be remembered matters at least this much. */
const ASKED = 0.8;

/** A finding with its place in what was read. */
export function candidateOf(
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
