import type { OpEvent } from "../../api/stats.ts";
import { mayTouch } from "../../domain/allowlist.ts";
import { MemoirError } from "../../domain/errors.ts";
import type { Scope } from "../../domain/scope.ts";
import type { Bands } from "../../domain/strength.ts";
import { type Quota, refuseOverQuota } from "../tables/limits.ts";
import { closeScope, type OpenScope, openScope } from "../tables/scopes.ts";
import type { Tx } from "../tx.ts";

/** The description of every write to a scope. Plain data: it is sent to the writer's thread. */
export interface WriteContext {
  scope: Scope;
  /** The engine's clock. */
  at: number;
  /** The actor and the reason, for the history. */
  actor: string;
  reason: string;
  /** The operation that this write is part of: all of it is undone together. Absent: it stands alone. */
  batch?: string | undefined;
  /** Keep history rows and operational events. */
  audit: boolean;
  /** How many changes the scope's ring keeps. */
  keepChanges: number;
  /** There is an embedder: new words that come without vectors ask for a job that makes them. */
  embeds: boolean;
  /** Below which strength a memory is archived or removed. Absent: at none. */
  bands?: Bands | undefined;
  /** Which part of the engine it is counted under. Default: that which writes what people say. */
  node?: OpEvent["node"] | undefined;
  /** The only categories whose memories this write may touch. Absent: all. */
  categories?: readonly string[] | undefined;
  /** How much the events may hold. Absent: any amount. */
  quota?: Quota | undefined;
}

/**
 * For a memory that a write comes upon without having asked for it: by its key, or because a claim replaces it. One of
 * a category outside is neither shown nor changed, and nothing of the write stays.
 */
export function refuseOutside({ categories }: WriteContext, category: string): void {
  if (mayTouch(categories, category)) return;
  throw new MemoirError(
    "not_allowed",
    `This would change a memory of a category outside this handle's own (${categories?.join(", ") || "none"}). ` +
      "Choose another key or other words, or ask somebody who may.",
  );
}

/** A logical write to the scope that its arguments name. */
export function scopeWrite<A extends Pick<WriteContext, "scope" | "at" | "quota">, T>(
  work: (scope: OpenScope, args: A) => Promise<T>,
): (tx: Tx, args: A) => Promise<T> {
  return (tx, args) => inScope(tx, args, (scope) => work(scope, args));
}

/** Opens the scope, does the work, and writes the counters back: the frame of every logical write. */
export async function inScope<T>(
  tx: Tx,
  context: Pick<WriteContext, "scope" | "at" | "quota">,
  work: (scope: OpenScope) => Promise<T>,
): Promise<T> {
  const scope = await openScope(tx, context.scope, context.at);
  const { seq, rev, eventBytes } = scope;
  const result = await work(scope);
  if (context.quota !== undefined && scope.eventBytes > eventBytes)
    await refuseOverQuota(scope, context.quota);
  if (scope.seq !== seq || scope.rev !== rev || scope.eventBytes !== eventBytes) await closeScope(scope);
  return result;
}
