import type { Scope } from "../../domain/scope.ts";
import { closeScope, type OpenScope, openScope } from "../scopes.ts";
import type { Tx } from "../tx.ts";

/** What every write to a scope says about itself. Plain data: it crosses into the writer's thread. */
export interface WriteContext {
  scope: Scope;
  /** The engine's clock (R322). */
  at: number;
  /** Who does it and why, for the history (R272). */
  actor: string;
  reason: string;
  /** Keep history rows and operational events (C17). */
  audit: boolean;
  /** How many changes the scope's ring keeps. */
  keepChanges: number;
  /** There is an embedder: new words that come without vectors ask for a job that makes them. */
  embeds: boolean;
}

/** Opens the scope, does the work, and writes the counters back: the frame of every logical write. */
export async function inScope<T>(
  tx: Tx,
  context: Pick<WriteContext, "scope" | "at">,
  work: (scope: OpenScope) => Promise<T>,
): Promise<T> {
  const scope = await openScope(tx, context.scope, context.at);
  const { seq, rev } = scope;
  const result = await work(scope);
  if (scope.seq !== seq || scope.rev !== rev) await closeScope(tx, scope);
  return result;
}
