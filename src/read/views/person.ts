import type { AboutPerson, PersonLine } from "../../api/person.ts";
import { PERSON_SECTIONS, type PersonSection } from "../../domain/enums.ts";
import type { MemoryType } from "../../domain/memory.ts";
import type { PersonQuestions } from "../../language/language.ts";
import { personQuestions } from "../../language/languages.ts";
import { wordOf } from "../../language/shown-name.ts";
import type { ReadableScope } from "../../scope-index/scope-index.ts";
import { newestExtracted } from "../../store/tables/evidence.ts";
import { attempt } from "../attempt.ts";
import { questionsIn, type ScopeQuestion } from "../parse/parse.ts";
import { recallRequest, underPolicies } from "../recall-request.ts";
import { lookupOf } from "../retrieve/lookup.ts";
import { retrieveAll } from "../retrieve/retrieve.ts";
import { newestQuotes } from "../retrieve/sources.ts";
import type { MemoryCandidate, RecallCandidate } from "../shared/candidate.ts";
import { readerUntil } from "../shared/deadline.ts";
import { inEvents, inMemories } from "../shared/index-access.ts";
import type { ReadContext, ReadingHandle, RecallRun } from "../shared/request.ts";
import { shownLine } from "./core-lines.ts";

/** Whom the sections are about, and what they need not say. */
export interface PersonRequest {
  /** The account; in a user's scope the user. */
  readonly account: string;
  /** Lines of each section. */
  readonly limit: number;
  /** Ids of memories and messages that are shown elsewhere. */
  readonly without: ReadonlySet<string>;
  readonly signal: AbortSignal | undefined;
}

type Sections = Pick<AboutPerson, "sections" | "degraded">;

/** A line, and how well it answers the questions of each section. */
interface LineFits {
  readonly candidate: RecallCandidate;
  readonly fits: Map<PersonSection, number>;
}

/** Answers of one question that are compared. */
const PER_QUESTION = 24;

/** People's own words that answer every question worse than this tell nothing of the section. */
const LEAST_FIT = 0.32;

/** Nobody asked for these lines: they must tell something by themselves, as most requests and chatter do not. */
const LEAST_WORTH = 0.05;

/** A memory says by its type what it is about; profile facts are told apart by meaning. */
const SECTION_OF_TYPE: Readonly<Partial<Record<MemoryType, PersonSection>>> = {
  preference: "likes",
  constraint: "limits",
  task_state: "plans",
  episode: "lately",
};

/** The memories and own words of one person, each in the section whose questions it answers best. */
export async function personSections(
  context: ReadContext,
  handle: ReadingHandle,
  person: PersonRequest,
): Promise<Sections> {
  const [scope] = handle.scopes;
  const { account, signal } = person;
  const options = { asker: account, limit: PER_QUESTION, ...(signal === undefined ? {} : { signal }) };
  const request = underPolicies(context, scope, (settings) => ({
    ...recallRequest(context, settings, handle, { query: "", options, call: "person()" }),
    // A person reads this at leisure, and wants to see what is there.
    explicitQuery: true,
    deadlineMs: null,
  }));
  return attempt(
    request,
    (run) => readSections(run, person),
    (_request, degraded) => ({ sections: [], degraded }),
  );
}

async function readSections(plain: RecallRun, person: PersonRequest): Promise<Sections> {
  const run = { ...plain, reader: readerUntil(plain.deadline, plain.reader) };
  const lines = new Map<string, LineFits>();
  const isUnread = await unreadIn(run);
  const isOpen = (candidate: RecallCandidate): boolean =>
    isAbout(candidate, person.account) && !person.without.has(idOf(candidate)) && isUnread(candidate);
  const questions = await questionsFor(run, person.account);
  for (const section of PERSON_SECTIONS) {
    if (section === "lately") continue;
    for (const query of questions[section]) {
      const questions = (await questionsIn({ ...run, query })).map(tellingOnly);
      for (const candidate of (await retrieveAll(run, questions)).filter(isOpen)) {
        const line = lines.get(idOf(candidate)) ?? { candidate, fits: new Map() };
        lines.set(idOf(candidate), line);
        line.fits.set(section, Math.max(line.fits.get(section) ?? 0, candidate.relevance));
      }
    }
  }
  const newest = (await newestOf(run, person)).filter(isOpen);
  return {
    sections: inSections([...lines.values()], newest, person, run.now),
    degraded: run.deadline.degraded,
  };
}

/** What a model has made of messages says more than their words do, so only those that came later are quoted. */
async function unreadIn({ reader, readableScopes }: RecallRun): Promise<(one: RecallCandidate) => boolean> {
  const read = new Map<ReadableScope, number>();
  for (const scope of readableScopes) read.set(scope, await newestExtracted(reader, scope));
  return (one) => one.kind !== "event" || one.entry.event.seq > (read.get(one.scope) ?? 0);
}

