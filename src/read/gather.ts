import type { Degraded } from "../api/recall.ts";
import { categoryRules } from "../domain/settings/reading.ts";
import type { Piece } from "../language/message.ts";
import type { ReadableScope } from "../scope-index/scope-index.ts";
import { giveWay } from "../store/give-way.ts";
import type { StoreFilter } from "../store/memory-search.ts";
import { oncePerKey, withoutTwins } from "./apart.ts";
import type { Candidate, MemoryCandidate } from "./candidate.ts";
import { type Core, chooseCore, NO_CORE, retrieveCore } from "./core.ts";
import type { CoreQueue } from "./core-queue.ts";
import type { Deadline } from "./deadline.ts";
import { namesCategory, wantsProcedures } from "./filter.ts";
import { peopleMeant } from "./people.ts";
import { NOBODY, namesOf, type ReadQuestion, readQuestion } from "./question.ts";
import type { QuoteRules } from "./quotes/rules.ts";
import type { RecallRequest, RetrieveRequest } from "./request.ts";
import { type Lift, retrieve } from "./retrieve.ts";

/** A scope, what the question says in it, and what may be quoted there. */
export interface AskedScope {
  readonly scope: ReadableScope;
  readonly question: ReadQuestion;
  readonly quoting: QuoteRules | null;
}

export async function askedIn(
  { query, asker, reader, indexes, from, now }: RecallRequest,
  scopes: readonly ReadableScope[],
  deadline: Deadline,
  orElse: <T>(read: Promise<T>, nothing: T) => Promise<T>,
): Promise<AskedScope[]> {
  const asked: AskedScope[] = [];
  for (const scope of scopes) {
    const { kind } = scope.scope;
    const names = await orElse(namesOf(reader, scope, indexes, now.getTime()), NOBODY);
    let question = readQuestion(scope, query, asker, names);
    let quoting: QuoteRules | null = null;
    if (from.includes("quotes")) {
      const { sources, relations } = await indexes.memories(
        reader,
        scope,
        (index) => ({
          sources: index.sources,
          relations: kind === "user" ? peopleMeant(index.corpus, query, now.getTime()) : [],
        }),
        deadline.late,
      );
      question = withRelations(question, relations);
      const index = await indexes.events(
        reader,
        scope,
        ({ corpus, updates }) => ({ corpus, updates }),
        deadline.late,
      );
      const isGroup = kind === "group";
      quoting = { index, sources, question, isGroup, now: now.getTime(), shown: () => [] };
    }
    asked.push({ scope, question, quoting });
  }
  return asked;
}

/** A question about the asker's own people is a personal one, and means them also where they are called by what they are. */
function withRelations(question: ReadQuestion, relations: readonly string[]): ReadQuestion {
  if (relations.length === 0) return question;
  return { ...question, personal: true, text: `${question.text} (${relations.join(", ")})` };
}

/** The same, without the sentences that the core shows already. */
export function withShown(
  rules: QuoteRules | null,
  shown: ReadonlyMap<number, readonly Piece[]> | undefined,
): QuoteRules | null {
  return rules === null || shown === undefined ? rules : { ...rules, shown: (seq) => shown.get(seq) ?? [] };
}

export async function retrieveAll(
  request: RecallRequest,
  asked: readonly AskedScope[],
  filter: StoreFilter,
  deadline: Deadline,
): Promise<{ candidates: Candidate[]; degraded: Degraded | null }> {
  const found: Candidate[] = [];
  const lifted = new Map<string, Lift>();
  let degraded: Degraded | null = null;
  for (const source of request.from) {
    for (const one of asked) {
      request.signal?.throwIfAborted();
      const part = await retrieve(lookupOf(request, filter, deadline, one), one.scope, source);
      found.push(...part.candidates);
      for (const [id, how] of part.lifted ?? []) lifted.set(id, how);
      degraded ??= part.degraded;
      await giveWay();
    }
  }
  const all =
    lifted.size === 0
      ? found
      : found.map((one) => {
          const source = one.kind === "event" ? undefined : lifted.get(one.entry.row.id);
          return source === undefined || source.order <= one.order ? one : { ...one, ...source };
        });
  const apart = withoutTwins(all);
  if (request.trace !== undefined) {
    const kept = new Set(apart);
    const twins = all.filter((one) => one.kind === "event" && !kept.has(one));
    for (const one of twins) request.trace.cut(one, "twin");
  }
  return { candidates: asked.length > 1 ? oncePerKey(apart) : apart, degraded };
}

