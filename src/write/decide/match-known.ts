import type { Candidate } from "../../domain/candidate.ts";
import { ownerOf } from "../../domain/identity.ts";
import { factKey } from "../../domain/key.ts";
import { type SourceRole, scoreConfidence, sourceRank } from "../../domain/trust.ts";
import { underNewestName } from "../../language/shown-name.ts";
import type { AuthorNames } from "../../store/tables/authors.ts";
import { statusAt } from "../../store/tables/memories.ts";
import type { NumberedMemoryRow } from "../../store/tables/memory-search.ts";
import type { ClaimProposal } from "../tools/proposal.ts";
import type { DecisionContext } from "./decision-context.ts";
import { type Decision, type Incoming, type KnownMemory, matchKnown as ladder } from "./ladder.ts";
import type { LadderOptions } from "./ladder-options.ts";

export type AuthorNamesById = ReadonlyMap<string, AuthorNames>;

/**
 * The result of the matching ladder for a claim, and the forgotten memory that it repeats in any words.
 * Pure.
 */
export function matchAgainstKnown(
  { candidate, role }: Pick<ClaimProposal, "candidate" | "role">,
  { near, forgotten }: Pick<DecisionContext, "near" | "forgotten">,
  { names, now, ...options }: LadderOptions & { readonly names: AuthorNamesById; readonly now: number },
): { decision: Decision; restates: NumberedMemoryRow | null } {
  const incoming: Incoming = {
    ...candidate,
    key: factKey(candidate.text),
    requestedKey: candidate.key,
    rank: rankOf(candidate, role),
    later: candidate.validFrom !== null && candidate.validFrom > now,
    scored: scoreConfidence({ base: candidate.confidence, method: candidate.method, role, evidenceCount: 1 }),
  };
  const knownMemories = near.map(({ row, words, ...nearness }) =>
    toKnown(
      { ...row, ...(words && { key: words.key, text: words.text }) },
      statusAt(row, now),
      nearness,
      names,
    ),
  );
  const ladderDecision = ladder(incoming, knownMemories, options);
  // It says more than words that were merged; the memory itself may say more than both.
  const byOtherWords = near.some(
    ({ row, words }) => words !== undefined && row.num === ladderDecision.target,
  );
  const decision: Decision =
    ladderDecision.outcome === "merge" && byOtherWords
      ? { ...ladderDecision, outcome: "reinforce" }
      : ladderDecision;
  const like = forgotten.map(({ row }) => toKnown(row, row.status, APART, names));
  if (like.length === 0 || !NEW.has(decision.outcome)) return { decision, restates: null };
  const { outcome, target } = ladder(incoming, like, { ...options, canAsk: false });
  const restates = outcome === "revive" ? forgotten.find(({ row }) => row.num === target)!.row : null;
  if (restates === null || decision.outcome === "coexist") return { decision, restates };
  const also = [...(decision.outcome === "supersede" ? [decision.target!] : []), ...decision.also];
  const { until } = decision;
  const revived: Decision = { outcome: "revive", target, also, until, reason: "it was forgotten" };
  return { decision: revived, restates };
}

/** Nothing that is known says the same. */
const NEW: ReadonlySet<Decision["outcome"]> = new Set(["create", "supersede", "coexist", "ask"]);

/**
 * The rank a claim has when it meets others. A correction, or a statement that something changed or ended, refers to
 * the earlier claim and ranks like an explicit one.
 */
function rankOf(candidate: Candidate, role: SourceRole): number {
  const { corrects, affirmed, validFrom, method } = candidate;
  const speaksOfIt = corrects || !affirmed || validFrom !== null;
  return sourceRank(role, speaksOfIt ? "user_explicit" : method);
}

/** Of what no vector is compared. */
const APART = { similarity: null, cosine: null } as const;

/** Under the name its subject has now: who renamed themselves says the same as before. */
function toKnown(
  row: NumberedMemoryRow,
  status: KnownMemory["status"],
  { similarity, cosine }: Pick<KnownMemory, "similarity" | "cosine">,
  names: AuthorNamesById,
): KnownMemory {
  const { num, key, subject, slot, rank, confidence } = row;
  const called = subject === null ? undefined : names.get(ownerOf(subject));
  const text = called === undefined ? row.text : underNewestName(row.text, called);
  const affirmed = row.affirmed === 1;
  return { num, key, text, subject, slot, affirmed, status, rank, similarity, cosine, confidence };
}
