import type { ParsedRecall } from "../parse/parse.ts";
import { part, type RankedCandidate, type RankedCandidates } from "../rank/rank.ts";
import type { Core } from "../retrieve/core.ts";
import { eventFilter } from "../retrieve/eligible.ts";
import type { Retrieved } from "../retrieve/retrieve.ts";
import { memoryIdOf, memoryIdsIn } from "../shared/candidate.ts";
import type { RecallRun } from "../shared/request.ts";
import { type BlockBounds, besideChosen, type Chosen, withinBudget } from "./budget.ts";
import { aroundAnswers, relatedTo } from "./context-lines.ts";
import { splitWholeCategories, type WholeCategories } from "./whole-categories.ts";

/** The lines of an answer. */
export interface Selection {
  /** The lines that are in every prompt, as one line, and each by itself. */
  readonly core: { readonly line: string; readonly parts: readonly Chosen[] };
  /** All lines, those of the core among them, the best first; what only stands beside others comes last. */
  readonly lines: readonly Chosen[];
  /** Those of them that are in the list of hits, which has a limit. */
  readonly listed: readonly Chosen[];
  /** The question needs memory, and nothing that is shown surely answers it. */
  readonly unsure: boolean;
}

export const NOTHING_SELECTED: Selection = {
  core: { line: "", parts: [] },
  lines: [],
  listed: [],
  unsure: true,
};

/** The fourth stage of a recall: the lines for which the prompt has room. */
export async function selectLines(
  run: RecallRun,
  { delta }: Pick<ParsedRecall, "delta">,
  retrieved: Retrieved,
  ranked: RankedCandidates,
): Promise<Selection> {
  const { settings, bounds, now, trace } = run;
  const { core, questions } = retrieved;
  const block: BlockBounds = { settings, bounds, fixed: [delta.header, core.line], now, trace };
  const whole = await splitWholeCategories(run, questions, ranked.wholeCategories, block);
  const { answers, linked, around } = fillBlock(run, retrieved, { best: ranked.answers, whole }, block);
  const parts = partsOfCore(core);
  const lines = [...withCore(answers, parts, ranked.answers), ...linked, ...around];
  const needsMemory = questions.some(({ question }) => question.need === "memory");
  return {
    core: { line: core.line, parts },
    lines,
    listed: withinLimit(lines, around, bounds.maxItems),
    unsure: needsMemory && bestShown(ranked.answers, lines) < settings.readPolicy.sureFrom,
  };
}

/** Lines that only go on with what an answer says. */
const MAX_AROUND = 6;

/** The lines that were chosen, by why they were. */
interface Filling {
  /** What answers, with the memories of whole categories before it. */
  readonly answers: readonly Chosen[];
  /** Memories that the answers are linked to. */
  readonly linked: readonly Chosen[];
  /** Messages around the answers. */
  readonly around: readonly Chosen[];
}

/** Fills the block: whole categories and answers, linked memories, the rest of the categories, messages around answers. */
function fillBlock(
  run: RecallRun,
  { core, questions }: Retrieved,
  { best: ranked, whole: { first, later } }: { best: readonly RankedCandidate[]; whole: WholeCategories },
  block: BlockBounds,
): Filling {
  const { settings, bounds, trace } = run;
  const ids = new Set(memoryIdsIn([...first, ...later].map(({ candidate }) => candidate)));
  for (const id of memoryIdsIn(core.parts.map(({ candidate }) => candidate))) ids.add(id);
  const others = ranked.filter(({ candidate }) => !ids.has(memoryIdOf(candidate) ?? ""));
  const best = withinBudget(first, others, block);
  const linked = besideChosen(relatedTo(best, ids), best, settings.relations.lines, block);
  const rest = besideChosen(later, [...best, ...linked], later.length, block);
  const fitting = new Set(rest.map((one) => one.ranked));
  for (const line of later) if (!fitting.has(line)) trace?.cut(line.candidate, "tokens");
  const near = aroundAnswers(best, questions, eventFilter({ filter: run.visible, asOf: run.asOf }));
  const room = Math.min(MAX_AROUND, bounds.maxItems - best.length);
  const around = besideChosen(near, [...best, ...linked, ...rest], room, block);
  const isWhole = (one: Chosen): boolean => first.includes(one.ranked);
  return {
    answers: [...best.filter(isWhole), ...rest, ...best.filter((one) => !isWhole(one))],
    linked,
    around,
  };
}

function partsOfCore({ line, parts }: Core): Chosen[] {
  return parts.map(({ candidate, text }) => ({
    ranked: { candidate, score: 1, sortKey: 1, rerank: null, sum: [part("core", 1, 1)] },
    line,
    visibleText: text,
    core: true,
  }));
}

/** The best answer first, from the core or not; then the rest of the core. */
function withCore(
  answers: readonly Chosen[],
  core: readonly Chosen[],
  ranked: readonly RankedCandidate[],
): readonly Chosen[] {
  if (core.length === 0) return answers;
  const byId = new Map<string | null, RankedCandidate | null>();
  for (const coreLine of core) byId.set(memoryIdOf(coreLine.ranked.candidate), null);
  byId.delete(null);
  // Of several, the one that ranks best.
  for (const rankedLine of ranked) {
    const id = memoryIdOf(rankedLine.candidate);
    if (byId.get(id) === null) byId.set(id, rankedLine);
  }
  const coreLines = core.map((coreLine) => {
    const rankedLine = byId.get(memoryIdOf(coreLine.ranked.candidate)) ?? null;
    return rankedLine === null ? coreLine : { ...coreLine, ranked: rankedLine };
  });
  const order = [...answers];
  for (const coreLine of coreLines.filter(({ ranked: { candidate } }) => candidate.via !== "core")) {
    const after = order.findIndex((other) => other.ranked.sortKey < coreLine.ranked.sortKey);
    order.splice(after < 0 ? order.length : after, 0, coreLine);
  }
  return [...order, ...coreLines.filter(({ ranked: { candidate } }) => candidate.via === "core")];
}

/** Lines beside the answers are in the prompt regardless of the limit; the list of hits respects it. */
function withinLimit(lines: readonly Chosen[], around: readonly Chosen[], limit: number): Chosen[] {
  const listed: Chosen[] = [];
  for (const line of lines) {
    const isAnswer = !line.core && !around.includes(line);
    if (isAnswer || listed.length < limit) listed.push(line);
  }
  return listed;
}

/** The relevance of the line that answers best. What is shown whatever is asked has its relevance where it was found. */
function bestShown(ranked: readonly RankedCandidate[], chosen: readonly Chosen[]): number {
  const ids = new Set(memoryIdsIn(chosen.map((one) => one.ranked.candidate)));
  const isShown = ({ candidate }: RankedCandidate): boolean => ids.has(memoryIdOf(candidate) ?? "");
  return [...ranked.filter(isShown), ...chosen.map((one) => one.ranked)].reduce(
    (best, { candidate }) => Math.max(best, candidate.relevance),
    0,
  );
}
