import { mayTouch } from "../domain/allowlist.ts";
import type { Candidate } from "../domain/candidate.ts";
import type { Decision } from "../domain/match/ladder.ts";
import { isUsersWord } from "../domain/match/trust.ts";
import type { Scope } from "../domain/scope.ts";
import type { WriteOutcome } from "../domain/write-outcome.ts";
import { pause } from "../scope-index/load.ts";
import { namesIn } from "../store/author-names.ts";
import { candidateHash } from "../store/decisions.ts";
import type { MemoryRow } from "../store/memories.ts";
import { findScope, type ScopeRow } from "../store/scopes.ts";
import type { NewVector } from "../store/vectors.ts";
import { metaOfClaim } from "../store/waiting.ts";
import type { Claim } from "../store/writes/claim.ts";
import type { WriteContext } from "../store/writes/context.ts";
import type { PersistArgs } from "../store/writes/persist.ts";
import { match } from "./match.ts";
import { outcomeOf } from "./report.ts";
import { isStale, toQuery } from "./settle.ts";
import type { WriteTools } from "./write-tools.ts";

export type RememberedClaim = Omit<PersistArgs, keyof WriteContext | "vectors" | "ifScopeRev">;

/** How often matching begins anew because another process wrote meanwhile. */
const TRIES = 200;

/**
 * Keeps what somebody asked to remember. It meets what is known as an extracted claim would, so that saying a thing
 * and asking to remember it are one memory; only under a key of the caller's own it is what that key says.
 */
export async function keepRemembered(
  tools: WriteTools,
  scope: Scope,
  context: WriteContext,
  claim: RememberedClaim,
  vectors: readonly NewVector[],
  signal: AbortSignal | undefined,
): Promise<{ row: MemoryRow; outcome: WriteOutcome }> {
  for (let tries = 0; ; tries += 1) {
    // Comparing takes milliseconds; many that wait for their turn must not take it in one go.
    await pause();
    const place = await findScope(tools.store.read, scope);
    const met =
      claim.ownKey || place === undefined ? null : await meet(tools, scope, place, claim, vectors, context);
    try {
      if (met !== null) {
        const args = { ...context, ifRev: place!.rev, watermark: null, refusals: [], policy: claim.policy };
        const applied = await tools.store.write(
          "apply",
          { ...args, event: claim.event, claims: [met] },
          { signal },
        );
        const row = applied.memories[0];
        if (row != null) return { row, outcome: outcomeOf(applied.outcomes[0]!, claim.memory.status) };
      }
      const { memory: row, meeting } = await tools.store.write(
        "persist",
        { ...context, ...claim, vectors: [...vectors], ifScopeRev: claim.ownKey ? null : (place?.rev ?? 0) },
        { signal },
      );
      return { row, outcome: outcomeOf(meeting, claim.memory.status) };
    } catch (error) {
      if (!isStale(error) || tries >= TRIES) throw error;
    }
  }
}

/** The known memory it restates or replaces under another key; `null` where its own key decides. */
async function meet(
  tools: WriteTools,
  scope: Scope,
  place: ScopeRow,
  claim: RememberedClaim,
  vectors: readonly NewVector[],
  { categories }: WriteContext,
): Promise<Claim | null> {
  const { memory } = claim;
  const names = await namesIn(tools.store.read, scope.tenant, place.num);
  const { decision, known } = await tools.indexes.memories(
    tools.store.read,
    { ...place, tenant: scope.tenant },
    (index) =>
      match(
        candidateOf(claim),
        isUsersWord(memory.trust) ? "user" : "tool",
        index,
        vectors.map(toQuery),
        tools.now(),
        names,
        { ...tools.settings.match, canAsk: false, oneTeller: false },
      ),
  );
  const target = decision.target === null ? undefined : known.get(decision.target)?.row;
  if (target === undefined || !MEETS.has(decision.outcome)) return null;
  // A tool's word restates what stands; it brings nothing back.
  if (decision.outcome === "revive" && !isUsersWord(memory.trust)) return null;
  // What the handle may not see, it neither meets nor replaces: the claim stands beside it.
  const also = decision.also.filter((num) => mayTouch(categories, known.get(num)?.row.category ?? ""));
  if (!mayTouch(categories, target.category)) return null;
  if (target.key === memory.key && also.length === 0) return null;
  const again = decision.outcome !== "supersede";
  const replaced = [...(again ? [] : [decision.target!]), ...also];
  const replaces = replaced.flatMap((num) => known.get(num)?.row.id ?? []);
  return {
    outcome: decision.outcome as Claim["outcome"],
    memory,
    target: again ? target.id : null,
    given: claim.given,
    replaces,
    source: null,
    evidence: { ...claim.evidence, meta: metaOfClaim(replaces) },
    validFrom: claim.validFrom,
    vectors: [...vectors],
    decision: {
      stage: "persist",
      reason: memory.status === "active" ? decision.reason : `${decision.reason}; ${claim.admitted}`,
      hash: candidateHash(memory.text),
    },
  };
}

const MEETS: ReadonlySet<Decision["outcome"]> = new Set([
  "reinforce",
  "merge",
  "revive",
  "count",
  "supersede",
]);

function candidateOf({ memory, evidence }: RememberedClaim): Candidate {
  return {
    text: memory.text,
    kind: memory.kind,
    type: memory.type,
    category: memory.category,
    subject: memory.subject,
    slot: null,
    affirmed: true,
    method: evidence.method,
    confidence: memory.confidence,
    importance: memory.importance,
    corrects: false,
    validFrom: null,
    expiresAt: memory.expires_at,
    source: 0,
    span: [0, memory.text.length],
    matches: [],
    contradicts: [],
    ends: [],
  };
}
