import type { OpEvent } from "../api/stats.ts";
import type { WriteEntry } from "../api/write.ts";
import type { Candidate } from "../domain/candidate.ts";
import { MemoirError } from "../domain/errors.ts";
import type { Event } from "../domain/event.ts";
import { partRead } from "../domain/longest-read.ts";
import { scoreConfidence } from "../domain/match/confidence.ts";
import type { Decision } from "../domain/match/ladder.ts";
import { type SourceRole, sourceRank } from "../domain/match/source-rank.ts";
import { evidenceTrust } from "../domain/match/trust.ts";
import { givesPower } from "../domain/power.ts";
import { formatScope, type Scope } from "../domain/scope.ts";
import { endOfPlan, type Settings, ttlDaysOf } from "../domain/settings.ts";
import { looksForged, looksLikeInstruction } from "../domain/suspicion.ts";
import { CONFIDENTIAL } from "../domain/tags.ts";
import type { QueryVector } from "../scope-index/corpus.ts";
import { pause } from "../scope-index/load.ts";
import type { AuthorNames } from "../store/author-names.ts";
import { candidateHash } from "../store/decisions.ts";
import { evidenceWith } from "../store/evidence.ts";
import { toMemory } from "../store/memories.ts";
import { policyFor } from "../store/policies.ts";
import { findScope, type ScopeRow } from "../store/scopes.ts";
import { decodeVector, type NewVector } from "../store/vectors.ts";
import { metaOfClaim } from "../store/waiting.ts";
import type { Refusal } from "../store/writes/apply.ts";
import type { Claim, NewMemory } from "../store/writes/claim.ts";
import { newMemory } from "./claim.ts";
import { needsConsent, outcomeFor } from "./consent.ts";
import type { Extracted } from "./extract/extractor.ts";
import { gateCandidate } from "./gate.ts";
import { type Matched, match } from "./match.ts";
import { searched } from "./operations.ts";
import { outcomeOf } from "./report.ts";
import { trustInputs } from "./source-role.ts";
import { ruleOf } from "./standing-rule.ts";
import { statedNote } from "./stated.ts";
import type { WriteTools } from "./write-tools.ts";

/** How far the events are read once something is written, and what came of nothing until there. */
export interface Done {
  readonly watermark: number | null;
  readonly refusals: Refusal[];
  /** What the reading until there is counted as. */
  readonly ops: OpEvent[];
}

export interface Proposed {
  readonly candidate: Candidate;
  readonly event: Event;
  /** Further events that back it, by their places in the scope. Default: none. */
  readonly also?: readonly number[];
  readonly role: SourceRole;
  readonly extracted: Pick<Extracted, "model" | "promptHash">;
  /** What those who speak are called. */
  readonly names: ReadonlyMap<string, AuthorNames>;
}

/** match → score → gate → persist; again when somebody wrote meanwhile. A refusal is its reason. */
export async function settle(
  tools: WriteTools,
  scope: Scope,
  proposed: Proposed,
  done: Done,
): Promise<WriteEntry | string> {
  const vectors = await tools.embed(proposed.candidate.text);
  return tools.turns.run(`${scope.tenant} ${formatScope(scope)}`, () =>
    settleNow(tools, scope, proposed, vectors, done),
  );
}

async function settleNow(
  tools: WriteTools,
  scope: Scope,
  proposed: Proposed,
  vectors: readonly NewVector[],
  done: Done,
): Promise<WriteEntry | string> {
  for (let tries = 0; ; tries += 1) {
    await pause();
    const place = await placeOf(tools, scope);
    const matched = await matchIn(tools, scope, place, proposed, vectors, false);
    const { version, writePolicy } = await policyFor(tools.store.read, scope.tenant, tools.settings);
    const evidenceCount = await evidenceOf(tools, place, proposed, matched);
    const claim = claimOf(tools, scope, proposed, matched, vectors, { writePolicy, evidenceCount });
    if (typeof claim === "string") return claim;
    try {
      const applied = await tools.store.write("apply", {
        ...tools.context(scope, "extract"),
        ...done,
        ops: [...done.ops, ...searched(tools, proposed.event, matched)],
        ifRev: place.rev,
        event: null,
        claims: [claim],
        policy: version,
        // Whoever imports a list of claims wants all of them looked at.
        limits: statedNote(proposed.event) === null ? writePolicy : undefined,
      });
      tools.changed();
      const row = applied.memories[0] ?? null;
      return {
        outcome: outcomeOf(applied.outcomes[0]!, claim.memory.status),
        text: proposed.candidate.text,
        reason: applied.reasons[0]!,
        eventId: proposed.event.id,
        memory: row === null ? null : toMemory(row, tools.now()),
        replaced: applied.replaced[0]!,
      };
    } catch (error) {
      if (!isStale(error) || tries >= TRIES) throw error;
    }
  }
}

export async function placeOf({ store }: WriteTools, scope: Scope): Promise<ScopeRow & { tenant: string }> {
  const row = await findScope(store.read, scope);
  if (row === undefined) throw new MemoirError("internal", "A scope with events has no row.");
  return { ...row, tenant: scope.tenant };
}

