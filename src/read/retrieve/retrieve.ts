import { giveWay } from "../../runtime/yield.ts";
import type { ScopeQuestion } from "../parse/parse.ts";
import type { RecallCandidate } from "../shared/candidate.ts";
import type { RecallRun } from "../shared/request.ts";
import { type Core, retrieveCore } from "./core.ts";
import { lookupOf } from "./lookup.ts";
import { retrieveFrom } from "./sources.ts";
import { oncePerKey, retrieveWholeCategories } from "./whole-categories.ts";

/** Everything that a recall may show. */
export interface Retrieved {
  readonly core: Core;
  /** The question in each scope, without the sentences that the core shows. */
  readonly questions: readonly ScopeQuestion[];
  /** The lines that may answer. */
  readonly candidates: readonly RecallCandidate[];
  /** The memories of categories that belong into every context. */
  readonly wholeCategories: readonly RecallCandidate[];
}

/** The second stage of a recall: the core of every prompt, then the lines that may answer in each scope that is read. */
export async function retrieveCandidates(
  run: RecallRun,
  scopeQuestions: readonly ScopeQuestion[],
): Promise<Retrieved> {
  const core = await retrieveCore(run, scopeQuestions);
  const questions = scopeQuestions.map((one) => withoutCore(one, core));
  return {
    core,
    questions,
    candidates: await retrieveAll(run, questions),
    wholeCategories: await retrieveWholeCategories(run, questions),
  };
}

/** The same, without the sentences that the core shows already. */
function withoutCore(question: ScopeQuestion, core: Core): ScopeQuestion {
  const { quoting, scope } = question;
  const pieces = core.pieces.get(scope);
  if (quoting === null || pieces === undefined) return question;
  return { ...question, quoting: { ...quoting, corePieces: (seq) => pieces.get(seq) ?? [] } };
}

/** The lines of every source and scope that may answer. */
export async function retrieveAll(
  run: RecallRun,
  questions: readonly ScopeQuestion[],
): Promise<RecallCandidate[]> {
  const candidates: RecallCandidate[] = [];
  for (const source of run.from) {
    for (const scopeQuestion of questions) {
      run.signal?.throwIfAborted();
      candidates.push(...(await retrieveFrom(lookupOf(run, scopeQuestion), scopeQuestion.scope, source)));
      await giveWay();
    }
  }
  return questions.length > 1 ? oncePerKey(candidates) : candidates;
}
