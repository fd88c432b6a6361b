import { randomUUID } from "node:crypto";
import type { OpEvent } from "../../api/stats.ts";
import type { Case } from "../../domain/case.ts";
import type { WriteOutcome } from "../../domain/change.ts";
import { MemoirError } from "../../domain/errors.ts";
import { reachedLimit } from "../../domain/limits.ts";
import type { Scope } from "../../domain/scope.ts";
import type { Settings } from "../../domain/settings.ts";
import { giveWay } from "../../runtime/yield.ts";
import { toQuery } from "../../scope-index/spaces.ts";
import type { NewEvent } from "../../store/tables/events.ts";
import { usedWrites } from "../../store/tables/limits.ts";
import { findScope } from "../../store/tables/scopes.ts";
import type { NewVector } from "../../store/tables/vectors.ts";
import type { Claim } from "../../store/writes/claim.ts";
import { type Committed, type CommittedEntry, isAlone, type RefusalRow } from "../../store/writes/commit.ts";
import type { WriteContext } from "../../store/writes/context.ts";
import { type Decided, decide, type Refused } from "../decide/decide.ts";
import {
  countedIn,
  type DecisionContext,
  EMPTY_CONTEXT,
  keyDecides,
  loadDecisionContext,
} from "../decide/decision-context.ts";
import { limitsOn } from "../decide/gate.ts";
import type { AuthorNamesById } from "../decide/match-known.ts";
import { linksOf, nearTo } from "../decide/nearest.ts";
import type { ClaimProposal } from "../tools/proposal.ts";
import { type KnownScope, PendingMemory, type ScopeWriteQueue, scopeKey } from "../tools/scope-queue.ts";
import type { WriteTools } from "../tools/write-tools.ts";
import { outcomeOf, searched } from "./report.ts";

/** How far the events are read once something is written, and what came of nothing until there. */
export interface ReadProgress {
  readonly watermark: number | null;
  /** Only the events of this session. Default: all of the scope. */
  readonly session?: string;
  readonly refusals: RefusalRow[];
  /** The outcome that is counted for the reading up to there. */
  readonly ops: OpEvent[];
}

export const NO_PROGRESS: ReadProgress = { watermark: null, refusals: [], ops: [] };

/** A proposal with what is written beside it. */
interface Entering {
  readonly proposal: ClaimProposal;
  /** The event behind it: its place where it was recorded before, else the event itself. */
  readonly source: number | NewEvent;
  /** Further events that back it, by their places. Default: none. */
  readonly also?: readonly number[];
  readonly names: AuthorNamesById;
  readonly context: WriteContext;
  readonly done: ReadProgress;
  readonly signal?: AbortSignal | undefined;
}

export type Entered =
  | (Omit<Committed, "outcome"> & { readonly outcome: WriteOutcome })
  | { readonly refused: Refused; readonly case: Case };

/** How often a claim is decided about because another process wrote meanwhile. */
const TRIES = 200;

/**
 * The way in of every claim: look → decide → commit, and again when somebody wrote meanwhile. A scope's turn ends when a
 * write is sent, not when it is durable: the next claim is compared with what is known and with what is under way, and
 * waits only where that matters.
 */
export async function submitClaim(tools: WriteTools, entering: Entering): Promise<Entered> {
  const vectors = await vectorsFor(tools, entering);
  const name = scopeKey(entering.context.scope);
  const lane = tools.lanes.of(name);
  for (let tries = 0; ; tries += 1) {
    const sent = await tools.turns.run(name, () => send(tools, lane, entering, vectors));
    if ("refused" in sent) return sent;
    try {
      return await sent.entered;
    } catch (error) {
      if (tries >= TRIES || !isStale(error)) throw error;
    }
  }
}

/**
 * Decides about a claim and sends it off; where others must not be compared before it is written, it waits for that.
 * The write in progress is wrapped, so that a caller who only waits for its turn does not wait for it.
 */
