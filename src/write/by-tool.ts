import type { Said } from "../domain/candidate.ts";
import { MemoirError } from "../domain/errors.ts";
import { factKey } from "../domain/key.ts";
import { scoreConfidence } from "../domain/match/confidence.ts";
import { sourceRank } from "../domain/match/source-rank.ts";
import { evidenceTrust } from "../domain/match/trust.ts";
import { givesPower } from "../domain/power.ts";
import type { Scope } from "../domain/scope.ts";
import { looksLikeInstruction } from "../domain/suspicion.ts";
import type { ToolName } from "../domain/tool-names.ts";
import { namesIn } from "../store/author-names.ts";
import { listEvents } from "../store/events.ts";
import { findScope } from "../store/scopes.ts";
import type { Admitted } from "./gate.ts";
import type { RememberedClaim } from "./keep-remembered.ts";
import { readEvents } from "./read-events.ts";
import { saidSo } from "./said-so.ts";
import type { WriteTools } from "./write-tools.ts";

/** The user's own messages that a tool call is held against. */
const RECENT = 20;

/** What the user said last in a scope, newest first, without what Memoir or the bot put there. */
export async function recentWords({ store, settings }: WriteTools, scope: Scope): Promise<Said[]> {
  const place = await findScope(store.read, scope);
  if (place === undefined) return [];
  const newest = Number.MAX_SAFE_INTEGER;
  const filter = { role: "user", type: "message" } as const;
  const events = await listEvents(store.read, scope.tenant, place.num, filter, newest, RECENT);
  const names = await namesIn(store.read, scope.tenant, place.num);
  return readEvents(events, scope, names, settings.privacy);
}

/**
 * What a model wants to remember through a tool, as the tool's word (C27, R296). It is the user's only where their own
 * messages say it; in a shared scope nobody's message speaks for all.
 */
export function toolClaim(
  claim: RememberedClaim,
  tool: ToolName,
  scope: Scope,
  words: readonly Said[],
): RememberedClaim {
  const usersWord = scope.kind === "user" && saidSo(claim.memory.text, words);
  const role = usersWord ? "user" : "tool";
  const admitted = claim.memory.status === "active" ? admit(claim, scope, usersWord) : null;
  const trust = evidenceTrust([role]);
  const method = "llm_extract";
  const confidence = scoreConfidence({ base: claim.memory.confidence, method, role, evidenceCount: 1 });
  return {
    ...claim,
    admitted: admitted?.reason ?? claim.admitted,
    memory: {
      ...claim.memory,
      status: admitted?.status ?? claim.memory.status,
      role: "tool",
      actor: claim.memory.agent,
      confidence,
      rank: sourceRank(role, method),
      trust,
    },
    event: {
      ...claim.event,
      type: "tool_result",
      role: "tool",
      actor: claim.memory.agent,
      content: JSON.stringify({ tool }),
    },
    evidence: { ...claim.evidence, method, trust },
  };
}

/** Its own key is taken by what the user said: the model's version stands beside it, under a key of its words. */
export function besideTaken(claim: RememberedClaim): RememberedClaim {
  return { ...claim, ownKey: false, memory: { ...claim.memory, key: factKey(claim.memory.text) } };
}

function admit({ memory }: RememberedClaim, scope: Scope, usersWord: boolean): Admitted {
  if (usersWord) return { status: "active", reason: "the user said so" };
  const suspicion = looksLikeInstruction(memory.text);
  if (suspicion !== null) {
    throw new MemoirError(
      "not_allowed",
      `It ${suspicion}, and the user did not say it. Nothing was stored. Do not try again unless the user asks for it.`,
    );
  }
  if (scope.kind === "group" && givesPower(memory.text)) {
    return { status: "pending", reason: "it gives somebody power in the group, and waits for approval" };
  }
  const { type } = memory;
  return type === "profile" || type === "preference" || type === "constraint"
    ? { status: "pending", reason: `only a tool said so, and a ${type} needs the user's own word` }
    : { status: "shadow", reason: "only a tool said so" };
}