/** A person has a handful of standing wishes and limits. */
const MOST_CORE = 12;

function lookupOf(
  request: RecallRequest,
  filter: StoreFilter,
  deadline: Deadline,
  { question, quoting }: AskedScope,
): RetrieveRequest {
  const { readPolicy } = request.settings;
  // Asked on purpose, strength and "all" find nothing by words; what is asked for is looked for.
  const fixed = readPolicy.retriever === "strength" || readPolicy.retriever === "all";
  return {
    ...request,
    question,
    filter,
    deadline,
    quoting,
    mostCore: MOST_CORE,
    retriever: request.asked && fixed ? "hybrid" : readPolicy.retriever,
    // An explicit query gets the best matches, unless it names a threshold (R264).
    threshold: request.threshold ?? readPolicy.threshold ?? (request.asked ? 0 : undefined),
    // More than asked for, because duplicates and caps take some away again.
    enough: request.bounds.maxItems * 3 + 20,
    minStrength: request.asked ? 0 : readPolicy.minStrength,
    procedural: wantsProcedures(request.filter),
    categories: request.asked || namesCategory(request.filter) ? null : readPolicy.categories,
    raw: request.settings.timeline.recallRaw,
  };
}

/** The core of every prompt, from memories and from the users' own words. */
export async function coreIn(
  request: RecallRequest,
  asked: readonly AskedScope[],
  filter: StoreFilter,
  deadline: Deadline,
): Promise<Core> {
  const { settings, from, bounds } = request;
  if (!settings.readPolicy.core || request.asked || !from.includes("memories")) return NO_CORE;
  const queues: CoreQueue[] = [];
  const shown = new Map<ReadableScope, ReadonlyMap<number, readonly Piece[]>>();
  let degraded: Degraded | null = null;
  for (const one of asked) {
    const found = await retrieveCore(lookupOf(request, filter, deadline, one), one.scope);
    queues.push(...found.queues);
    shown.set(one.scope, found.shown);
    degraded ??= found.degraded;
  }
  const { line, chosen } = chooseCore(queues, settings, bounds.maxTokens);
  const memories = chosen.flatMap(({ ranked: { candidate: one } }) =>
    one.kind === "event" ? [] : [one.entry.row.id],
  );
  return { line, chosen, memories, shown, degraded };
}

/** Categories that go into every context as a whole, whatever is asked (R260). */
export async function wholeCategories(
  request: RecallRequest,
  asked: readonly AskedScope[],
  filter: StoreFilter,
  deadline: Deadline,
): Promise<{ whole: MemoryCandidate[]; degraded: Degraded | null }> {
  const rules = categoryRules(request.settings.categories);
  const named = [...rules.values()].filter((rule) => rule.context === "all").map((rule) => rule.name);
  const wanted = named.filter((name) => filter.categories?.includes(name) ?? true);
  if (wanted.length === 0 || !request.from.includes("memories")) return { whole: [], degraded: null };
  const found: Candidate[] = [];
  let degraded: Degraded | null = null;
  for (const one of asked) {
    const lookup = lookupOf(request, { ...filter, categories: wanted }, deadline, one);
    const part = await retrieve({ ...lookup, retriever: "all" }, one.scope, "memories");
    found.push(...part.candidates);
    degraded ??= part.degraded;
  }
  return { whole: oncePerKey(found).filter((one) => one.kind !== "event"), degraded };
}
