import type { SourceEvent } from "../../domain/candidate.ts";
import { categoryOfType, kindOfCategory } from "../../domain/category.ts";
import { factKey } from "../../domain/key.ts";
import type { MemoryKind } from "../../domain/memory.ts";
import { tellsThePast } from "../../language/check-sentence.ts";
import { readClaim } from "../../language/match/facts.ts";
import type { QuoteSpan, sourceFinder } from "./find-source.ts";
import { mayBeProcedure } from "./procedure.ts";
import { isOnlyQuoted } from "./quoted-words.ts";
import { type Fact, type FactType, factType } from "./schema.ts";

/** A fact with a source, a type and a kind, on its way to be checked. */
export interface SourcedFact extends QuoteSpan {
  readonly fact: Fact;
  readonly type: FactType;
  readonly category: string;
  readonly kind: MemoryKind;
}

/** An unknown category is kept, but it is a label, not a sentence. */
const LABEL = /^[\p{L}\p{N}_ /-]{1,40}$/u;

/** A fact that may go on, or why it may not. */
export function propose(
  fact: Fact,
  sourceEvents: readonly SourceEvent[],
  findSource: ReturnType<typeof sourceFinder>,
  from: number,
): SourcedFact | string {
  const type = factType(fact.type);
  if (type === undefined) return "its type is unknown";
  const source = findSource(fact);
  if (source === null) return "no source: the words it is said to come from were not said";
  const { role, text, at } = sourceEvents[source.position]!;
  const label = fact.category.trim();
  const category = LABEL.test(label) ? label : type === "procedural" ? "procedural" : categoryOfType(type);
  const kind = kindOf(type, category, fact.text);
  if (role !== "user" && (kind === "procedural" || (type !== "task_state" && type !== "episode"))) {
    return `only a user's own words make a ${type}; this is from the ${role}`;
  }
  if (role === "user" && isOnlyQuoted(fact.text, text, source.span)) {
    return "the speaker only quotes the words that say so";
  }
  const userTexts = sourceEvents.slice(from).flatMap((one) => (one.role === "user" ? [one.text] : []));
  if (kind === "procedural" && !mayBeProcedure(fact.confidence, userTexts)) {
    return "nobody asked to keep a procedure";
  }
  // What is or will be is no episode, whatever it was called: the one lasts, the other ends.
  if (kind === "episodic" && role === "user" && !tellsThePast(fact.text)) {
    const lasting = isPlanned(fact.text, at) ? "task_state" : "profile";
    return { ...source, fact, type: lasting, category: categoryOfType(lasting), kind: "semantic" };
  }
  return { ...source, fact, type, category, kind };
}

const DAY = /\b\d{4}-\d\d-\d\d\b/g;

/** Whether it tells what is to come: by its verb, or by a day after the one on which it was said. */
function isPlanned(text: string, at: number): boolean {
  const { modal } = readClaim(text);
  return (modal !== "is" && modal !== "can") || (text.match(DAY) ?? []).some((day) => Date.parse(day) > at);
}

/** The category's kind, but for what only other stages make: summaries of the past and insights. */
function kindOf(type: FactType, category: string, text: string): MemoryKind {
  const kind = kindOfCategory(category, { text });
  if (type === "procedural" || kind === "procedural") return "procedural";
  return type === "episode" && kind !== "semantic" ? "episodic" : "semantic";
}

/** Without duplicates, and at most `limit`: the most important ones, in their original order. */
export function choose(
  proposals: readonly SourcedFact[],
  limit: number,
): { selection: SourcedFact[]; rest: SourcedFact[] } {
  const once = [
    ...new Map(proposals.map((one) => [`${one.position} ${factKey(one.fact.text)}`, one])).values(),
  ];
  const best = new Set(once.toSorted((a, b) => b.fact.importance - a.fact.importance).slice(0, limit));
  return { selection: once.filter((one) => best.has(one)), rest: once.filter((one) => !best.has(one)) };
}
