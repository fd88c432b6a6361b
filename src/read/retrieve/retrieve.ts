import { asksForTime } from "../../language/question-signals.ts";
import { giveWay } from "../../runtime/yield.ts";
import type { ReadableScope } from "../../scope-index/scope-index.ts";
import type { RecallCandidate } from "../candidate.ts";
import { orElse } from "../deadline.ts";
import { namesCategory, wantsProcedures } from "../parse/filter.ts";
import { withNeed } from "../parse/need.ts";
import {
  calledInMemory,
  calledInMessage,
  NOBODY,
  namesOf,
  type ParsedQuestion,
  parseQuestion,
  peopleMeant,
} from "../parse/question.ts";
import type { RecallRun, RetrieveRequest } from "../types.ts";
import {
  type Core,
  type CorePart,
  type CoreQueue,
  chooseCore,
  NO_CORE,
  retrieveCore,
  type ShownPieces,
} from "./core.ts";
import type { QuoteRules } from "./quotes/rules.ts";
import { inEvents, inMemories } from "./search-source.ts";
import { retrieve } from "./sources.ts";

/** A scope, what the question says in it, and what may be quoted there. */
export interface ScopeQuestion {
  readonly scope: ReadableScope;
  readonly question: ParsedQuestion;
  readonly quoting: QuoteRules | null;
}

/** Reads the question in each scope. Names of a scope that cannot be read are left out. */
export async function questionsIn(
  reading: RecallRun,
  scopes: readonly ReadableScope[],
): Promise<ScopeQuestion[]> {
  const { query, asker, reader, indexes, from, deadline } = reading;
  const asked: ScopeQuestion[] = [];
  const at = reading.now.getTime();
  for (const scope of scopes) {
    const { kind } = scope.scope;
    const names = await orElse(deadline, namesOf(reader, scope, indexes, at), NOBODY);
    let question = await withNeed(reading, parseQuestion(scope, query, asker, names));
    let quoting: QuoteRules | null = null;
    if (from.includes("quotes")) {
      const isOwn = kind === "user";
      const { sources, noted } = await inMemories(reading, scope, (index) => ({
        sources: index.sources,
        noted: isOwn
          ? peopleMeant(index.corpus, query, (item) => calledInMemory(index.corpus, item, at))
          : [],
      }));
      const { said, ...index } = await inEvents(reading, scope, ({ corpus, updates }) => ({
        ...{ corpus, updates },
        said: isOwn ? peopleMeant(corpus, query, (item) => calledInMessage(corpus, item)) : [],
      }));
      question = withRelations(question, [...new Set([...noted, ...said])]);
      const timed = asksForTime(query, at);
      quoting = { index, sources, question, timed, isGroup: kind === "group", now: at, shown: () => [] };
    }
    asked.push({ scope, question, quoting });
  }
  return asked;
}

/** A question about the asker's own people is a personal one, and means them also where they are called by what they are. */
function withRelations(question: ParsedQuestion, relations: readonly string[]): ParsedQuestion {
  if (relations.length === 0) return question;
  const add = (words: string): string => `${words} (${relations.join(", ")})`;
  return { ...question, need: "memory", text: add(question.text), spoken: add(question.spoken) };
}

export async function retrieveAll(
  reading: RecallRun,
  asked: readonly ScopeQuestion[],
): Promise<RecallCandidate[]> {
  const found: RecallCandidate[] = [];
  for (const source of reading.from) {
    for (const one of asked) {
      reading.signal?.throwIfAborted();
      found.push(...(await retrieve(lookupOf(reading, one), one.scope, source)));
      await giveWay();
    }
  }
  return asked.length > 1 ? oncePerKey(found) : found;
}

export function lookupOf(reading: RecallRun, { question, quoting }: ScopeQuestion): RetrieveRequest {
  const { settings, asked, bounds } = reading;
  const { readPolicy } = settings;
  const threshold = reading.threshold ?? readPolicy.threshold ?? undefined;
  // The others show memories whatever is asked; what is asked for on purpose is looked for.
  const searches = readPolicy.retriever === "hybrid" || readPolicy.retriever === "words";
  return {
    ...reading,
    question,
    filter: reading.visible,
    quoting,
    retriever: asked && !searches ? "hybrid" : readPolicy.retriever,
    // An explicit query gets the best matches, unless it names a threshold.
    threshold: threshold ?? (asked ? 0 : undefined),
    anything: threshold === 0,
    // More than asked for, because duplicates and caps take some away again.
    enough: bounds.maxItems * 3 + 20,
    minStrength: asked ? 0 : readPolicy.minStrength,
    procedural: wantsProcedures(reading.filter),
    categories: asked || namesCategory(reading.filter) ? null : readPolicy.categories,
    raw: settings.timeline.recallRaw,
  };
}

/** The core of every prompt, from memories and from the users' own words. */
export async function coreIn(reading: RecallRun, asked: readonly ScopeQuestion[]): Promise<Core> {
  const { settings, from, bounds } = reading;
  if (!settings.readPolicy.core || reading.asked || !from.includes("memories")) return NO_CORE;
  const queues: CoreQueue[] = [];
  const shown = new Map<ReadableScope, ShownPieces>();
  for (const one of asked) {
    const found = await retrieveCore(lookupOf(reading, one), one.scope);
    queues.push(...found.queues);
    shown.set(one.scope, found.shown);
  }
  const core = chooseCore(queues, settings, bounds.maxTokens);
  return { ...core, shown: onlyChosen(shown, core.parts) };
}

/** A line for which the core had no room is quoted where it answers. */
function onlyChosen(
  shown: ReadonlyMap<ReadableScope, ShownPieces>,
  parts: readonly CorePart[],
): Map<ReadableScope, ShownPieces> {
  const chosen = Map.groupBy(parts, ({ candidate }) => candidate.scope);
  return new Map(
    [...shown].map(([scope, pieces]) => {
      const seqs = new Set(
        (chosen.get(scope) ?? []).flatMap(({ candidate }) =>
          candidate.kind === "event" ? [candidate.entry.event.seq] : [],
        ),
      );
      return [scope, new Map([...pieces].filter(([seq]) => seqs.has(seq)))];
    }),
  );
}

/**
 * A claim that stands in the scope and in its legacy one is shown once, from the scope: candidates come scope
 * by scope, so the first is its own, whichever would rank higher.
 */
export function oncePerKey(candidates: readonly RecallCandidate[]): RecallCandidate[] {
  const first = new Map<unknown, RecallCandidate>();
  for (const one of candidates) {
    // Events are each their own, whatever place they have in their scopes.
    const name = one.kind === "event" ? one : one.entry.row.key;
    if (!first.has(name)) first.set(name, one);
  }
  return [...first.values()];
}
