import { randomUUID } from "node:crypto";
import type { OpEvent } from "../../api/stats.ts";
import type { Case } from "../../domain/case.ts";
import type { WriteOutcome } from "../../domain/change.ts";
import { MemoirError } from "../../domain/errors.ts";
import { giveWay } from "../../runtime/yield.ts";
import { toQuery } from "../../scope-index/spaces.ts";
import type { NewEvent } from "../../store/tables/events.ts";
import { findScope } from "../../store/tables/scopes.ts";
import type { NewVector } from "../../store/tables/vectors.ts";
import type { Claim } from "../../store/writes/claim.ts";
import { type Committed, type CommittedEntry, isAlone, type RefusalRow } from "../../store/writes/commit.ts";
import type { Refused } from "../decide/decide.ts";
import { keyDecides } from "../decide/decision-context.ts";
import { linksOf, nearTo } from "../decide/nearest.ts";
import type { ClaimProposal } from "../tools/proposal.ts";
import { type KnownScope, PendingMemory, type ScopeWriteQueue, scopeKey } from "../tools/scope-queue.ts";
import type { WriteTools } from "../tools/write-tools.ts";
import { type DecidedNow, decideNow, type SubmittedClaim, vectorsFor } from "./decide-now.ts";
import { outcomeOf, searchOps } from "./report.ts";

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
interface Entering extends SubmittedClaim {
  /** The event behind it: its place where it was recorded before, else the event itself. */
  readonly source: number | NewEvent;
  /** Further events that back it, by their places. Default: none. */
  readonly also?: readonly number[];
  readonly done: ReadProgress;
  readonly signal?: AbortSignal | undefined;
}

export type Entered = (Omit<Committed, "outcome"> & { readonly outcome: WriteOutcome }) | RefusedClaim;

/** How often a claim is decided about because another process wrote meanwhile. */
const TRIES = 200;

/**
 * The way in of every claim: load the context → decide → commit, and again when somebody wrote meanwhile. A scope's turn ends when a
 * write is sent, not when it is durable: the next claim is compared with what is known and with what is under way, and
 * waits only where that matters.
 */
export async function submitClaim(tools: WriteTools, entering: Entering): Promise<Entered> {
  const vectors = await vectorsFor(tools, entering);
  const name = scopeKey(entering.context.scope);
  const queue = tools.queues.of(name);
  for (let tries = 0; ; tries += 1) {
    const sent = await tools.turns.run(name, () => send(tools, queue, entering, vectors));
    if ("refused" in sent) return sent;
    try {
      return await sent.entered;
    } catch (error) {
      if (tries >= TRIES || !isStale(error)) throw error;
    }
  }
}

/** Where nothing is written: the reason, and the case that was judged. */
type RefusedClaim = { readonly refused: Refused; readonly case: Case };

/**
 * Decides about a claim and sends it off; where others must not be compared before it is written, it waits for that.
 * The write in progress is wrapped, so that a caller who only waits for its turn does not wait for it.
 */
async function send(
  tools: WriteTools,
  queue: ScopeWriteQueue,
  entering: Entering,
  vectors: readonly NewVector[],
): Promise<{ entered: Promise<Entered> } | RefusedClaim> {
  // Comparing takes a while; many that wait for their turn must not take it in one go.
  await giveWay();
  await (keyDecides(entering.proposal) ? queue.idle() : queue.waitForCapacity());
  for (;;) {
    const decided = await decideInQueue(tools, queue, entering, vectors);
    if (decided === "again") continue;
    if ("refused" in decided) return decided;
    // One of those under way has failed: what was decided after it is of no use.
    if (decided.scopeRef !== undefined && queue.scope === undefined) continue;
    // Nothing may come between this look at the queue and the write.
    const { entered, isInProgress } = sendCommit(tools, queue, entering, decided);
    if (!isInProgress) await entered.catch(() => undefined);
    return { entered };
  }
}

/** A claim to write, with the state of the scope that it was decided against. */
interface DecidedClaim extends Pick<DecidedNow, "policy" | "seen"> {
  readonly claim: Claim & { readonly wantedId: string };
  readonly case: Case;
  readonly links: ReturnType<typeof linksOf>;
  readonly vectors: readonly NewVector[];
  readonly scopeRef: KnownScope | undefined;
  readonly underway: readonly PendingMemory[];
}