async function send(
  tools: WriteTools,
  lane: ScopeWriteQueue,
  entering: Entering,
  vectors: readonly NewVector[],
): Promise<{ entered: Promise<Entered> } | { refused: Refused; case: Case }> {
  const { proposal, source, also = [], context, done, signal } = entering;
  const { scope } = context;
  // Comparing takes a while; many that wait for their turn must not take it in one go.
  await giveWay();
  await (keyDecides(proposal) ? lane.idle() : lane.waitForCapacity());
  for (;;) {
    const isKnown = lane.scope !== undefined;
    if (!isKnown) {
      await lane.idle();
      lane.scope = await findScope(tools.store.read, scope);
    }
    // Both at one moment: what was under way is part of the scope once it is written.
    const { scope: scopeRef, underway } = lane;
    const found = await decideNow(tools, entering, vectors, { scopeRef, underway });
    const { policy, settings, seen, unsure, decided } = found;
    if (underway.length > 0 && (unsure || "refused" in decided)) {
      await lane.idle();
      continue;
    }
    if ("refused" in decided) {
      if (!isKnown) return decided;
      // The writer compares what is written, not what is refused: that must go by the scope as it is now.
      lane.scope = await findScope(tools.store.read, scope);
      if (isUnmoved(scopeRef, lane.scope)) return decided;
      continue;
    }
    const claim = { ...decided.claim, wantedId: decided.claim.wantedId ?? randomUUID() };
    // A separate key keeps a claim from matching others, not from being about the same thing.
    const apart = settings.relations.enable && scopeRef !== undefined && keyDecides(proposal);
    const near = apart
      ? await nearTo(
          tools,
          { ...scopeRef, tenant: scope.tenant },
          proposal.candidate.text,
          vectors.map(toQuery),
        )
      : seen.near;
    const links = linksOf(claim, proposal.candidate, near, settings.relations);
    if (meetsAny(claim, links?.links ?? [], underway)) {
      await lane.idle();
      continue;
    }
    // One of those under way has failed: what was decided after it is of no use.
    if (scopeRef !== undefined && lane.scope === undefined) continue;
    const written = tools.store.write(
      "commit",
      {
        ...{ ...context, ...done, policy },
        ops: [...done.ops, ...searched(tools, proposal, seen, claim)],
        entry: {
          ...{ claim, case: decided.case, source, links, text: proposal.candidate.text },
          ifRev: (scopeRef?.rev ?? 0) + sum(underway, ({ moves }) => moves.rev),
          ifVec: (scopeRef?.vec ?? 0) + sum(underway, ({ moves }) => moves.vec),
          ...{ after: underway.at(-1)?.row.id ?? null, alsoFrom: [...also], vectors: [...vectors] },
        },
      },
      { signal },
    );
    // SQLite's writer keeps the order in which writes are sent.
    const { statementsAreCheap: inOrder } = tools.store.read.dialect;
    const isPlain = isAlone(claim) && seen.forgottenAt === null && !keyDecides(proposal);
    const next =
      inOrder && isPlain && scopeRef !== undefined
        ? new PendingMemory(
            { ...claim.memory!, id: claim.wantedId, num: lane.nextNum() },
            vectors.map(toQuery),
            (links?.links.length ?? 0) > 0,
          )
        : null;
    if (next !== null) lane.begin(next);
    const entered = written.then(
      (committed) => {
        heard(tools, lane, { tenant: scope.tenant, vectors, claim }, committed!);
        if (next !== null) lane.end(next);
        return { ...committed!, outcome: outcomeOf(committed!.outcome, claim.status) };
      },
      (error: unknown) => {
        lane.failed(isStale(error) && error.details.byOthers === true);
        if (next !== null) lane.end(next);
        throw error;
      },
    );
    const settled = entered.catch(() => undefined);
    if (next === null) await settled;
    return { entered };
  }
}