export function matchIn(
  { indexes, store, settings, now }: WriteTools,
  scope: Scope,
  place: ScopeRow & { tenant: string },
  { candidate, role, names }: Pick<Proposed, "candidate" | "role" | "names">,
  vectors: readonly NewVector[],
  canAsk: boolean,
): Promise<Matched> {
  const options = { ...settings.match, canAsk, oneTeller: scope.kind === "user" };
  return indexes.memories(store.read, place, (index) =>
    match(candidate, role, index, vectors.map(toQuery), now(), names, options),
  );
}

/** Independent pieces of evidence for what it says, this one included. */
async function evidenceOf(
  { store }: WriteTools,
  place: ScopeRow & { tenant: string },
  { role, event }: Proposed,
  { decision, known }: Matched,
): Promise<number> {
  const met = decision.target === null ? undefined : known.get(decision.target)?.row;
  if (met === undefined || !AGAIN.has(decision.outcome)) return 1;
  return evidenceWith(store.read, place, met, {
    turn: event.turn,
    trust: evidenceTrust(trustInputs(event, role)),
  });
}

/** What is met is known already. */
const AGAIN: ReadonlySet<Decision["outcome"]> = new Set(["reinforce", "merge", "revive", "count"]);

/** score → gate: what the store is asked to write, or why nothing is. */
function claimOf(
  { settings, now }: WriteTools,
  scope: Scope,
  { candidate, event, also = [], role, extracted }: Proposed,
  { incoming, decision, known, restates }: Matched,
  vectors: readonly NewVector[],
  { writePolicy, evidenceCount }: { writePolicy: Settings["writePolicy"]; evidenceCount: number },
): Claim | string {
  const at = now();
  const target = decision.target === null ? undefined : known.get(decision.target)?.row;
  const again = target !== undefined && AGAIN.has(decision.outcome);
  const weaker = decision.outcome === "coexist";
  const confidence = scoreConfidence({
    base: candidate.confidence,
    method: candidate.method,
    role,
    evidenceCount,
    weaker,
  });
  const consent = needsConsent(settings, scope, candidate, event);
  const gated = gateCandidate(writePolicy, {
    type: candidate.type,
    role,
    confidence,
    evidenceCount,
    weaker,
    imported: event.type === "import",
    suspicion: suspicionOf(role, partRead(event.role, event.text)),
    power: scope.kind === "group" && givesPower(candidate.text),
    rule: ruleOf(scope, candidate),
    consent,
  });
  if (gated.status === null) return gated.reason;
  const trust = evidenceTrust(trustInputs(event, role));
  const replaced = [...(again || target === undefined || weaker ? [] : [decision.target!]), ...decision.also];
  const replacedRows = replaced.flatMap((num) => known.get(num)?.row ?? []);
  const memory: NewMemory = newMemory({
    candidate: { ...candidate, tags: [...(candidate.tags ?? []), ...confidentialIn(replacedRows)] },
    key: incoming.key,
    status: gated.status,
    confidence,
    rank: sourceRank(role, candidate.method),
    trust,
    ttlDays: ttlDaysOf(candidate.type, settings.retentionDays, candidate.expiresAt !== null),
    expiresAt: endOfPlan(candidate.type, candidate.expiresAt, settings.retentionDays),
    event,
    user: scope.kind === "user" ? scope.id : null,
    at,
  });
  const replaces = replacedRows.map(({ id }) => id);
  return {
    outcome: outcomeFor(decision.outcome, consent),
    memory,
    target: again ? target.id : null,
    restates: restates?.row.id,
    replaces,
    until: decision.until.flatMap((num) => known.get(num)?.row.id ?? []),
    source: { seq: event.seq, recordedAt: event.recordedAt.getTime(), at: event.at.getTime() },
    evidence: {
      method: candidate.method,
      trust,
      span_start: candidate.span[0],
      span_end: candidate.span[1],
      model: extracted.model,
      prompt_hash: extracted.promptHash,
      // Whoever approves a weaker word takes its side.
      meta: metaOfClaim(weaker && target !== undefined ? [target.id, ...replaces] : replaces),
      created_at: at,
    },
    alsoFrom: [...also],
    turn: event.turn,
    validFrom: candidate.validFrom ?? event.at.getTime(),
    vectors: [...vectors],
    decision: {
      stage: "persist",
      reason: gated.status === "active" ? decision.reason : `${decision.reason}; ${gated.reason}`,
      hash: candidateHash(candidate.text),
    },
  };
}

/** What must be kept from somebody stays so in its new words, whether the model says it again or not. */
function confidentialIn(rows: readonly { readonly tags: string }[]): string[] {
  return rows.flatMap(({ tags }) =>
    (JSON.parse(tags) as string[]).filter((tag) => tag.startsWith(CONFIDENTIAL)),
  );
}

export function isStale(error: unknown): boolean {
  return MemoirError.is(error) && error.code === "conflict" && error.details?.stale === true;
}

export function toQuery({ model, data }: NewVector): QueryVector {
  return { model, vector: decodeVector(Buffer.from(data, "base64")) };
}

/** How often matching begins anew because somebody else wrote meanwhile. */
const TRIES = 50;

/** Why a message's words are not taken as they stand; a user may say more than a tool or a stranger. */
function suspicionOf(role: SourceRole, text: string): string | null {
  return role === "user" ? looksForged(text) : looksLikeInstruction(text);
}
