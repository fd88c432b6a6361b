import type { Candidate } from "../../domain/candidate.ts";
import { MemoirError } from "../../domain/errors.ts";
import type { Scope } from "../../domain/scope.ts";
import { changeOddsOf } from "../../scope-index/change-odds.ts";
import { toQuery } from "../../scope-index/spaces.ts";
import { findScope, type ScopeRecord } from "../../store/tables/scopes.ts";
import type { NewVector } from "../../store/tables/vectors.ts";
import type { ClaimProposal } from "../tools/proposal.ts";
import type { WriteTools } from "../tools/write-tools.ts";
import { type AuthorNamesById, matchAgainstKnown } from "./match-known.ts";
import { findNear } from "./nearest.ts";

/** Pairs that one call asks about. */
const MAX_PAIRS = 40;

/** From this similarity on two claims may be one in other words, whatever the judge of changes says. */
const NEARLY_SAME = 0.75;
/** Below these log-odds fewer than one in ten changes the other: not worth a call. */
const ASK_ODDS = -2;

/** Whether a claim may change a known memory, by the judge of changes; where nothing can be judged, it may. */
function mayChange(
  { indexes, store }: WriteTools,
  scopeRef: ScopeRecord,
  num: number,
  claim: readonly NewVector[],
): Promise<boolean> {
  return indexes.memories(store.read, scopeRef, async ({ corpus }) => {
    const item = corpus.itemOf(num);
    const odds = item === undefined ? undefined : changeOddsOf(corpus, item, claim.map(toQuery));
    return odds === undefined || odds >= ASK_ODDS;
  });
}

/**
 * The candidates of a reading with a model's word about the known memories that words leave open: one call for all of
 * them. Only what was known before is asked about, never one candidate about another: they come from one answer.
 * Memories that the model saw when it proposed them are judged already.
 */
export async function askAboutMatches(
  tools: WriteTools,
  { scope, names }: { readonly scope: Scope; readonly names: AuthorNamesById },
  proposed: readonly Pick<ClaimProposal, "candidate" | "role">[],
  signal: AbortSignal | undefined,
): Promise<Candidate[]> {
  const candidates = proposed.map(({ candidate }) => candidate);
  if (tools.ask === undefined || tools.settings.extraction.oneCall || candidates.length === 0)
    return candidates;
  const scopeRef = await findScope(tools.store.read, scope);
  if (scopeRef === undefined) return candidates;
  const ladder = { ...tools.settings.match, canAsk: true, oneTeller: scope.kind === "user" };
  const open: { readonly candidate: Candidate; readonly num: number; readonly text: string }[] = [];
  for (const proposal of proposed) {
    const { candidate } = proposal;
    const vectors = await tools.embed(candidate.text);
    const seen = await findNear(tools, scopeRef, { candidate, vectors });
    const { decision } = matchAgainstKnown(proposal, seen, { ...ladder, names, now: tools.now() });
    const like =
      decision.outcome === "ask" ? seen.near.find(({ row: { num } }) => num === decision.target) : undefined;
    if (like === undefined) continue;
    const { num, text } = like.row;
    const isAlike = (like.similarity ?? 1) >= NEARLY_SAME;
    if (isAlike || (await mayChange(tools, scopeRef, num, vectors))) open.push({ candidate, num, text });
  }
  if (open.length === 0) return candidates;
  const questions = open.slice(0, MAX_PAIRS);
  const pairs = questions.map(({ candidate, text }) => ({ a: candidate.text, b: text }));
  const words = await tools.ask(pairs, scope.tenant, signal);
  // Without its word there might be two memories of one fact: the events wait until it can be asked.
  if (words === null)
    throw new MemoirError("model_unavailable", "The model did not say whether two claims are one.");
  return candidates.map((candidate) => {
    const i = questions.findIndex((one) => one.candidate === candidate);
    if (i < 0) return candidate;
    const { num } = questions[i]!;
    return {
      ...candidate,
      matches: words[i] === "same" ? [...candidate.matches, num] : candidate.matches,
      contradicts: words[i] === "update" ? [...candidate.contradicts, num] : candidate.contradicts,
    };
  });
}
