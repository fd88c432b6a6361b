import { estimateTokens } from "../../domain/budget.ts";
import type { Case } from "../../domain/case.ts";
import { endOfPlan, ttlDaysOf } from "../../domain/effective-status.ts";
import type { MemoirErrorCode } from "../../domain/errors.ts";
import { type Evictable, evict, HELD } from "../../domain/limits.ts";
import { CONFIDENTIAL } from "../../domain/memory.ts";
import { REASONS } from "../../domain/reason.ts";
import type { Settings } from "../../domain/settings.ts";
import { type Again, evidenceTrust, isUsersWord, sourceRank } from "../../domain/trust.ts";
import type { WriteQuotaKey } from "../../store/tables/limits.ts";
import type { MemoryRow } from "../../store/tables/memories.ts";
import { metaOfClaim } from "../../store/tables/review-queue.ts";
import type { Claim, NewMemory } from "../../store/writes/claim.ts";
import type { ClaimProposal } from "../tools/proposal.ts";
import { changesOf, newMemory } from "./claim.ts";
import type { DecideInput } from "./decide-input.ts";
import { countedIn, type DecisionContext } from "./decision-context.ts";
import { isRateLimited, limitedAs, signsOf } from "./gate.ts";
import { judge, type PolicyVerdict, type Refusal } from "./judge.ts";
import { type KnownMatch, matchProposal } from "./match-proposal.ts";

/** Why nothing is written. */
export interface Refused {
  readonly outcome: Refusal;
  readonly reason: string;
  /** For who asked for it. */
  readonly code: MemoirErrorCode;
  /** The known memory that it concerns. */
  readonly memory: string | null;
}

/** What a claim leads to, and the case that was judged. */
export type Decided = { readonly case: Case } & ({ readonly claim: Claim } | { readonly refused: Refused });

/**
 * Decides on a claim from any source: match known memories → judge by the policy → the rows to write. It reads nothing,
 * and the same input always gives the same answer.
 */
export function decide(input: DecideInput): Decided {
  const { proposal, settings } = input;
  const { role, source } = proposal;
  // An import is trusted as one, whoever is said to have spoken.
  const trust = evidenceTrust(source.type === "import" ? [role, "import"] : [role]);
  const met = matchProposal(input, trust);
  const claimCase = caseOf(input, met, trust);
  const verdict = judge(claimCase, settings.writePolicy);
  if ("code" in verdict) {
    const { fate, reason, code } = verdict;
    const memory = fate === "forgotten" ? (met.row?.id ?? null) : null;
    return { case: claimCase, refused: { outcome: fate, reason, code, memory } };
  }
  return { case: claimCase, claim: claimOf(input, { met, case: claimCase, verdict, trust }) };
}

/** What was found out about a claim that is let in. */
interface Judged {
  readonly met: KnownMatch;
  readonly case: Case;
  readonly verdict: Extract<PolicyVerdict, { readonly parts: unknown }>;
  readonly trust: number;
}

/** The rows to write for a claim that is let in. */
function claimOf(input: DecideInput, { met, case: claimCase, verdict, trust }: Judged): Claim {
  const { proposal, seen, settings, now } = input;
  const { candidate, source, overrides } = proposal;
  const { fate: status } = verdict;
  const isFull = claimCase.isNew && claimCase.limited !== "never" && seen.full !== null;
  const evicts = isFull
    ? evict(seen.full, { now: new Date(now), newcomer: status, keptTypes: settings.writePolicy.keepTypes })
    : null;

  const byNum = new Map([...seen.near, ...seen.forgotten].map(({ row }) => [row.num, row]));
  const rowsOf = (nums: readonly number[]): MemoryRow[] => nums.flatMap((num) => byNum.get(num) ?? []);
  const replaced = rowsOf(met.replaces);
  const memory = memoryOf(input, { met, case: claimCase, verdict, trust }, confidentialIn(replaced));
  const replaces = replaced.map(({ id }) => id);
  const { ceiling } = settings.strength;
  const change = {
    statedFields: overrides?.statedFields ?? [],
    replaces: replaces.length > 0,
    at: now,
    ceiling,
  };
  return {
    outcome: met.outcome,
    reason: status === "active" ? met.reason : `${met.reason}; ${verdict.reason}`,
    memory: met.row === undefined ? memory : null,
    met:
      met.row === undefined
        ? null
        : { id: met.row.id, changes: changesOf(met.row, memory, met.outcome as Again, change) },
    status,
    evicts,
    replaces,
    until: rowsOf(met.until).map(({ id }) => id),
    evidence: {
      method: candidate.method,
      trust,
      model: proposal.model,
      prompt_hash: proposal.promptHash,
      span_start: candidate.span[0],
      span_end: candidate.span[1],
      // Whoever approves a weaker word takes its side.
      meta: metaOfClaim(verdict.parts, [...rowsOf(met.against).map(({ id }) => id), ...replaces]),
      created_at: now,
    },
    counted: isRateLimited(claimCase.limited, settings.writePolicy) ? placeOf(proposal) : null,
    wantedId: overrides?.id,
    validFrom: candidate.validFrom ?? source.at,
  };
}