/** One try to decide about a claim. `"again"`: it has to be decided against a newer state of the scope. */
async function decideInQueue(
  tools: WriteTools,
  queue: ScopeWriteQueue,
  entering: Entering,
  vectors: readonly NewVector[],
): Promise<DecidedClaim | RefusedClaim | "again"> {
  const { scope } = entering.context;
  const isKnown = queue.scope !== undefined;
  if (!isKnown) {
    await queue.idle();
    queue.scope = await findScope(tools.store.read, scope);
  }
  // Both at one moment: what was under way is part of the scope once it is written.
  const { scope: scopeRef, underway } = queue;
  const decidedNow = await decideNow(tools, entering, vectors, { scopeRef, underway });
  const { policy, seen, unsure, decided } = decidedNow;
  if (underway.length > 0 && (unsure || "refused" in decided)) {
    await queue.idle();
    return "again";
  }
  if ("refused" in decided) {
    if (!isKnown) return decided;
    // The writer compares what is written, not what is refused: that must go by the scope as it is now.
    queue.scope = await findScope(tools.store.read, scope);
    return isUnmoved(scopeRef, queue.scope) ? decided : "again";
  }
  const claim = { ...decided.claim, wantedId: decided.claim.wantedId ?? randomUUID() };
  const links = await findLinks(tools, entering, claim, { ...decidedNow, vectors, scopeRef });
  if (meetsAny(claim, links?.links ?? [], underway)) {
    await queue.idle();
    return "again";
  }
  return { claim, case: decided.case, links, policy, seen, vectors, scopeRef, underway };
}

/** The edges that come with a claim. */
async function findLinks(
  tools: WriteTools,
  { proposal, context: { scope } }: Entering,
  claim: Claim,
  {
    seen,
    settings,
    vectors,
    scopeRef,
  }: Pick<DecidedNow, "seen" | "settings"> & Pick<DecidedClaim, "vectors" | "scopeRef">,
): Promise<DecidedClaim["links"]> {
  const { candidate } = proposal;
  // A separate key keeps a claim from matching others, not from being about the same thing.
  const isApart = settings.relations.enable && scopeRef !== undefined && keyDecides(proposal);
  const near = isApart
    ? await nearTo(tools, { ...scopeRef, tenant: scope.tenant }, candidate.text, vectors.map(toQuery))
    : seen.near;
  return linksOf(claim, candidate, near, settings.relations);
}

/** Sends a claim to the writer. `isInProgress`: the next one may be compared with it before it is written. */
function sendCommit(
  tools: WriteTools,
  queue: ScopeWriteQueue,
  entering: Entering,
  decided: DecidedClaim,
): { entered: Promise<Entered>; isInProgress: boolean } {
  const { proposal, source, also = [], context, done, signal } = entering;
  const { claim, links, policy, seen, vectors, scopeRef, underway } = decided;
  const written = tools.store.write(
    "commit",
    {
      ...context,
      ...done,
      policy,
      ops: [...done.ops, ...searchOps(tools, proposal, seen, claim)],
      entry: {
        claim,
        case: decided.case,
        source,
        links,
        text: proposal.candidate.text,
        ifRev: (scopeRef?.rev ?? 0) + sum(underway, ({ moves }) => moves.rev),
        ifVec: (scopeRef?.vec ?? 0) + sum(underway, ({ moves }) => moves.vec),
        after: underway.at(-1)?.row.id ?? null,
        alsoFrom: [...also],
        vectors: [...vectors],
      },
    },
    { signal },
  );
  const next = pendingMemory(tools, queue, proposal, decided);
  if (next !== null) queue.begin(next);
  const entered = written.then(
    (committed) => {
      heard(tools, queue, { tenant: context.scope.tenant, vectors, claim }, committed!);
      if (next !== null) queue.end(next);
      return { ...committed!, outcome: outcomeOf(committed!.outcome, claim.status) };
    },
    (error: unknown) => {
      queue.failed(isStale(error) && error.details.byOthers === true);
      if (next !== null) queue.end(next);
      throw error;
    },
  );
  return { entered, isInProgress: next !== null };
}

/** The new memory that stands for a write in progress; `null`: others wait until it is written. */
function pendingMemory(
  { store }: WriteTools,
  queue: ScopeWriteQueue,
  proposal: ClaimProposal,
  { claim, links, seen, vectors, scopeRef }: DecidedClaim,
): PendingMemory | null {
  // SQLite's writer keeps the order in which writes are sent.
  const { statementsAreCheap: inOrder } = store.read.dialect;
  const isPlain = isAlone(claim) && seen.forgottenAt === null && !keyDecides(proposal);
  if (!inOrder || !isPlain || scopeRef === undefined) return null;
  const memory = { ...claim.memory!, id: claim.wantedId, num: queue.nextNum() };
  return new PendingMemory(memory, vectors.map(toQuery), (links?.links.length ?? 0) > 0);
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
  const ids = new Set([met?.id, ...replaces, ...until, ...links.map(({ id }) => id)]);
  return underway.some(({ row: { id } }) => ids.has(id) || evidence.meta.includes(id));
}

/** A written memory is known from now on; a memory that came alone need not be read back. */
function heard(
  tools: WriteTools,
  queue: ScopeWriteQueue,
  sent: { readonly tenant: string; readonly vectors: readonly NewVector[]; readonly claim: Claim },
  { memory, outcome, created: createdMemory, scope: moved }: CommittedEntry,
): void {
  const { tenant, vectors, claim } = sent;
  const { validFrom, met, counted } = claim;
  queue.written(moved, met === null && outcome !== "known" ? counted : null);
  tools.changed();
  if (memory === null || createdMemory === null) return;
  const { num, sources, relations } = createdMemory;
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
