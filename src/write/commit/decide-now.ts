import { reachedLimit } from "../../domain/limits.ts";
import type { Scope } from "../../domain/scope.ts";
import type { Settings } from "../../domain/settings.ts";
import { giveWay } from "../../runtime/yield.ts";
import { usedWrites } from "../../store/tables/limits.ts";
import { findScope } from "../../store/tables/scopes.ts";
import type { NewVector } from "../../store/tables/vectors.ts";
import type { WriteContext } from "../../store/writes/context.ts";
import { type Decided, decide } from "../decide/decide.ts";
import {
  countedIn,
  type DecisionContext,
  EMPTY_CONTEXT,
  loadDecisionContext,
} from "../decide/decision-context.ts";
import { limitsOn } from "../decide/gate.ts";
import type { AuthorNamesById } from "../decide/match-known.ts";
import type { ClaimProposal } from "../tools/proposal.ts";
import { type KnownScope, type PendingMemory, scopeKey } from "../tools/scope-queue.ts";
import type { WriteTools } from "../tools/write-tools.ts";

/** A claim on its way in. */
export interface SubmittedClaim {
  readonly proposal: ClaimProposal;
  /** The names of the speakers. */
  readonly names: AuthorNamesById;
  readonly context: WriteContext;
}

/** What is decided about a claim against a scope as it is known. */
export interface DecidedNow {
  /** The version of the policies that were gone by. */
  readonly policy: number;
  readonly settings: Settings;
  readonly seen: DecisionContext;
  /** Writes in progress could leave no room for it. */
  readonly unsure: boolean;
  readonly decided: Decided;
}

/** Loads the context and decides, against a scope as it is known and what is under way in it; nothing is written. */
export async function decideNow(
  tools: WriteTools,
  { proposal, names, context }: SubmittedClaim,
  vectors: readonly NewVector[],
  scopeState: { readonly scopeRef: KnownScope | undefined; readonly underway?: readonly PendingMemory[] },
): Promise<DecidedNow> {
  const { scopeRef, underway = [] } = scopeState;
  const { scope } = context;
  const last = tools.tenants.last(scope);
  const { settings, policy } = scopeRef?.policy === last.policy ? last : await tools.tenants.now(scope);
  const { seen, unsure } =
    scopeRef === undefined
      ? { seen: EMPTY_CONTEXT, unsure: false }
      : await loadDecisionContext(
          tools,
          { scopeRef, underway },
          { proposal, vectors, context },
          settings.writePolicy,
        );
  await giveWay();
  const decided = decide({ scope, proposal, seen, settings, names, now: context.at });
  return { policy, settings, seen, unsure, decided };
}

/** Where the limits leave no room for a new memory, no embedder is asked: words tell what is known already. */
export async function vectorsFor(
  tools: WriteTools,
  { proposal, context }: Pick<SubmittedClaim, "proposal" | "context">,
): Promise<readonly NewVector[]> {
  const { scope } = context;
  if (!context.embeds) return [];
  const num = proposal.overrides === null ? undefined : await scopeNum(tools, scope);
  if (num !== undefined) {
    const { writePolicy } = tools.tenants.last(scope).settings;
    if (!limitsOn(writePolicy, proposal).rate) return tools.embed(proposal.candidate.text);
    const counted = countedIn(proposal);
    const cached =
      writePolicy.maxWritesPerTurn === null
        ? tools.queues.of(scopeKey(scope)).usedAsKnown(counted)
        : undefined;
    const used = cached ?? (await usedWrites(tools.store.read, { tenant: scope.tenant, num }, counted));
    if (reachedLimit(used, writePolicy) !== null) return [];
  }
  return tools.embed(proposal.candidate.text);
}

/** A scope's number. It never changes, so that who has it need not ask, and claims keep the order in which they come. */
export async function scopeNum(tools: WriteTools, scope: Scope): Promise<number | undefined> {
  return tools.queues.of(scopeKey(scope)).num ?? (await findScope(tools.store.read, scope))?.num;
}