function isUnmoved(before: KnownScope | undefined, now: KnownScope | undefined): boolean {
  return (["num", "rev", "vec", "policy"] as const).every((name) => before?.[name] === now?.[name]);
}

function sum(all: readonly PendingMemory[], count: (one: PendingMemory) => number): number {
  return all.reduce((total, one) => total + count(one), 0);
}

/** Whether what was decided names something that is not written yet. */
function meetsAny(
  { met, replaces, until, evidence }: Claim,
  links: readonly { readonly id: string }[],
  underway: readonly PendingMemory[],
): boolean {
  if (underway.length === 0) return false;
  const named = new Set([met?.id, ...replaces, ...until, ...links.map(({ id }) => id)]);
  return underway.some(({ row: { id } }) => named.has(id) || evidence.meta.includes(id));
}

/** A written memory is known from now on; a memory that came alone need not be read back. */
function heard(
  tools: WriteTools,
  lane: ScopeWriteQueue,
  sent: { readonly tenant: string; readonly vectors: readonly NewVector[]; readonly claim: Claim },
  { memory, outcome, created: born, scope: moved }: CommittedEntry,
): void {
  const { tenant, vectors, claim } = sent;
  const { validFrom, met, counted } = claim;
  lane.written(moved, met === null && outcome !== "known" ? counted : null);
  tools.changed();
  if (memory === null || born === null) return;
  const { num, sources, relations } = born;
  const { rev, vec } = moved;
  tools.indexes.learn(tenant, moved.num, {
    ...{ rev, vec, validFrom, sources, relations },
    after: { rev: memory.rev - 1, vec: vectors.length > 0 ? vec - 1 : vec },
    row: { ...memory, num },
    vectors: vectors.map((one) => ({ ...toQuery(one), part: one.part, core: one.core })),
  });
}

function isStale(error: unknown): error is MemoirError {
  return MemoirError.is(error) && error.code === "conflict" && error.details?.stale === true;
}

interface DecidedNow {
  /** The version of the policies that were gone by. */
  readonly policy: number;
  readonly settings: Settings;
  readonly seen: DecisionContext;
  /** Writes in progress could leave no room for it. */
  readonly unsure: boolean;
  readonly decided: Decided;
}

/** look → decide, against a scope as it is known and what is under way in it; nothing is written. */
export async function decideNow(
  tools: WriteTools,
  { proposal, names, context }: Pick<Entering, "proposal" | "names" | "context">,
  vectors: readonly NewVector[],
  known: { readonly scopeRef: KnownScope | undefined; readonly underway?: readonly PendingMemory[] },
): Promise<DecidedNow> {
  const { scopeRef, underway = [] } = known;
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
  { proposal, context }: Pick<Entering, "proposal" | "context">,
): Promise<readonly NewVector[]> {
  const { scope } = context;
  if (!context.embeds) return [];
  const num = proposal.asked === null ? undefined : await scopeNum(tools, scope);
  if (num !== undefined) {
    const { writePolicy } = tools.tenants.last(scope).settings;
    if (!limitsOn(writePolicy, proposal).rate) return tools.embed(proposal.candidate.text);
    const counted = countedIn(proposal);
    const known =
      writePolicy.maxWritesPerTurn === null
        ? tools.lanes.of(scopeKey(scope)).usedAsKnown(counted)
        : undefined;
    const used = known ?? (await usedWrites(tools.store.read, { tenant: scope.tenant, num }, counted));
    if (reachedLimit(used, writePolicy) !== null) return [];
  }
  return tools.embed(proposal.candidate.text);
}

/** A scope's number. It never changes, so that who has it need not ask, and claims keep the order in which they come. */
export async function scopeNum(tools: WriteTools, scope: Scope): Promise<number | undefined> {
  return tools.lanes.of(scopeKey(scope)).num ?? (await findScope(tools.store.read, scope))?.num;
}