/** Whatever a question is taken for, memories and quotes are weighed alike, so that sections can be compared. */
function tellingOnly({ scope, question: parsedQuestion, quoting }: ScopeQuestion): ScopeQuestion {
  const question = { ...parsedQuestion, need: "memory", overview: false } as const;
  return { scope, question, quoting: quoting && { ...quoting, question, leastWorth: LEAST_WORTH } };
}

/** In a scope that people share, only what somebody said, or what is remembered of them. */
function isAbout({ scope, ...candidate }: RecallCandidate, account: string): boolean {
  if (scope.scope.kind === "user") return true;
  if (candidate.kind === "event") return candidate.entry.event.actor === account;
  const { row } = candidate.entry;
  return row.subject === account || wordOf(row) === account;
}

function idOf(candidate: RecallCandidate): string {
  return candidate.kind === "event" ? candidate.entry.event.id : candidate.entry.row.id;
}

/** Lines by which their language is told. */
const MAX_READ = 50;

async function questionsFor(run: RecallRun, account: string): Promise<PersonQuestions> {
  const lines: string[] = [];
  for (const scope of run.readableScopes) {
    const isOwn = (actor: string | null): boolean => scope.scope.kind === "user" || actor === account;
    await inEvents(run, scope, ({ corpus: { rows } }) => {
      for (let i = rows.length - 1; i >= 0 && lines.length < MAX_READ; i -= 1)
        if (rows[i]?.isUsers === true && isOwn(rows[i]!.event.actor)) lines.push(rows[i]!.event.text);
    });
    if (lines.length > 0) continue;
    await inMemories(run, scope, ({ corpus: { rows } }) => {
      for (const entry of rows.slice(-MAX_READ)) if (entry !== undefined) lines.push(entry.row.text);
    });
  }
  return personQuestions(lines);
}

async function newestOf(run: RecallRun, { account }: PersonRequest): Promise<RecallCandidate[]> {
  const candidates: RecallCandidate[] = [];
  for (const question of (await questionsIn(run)).map(tellingOnly)) {
    const { scope } = question;
    const isOwn = (actor: string | null): boolean => scope.scope.kind === "user" || actor === account;
    candidates.push(
      ...(await newestQuotes(lookupOf(run, question), scope, ({ event }) => isOwn(event.actor))),
    );
  }
  return candidates;
}

/** Each line once, in the section it fits best; of those that fit none, the newest are what happened lately. */
function inSections(
  personLines: readonly LineFits[],
  newest: readonly RecallCandidate[],
  { limit, account }: PersonRequest,
  now: Date,
): AboutPerson["sections"] {
  const groups = Map.groupBy(personLines, (one) => sectionOf(one, account));
  const ids = new Set<string>();
  return PERSON_SECTIONS.flatMap((section) => {
    const sectionLines = (groups.get(section) ?? []).toSorted(
      (a, b) => fitOf(b, section) - fitOf(a, section),
    );
    const candidates =
      section === "lately"
        ? [...sectionLines.map(({ candidate }) => candidate), ...newest.filter((one) => !ids.has(idOf(one)))]
        : sectionLines.map(({ candidate }) => candidate);
    const lines = once(candidates.map((one) => shownLine(one, now)));
    const sorted = section === "lately" ? lines.toSorted((a, b) => b.at.getTime() - a.at.getTime()) : lines;
    for (const { candidate } of sectionLines.slice(0, limit)) ids.add(idOf(candidate));
    return sorted.length === 0 ? [] : [{ section, lines: sorted.slice(0, limit) }];
  });
}

/** `null`: in none. */
function sectionOf({ candidate, fits }: LineFits, account: string): PersonSection | null {
  if (candidate.kind !== "event") {
    const { type } = candidate.entry.row;
    if (isOfAnother(candidate, account) && !isHappening(type)) return "people";
    const section = type === null ? undefined : SECTION_OF_TYPE[type];
    if (section !== undefined) return section;
  }
  const [best] = [...fits].sort(([, a], [, b]) => b - a);
  const [section, fit] = best ?? ["who" as const, 0];
  return candidate.kind === "event" && fit < LEAST_FIT ? null : section;
}

/** Whether a memory is about somebody else. In somebody's own scope they also go by its id: `42:7` is 7 in the group 42. */
function isOfAnother({ entry: { row }, scope: { scope } }: MemoryCandidate, account: string): boolean {
  const owner = row.subject === null ? null : wordOf(row);
  return owner !== null && owner !== account && !(scope.kind === "user" && owner === scope.id);
}

/** What somebody else plans or did is of interest for what it is, not for whom it is about. */
function isHappening(type: MemoryType | null): boolean {
  return type === "task_state" || type === "episode";
}

function fitOf({ fits }: LineFits, section: PersonSection): number {
  return fits.get(section) ?? 0;
}

/** What was said twice in the same words is read once. */
function once(lines: readonly PersonLine[]): PersonLine[] {
  const texts = new Set<string>();
  return lines.filter(({ text }) => {
    const isNew = !texts.has(text);
    texts.add(text);
    return isNew;
  });
}
