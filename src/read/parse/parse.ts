import type { Piece } from "../../language/message.ts";
import { asksForTime } from "../../language/question-signals.ts";
import type { EventIndex } from "../../scope-index/event-index.ts";
import { givenNames } from "../../scope-index/given-names.ts";
import type { Sources } from "../../scope-index/memory-links.ts";
import type { ReadableScope } from "../../scope-index/scope-index.ts";
import { orElse, readerUntil } from "../shared/deadline.ts";
import { inEvents, inMemories } from "../shared/index-access.ts";
import type { RecallRun } from "../shared/request.ts";
import { type Delta, deltaFor, NO_DELTA } from "./delta.ts";
import { withNeed } from "./need.ts";
import { calledInMemory, calledInMessage, peopleMeant } from "./people-meant.ts";
import {
  type Names,
  NOBODY,
  namesOf,
  type ParsedQuestion,
  parseQuestion,
  withGivenNames,
} from "./question.ts";

/** The rules for which words of a scope may be quoted for a question. */
export interface QuoteRules {
  readonly index: Pick<EventIndex, "corpus" | "updates">;
  readonly sources: Sources;
  readonly question: ParsedQuestion;
  readonly isGroup: boolean;
  /** The question asks for a time, or means one. */
  readonly timed: boolean;
  /** Epoch milliseconds: memories have the status of that moment. */
  readonly now: number;
  /** What a message must tell at least, from -1 to 1, where that is judged. Default: little, so that no answer is missed. */
  readonly leastWorth?: number;
  /** Sentences of an event that the core shows already. */
  corePieces(seq: number): readonly Piece[];
}

/** A scope, what the question says in it, and what may be quoted there. */
export interface ScopeQuestion {
  readonly scope: ReadableScope;
  readonly question: ParsedQuestion;
  /** `null`: quotes are not asked for. */
  readonly quoting: QuoteRules | null;
}

/** What is asked for. */
export interface ParsedRecall {
  /** The question as it reads in each scope. */
  readonly questions: readonly ScopeQuestion[];
  /** The changes that the asking thread has not seen. */
  readonly delta: Delta;
}

/** The first stage of a recall: what the question says in each scope, and what has changed since its thread last looked. */
export async function parseRecall(run: RecallRun): Promise<ParsedRecall> {
  // First, because a model may take until the deadline to read the question.
  const delta = await orElse(run.deadline, deltaFor(run), NO_DELTA);
  return { delta, questions: await questionsIn(run) };
}

/** Reads the question in each scope. Names of a scope that cannot be read are left out. */
export async function questionsIn(run: RecallRun): Promise<ScopeQuestion[]> {
  const inTime = { ...run, reader: readerUntil(run.deadline, run.reader) };
  const questions: ScopeQuestion[] = [];
  for (const scope of run.readableScopes) questions.push(await questionIn(inTime, scope));
  return questions;
}

async function questionIn(run: RecallRun, scope: ReadableScope): Promise<ScopeQuestion> {
  const { query, asker, reader, indexes, deadline } = run;
  const spoken = await orElse(deadline, namesOf(reader, scope, indexes, run.now.getTime()), NOBODY);
  const names = await namesWithGiven(run, scope, spoken);
  const isGroup = scope.scope.kind === "group";
  const question = await withNeed(run, parseQuestion(scope, query, asker, names), isGroup);
  return run.from.includes("quotes") ? withQuotes(run, scope, question) : { scope, question, quoting: null };
}

/** In a group, also the names that people gave themselves: "everyone calls me Spud". */
async function namesWithGiven(run: RecallRun, scope: ReadableScope, names: Names): Promise<Names> {
  if (scope.scope.kind !== "group" || names.size === 0) return names;
  const now = run.now.getTime();
  const adding = inMemories(run, scope, ({ corpus: { rows } }) => {
    const active = rows.flatMap((entry) => (entry?.statusAt(now) === "active" ? [entry.row] : []));
    return withGivenNames(names, givenNames(active, true));
  });
  return orElse(run.deadline, adding, names);
}

/** The question with the people whom memories and messages know by name, and the rules for quotes. */
async function withQuotes(
  run: RecallRun,
  scope: ReadableScope,
  plain: ParsedQuestion,
): Promise<ScopeQuestion> {
  const { query } = run;
  const now = run.now.getTime();
  const { kind } = scope.scope;
  const isOwn = kind === "user";
  const { sources, noted } = await inMemories(run, scope, (index) => ({
    sources: index.sources,
    noted: isOwn ? peopleMeant(index.corpus, query, (item) => calledInMemory(index.corpus, item, now)) : [],
  }));
  const { said, ...index } = await inEvents(run, scope, ({ corpus, updates }) => ({
    corpus,
    updates,
    said: isOwn ? peopleMeant(corpus, query, (item) => calledInMessage(corpus, item)) : [],
  }));
  const question = withRelations(plain, [...new Set([...noted, ...said])]);
  const timed = asksForTime(query, now);
  const quoting = { index, sources, question, timed, isGroup: kind === "group", now, corePieces: () => [] };
  return { scope, question, quoting };
}

/** A question about the asker's own people is a personal one, and means them also where they are called by what they are. */
function withRelations(question: ParsedQuestion, relations: readonly string[]): ParsedQuestion {
  if (relations.length === 0) return question;
  const add = (words: string): string => `${words} (${relations.join(", ")})`;
  return { ...question, need: "memory", text: add(question.text), spoken: add(question.spoken) };
}
