import type { OpEvent } from "../api/stats.ts";
import { MemoirError } from "../domain/errors.ts";
import { reachedLimit } from "../domain/limits.ts";
import { formatScope, type Scope } from "../domain/scope.ts";
import type { Settings } from "../domain/settings.ts";
import type { WriteOutcome } from "../domain/write-outcome.ts";
import { pause } from "../scope-index/load.ts";
import type { NewEvent } from "../store/events.ts";
import { findScope, type ScopeRow } from "../store/scopes.ts";
import type { NewVector } from "../store/vectors.ts";
import { usedWrites } from "../store/write-counts.ts";
import type { Committed, Refusal } from "../store/writes/commit.ts";
import type { WriteContext } from "../store/writes/context.ts";
import { type Decided, decide, type Refused } from "./decide.ts";
import { linksOf } from "./links-of.ts";
import { countedIn, keyDecides, look, NOTHING_SEEN, nearTo, type Seen, toQuery } from "./look.ts";
import type { Names } from "./meet.ts";
import { searched } from "./operations.ts";
import type { Proposal } from "./proposal.ts";
import { outcomeOf } from "./report.ts";
import type { WriteTools } from "./write-tools.ts";

/** How far the events are read once something is written, and what came of nothing until there. */
export interface Done {
  readonly watermark: number | null;
  readonly refusals: Refusal[];
  /** What the reading until there is counted as. */
  readonly ops: OpEvent[];
}

export const NOT_DONE: Done = { watermark: null, refusals: [], ops: [] };

/** A proposal with what is written beside it. */
export interface Entering {
  readonly proposal: Proposal;
  /** The event behind it: its place where it was recorded before, else the event itself. */
  readonly source: number | NewEvent;
  /** Further events that back it, by their places. Default: none. */
  readonly also?: readonly number[];
  readonly names: Names;
  readonly context: WriteContext;
  readonly done: Done;
  readonly signal?: AbortSignal | undefined;
}

export type Entered =
  | (Omit<Committed, "outcome"> & { readonly outcome: WriteOutcome })
  | { readonly refused: Refused };

/** How often a claim is decided about because another process wrote meanwhile. */
const TRIES = 200;

/** The way in of every claim: look → decide → commit, and again when somebody wrote meanwhile. */
export async function enter(tools: WriteTools, scope: Scope, entering: Entering): Promise<Entered> {
  const vectors = await vectorsFor(tools, scope, entering);
  return tools.turns.run(`${scope.tenant} ${formatScope(scope)}`, async () => {
    for (let tries = 0; ; tries += 1) {
      // Comparing takes milliseconds; many that wait for their turn must not take it in one go.
      await pause();
      const entered = await tryOnce(tools, scope, entering, vectors, tries >= TRIES);
      if (entered !== null) return entered;
    }
  });
}

async function tryOnce(
  tools: WriteTools,
  scope: Scope,
  { proposal, source, also = [], names, context, done, signal }: Entering,
  vectors: readonly NewVector[],
  isLast: boolean,
): Promise<Entered | null> {
  const { place, policy, settings, seen, decided } = await decideNow(
    tools,
    scope,
    { proposal, names, context },
    vectors,
  );
  if ("refused" in decided) return decided;
  const { claim } = decided;
  // A key of their own keeps words from meeting others, not from being about the same thing.
  const apart = settings.relations.enable && place !== undefined && keyDecides(proposal);
  const near = apart
    ? await nearTo(tools, { ...place, tenant: scope.tenant }, proposal.candidate.text, vectors.map(toQuery))
    : seen.near;
  try {
    const committed = await tools.store.write(
      "commit",
      {
        ...context,
        ...done,
        ops: [...done.ops, ...searched(tools, proposal, seen, claim)],
        policy,
        entry: {
          ...{ claim, source, ifRev: place?.rev ?? 0, text: proposal.candidate.text },
          ...{ alsoFrom: [...also], vectors: [...vectors] },
          links: linksOf(claim, proposal.candidate, near, settings, context.at),
        },
      },
      { signal },
    );
    tools.changed();
    return { ...committed!, outcome: outcomeOf(committed!.outcome, claim.status) };
  } catch (error) {
    if (isLast || !isStale(error)) throw error;
    return null;
  }
}

interface DecidedNow {
  readonly place: ScopeRow | undefined;
  readonly policy: number;
  readonly settings: Settings;
  readonly seen: Seen;
  readonly decided: Decided;
}

/** look → decide, against what is known at this moment; nothing is written. */
export async function decideNow(
  tools: WriteTools,
  scope: Scope,
  { proposal, names, context }: Pick<Entering, "proposal" | "names" | "context">,
  vectors: readonly NewVector[],
): Promise<DecidedNow> {
  const place = await findScope(tools.store.read, scope);
  const { settings, policy } = await tools.tenants.now(scope.tenant);
  const seen =
    place === undefined
      ? NOTHING_SEEN
      : await look(tools, scope, place, proposal, vectors, settings, context.categories);
  await pause();
  return {
    place,
    policy,
    settings,
    seen,
    decided: decide({ scope, proposal, seen, settings, names, now: context.at }),
  };
}

/** Where the limits leave no room for a new memory, no embedder is asked: words tell what is known already. */
export async function vectorsFor(
  tools: WriteTools,
  scope: Scope,
  { proposal, context }: Pick<Entering, "proposal" | "context">,
): Promise<readonly NewVector[]> {
  if (!context.embeds) return [];
  const place = await findScope(tools.store.read, scope);
  if (place !== undefined && proposal.asked !== null) {
    const { settings } = await tools.tenants.now(scope.tenant);
    const used = await usedWrites(
      tools.store.read,
      { tenant: scope.tenant, num: place.num },
      countedIn(proposal),
    );
    if (reachedLimit(used, settings.writePolicy) !== null) return [];
  }
  return tools.embed(proposal.candidate.text);
}

function isStale(error: unknown): boolean {
  return MemoirError.is(error) && error.code === "conflict" && error.details?.stale === true;
}