/** The row of a new memory; `tags`: those that it takes over. */
function memoryOf(
  { scope, proposal, settings, now }: DecideInput,
  { met, verdict, trust }: Judged,
  tags: readonly string[],
): NewMemory {
  const { candidate, role, overrides } = proposal;
  const { type, expiresAt, method } = candidate;
  const setsEnd = overrides?.statedFields.includes("expires_at") === true;
  return newMemory(proposal, {
    key: met.key,
    tags: [...(candidate.tags ?? []), ...tags],
    status: verdict.fate,
    hearsay: verdict.reason === REASONS.onlyOther ? 1 : 0,
    confidence: verdict.confidence,
    trust,
    at: now,
    rank: sourceRank(role, method),
    ttl_days: ttlDaysOf(type, settings.retentionDays, expiresAt !== null),
    expires_at: setsEnd ? expiresAt : endOfPlan(type, expiresAt, settings.retentionDays),
    user_id: scope.kind === "user" ? scope.id : null,
  });
}

/** Everything that the policy looks at, without a word of what was said. */
function caseOf(input: DecideInput, met: KnownMatch, trust: number): Case {
  const { proposal, seen, settings, now } = input;
  const { candidate, role } = proposal;
  const { type, method, confidence, corrects, text } = candidate;
  return {
    ...{ type, role, method, path: pathOf(proposal), base: confidence, corrects },
    evidenceCount: met.row === undefined ? 1 : evidenceWith(met.row, seen, trust),
    weaker: met.outcome === "coexist",
    ...signsOf(input, met.row?.text !== text),
    forgotten: whyForgotten(input, met, trust),
    isNew: met.row === undefined,
    limited: limitedAs(proposal),
    used: seen.used,
    full: seen.full === null ? null : fullCase(seen.full, settings.writePolicy, now),
    tokens: estimateTokens(text),
  };
}

/** What was seen of a scope that is full under a limit. */
function fullCase(
  rows: readonly Evictable[],
  { maxItemsPerScope, keepTypes: keptTypes }: Settings["writePolicy"],
  now: number,
): NonNullable<Case["full"]> {
  const evictable = HELD.filter(
    (newcomer) => evict(rows, { now: new Date(now), newcomer, keptTypes }) !== null,
  );
  return { held: Math.max(rows.length, maxItemsPerScope ?? 0), evictable };
}

/** The way a claim takes into memory: the sort of its event with whose word it is, or the tool that asks for it. */
function pathOf({ role, source, tool }: ClaimProposal): string {
  return tool === undefined ? `${source.type}:${role}` : `tool:${tool}`;
}

/** Where it is counted from now on. Nothing else can be said in the turn of an event that was made for it. */
function placeOf(proposal: ClaimProposal): WriteQuotaKey {
  const place = countedIn(proposal);
  return proposal.overrides?.ownEvent === true && proposal.source.turn === null
    ? { ...place, turn: null }
    : place;
}

/** Independent pieces of evidence for a known memory with this one: those trusted as much as the best. */
function evidenceWith(row: MemoryRow, { backed }: DecisionContext, trust: number): number {
  if (trust > row.trust) return 1;
  return row.evidence_count + (trust < row.trust || backed.includes(row.id) ? 0 : 1);
}

/** Why what was forgotten stays so, in other words too: only the user, by saying it again, or a trusted tool brings it back. */
function whyForgotten(
  { proposal, seen, settings }: DecideInput,
  { row, restates }: KnownMatch,
  trust: number,
): string | null {
  const byTool = proposal.tool !== undefined && settings.writePolicy.tools === "trusted";
  const usersWord = byTool || isUsersWord(trust);
  const said = restates ?? row;
  const gone = said?.status === "soft_deleted";
  const buried = gone ? seen.forgotten.find((one) => one.row.id === said.id)?.at : null;
  const at = Math.max(seen.forgottenAt ?? 0, buried ?? 0);
  if (at === 0 && (usersWord || !gone)) return null;
  // A command is said when it is given.
  if (proposal.overrides === null && at >= proposal.source.recordedAt)
    return "it was forgotten after it was said";
  return usersWord ? null : "it was forgotten, and this is not the user's word";
}

/** A restriction on readers also holds for the new text, whether the model repeats it or not. */
function confidentialIn(rows: readonly MemoryRow[]): string[] {
  return rows.flatMap(({ tags }) =>
    (JSON.parse(tags) as string[]).filter((tag) => tag.startsWith(CONFIDENTIAL)),
  );
}
