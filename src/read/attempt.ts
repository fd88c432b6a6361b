import type { Degraded } from "../api/recall.ts";
import { versionFor } from "../domain/canary.ts";
import { checkAborted } from "../domain/errors.ts";
import { BoundedMap } from "../runtime/bounded-map.ts";
import { giveWay } from "../runtime/yield.ts";
import { type ReadableScope, resolveScopes } from "../scope-index/scope-index.ts";
import { filterFor } from "./parse/filter.ts";
import { beforeDeadline, type Deadline, deadlineIn, degradedFor, readerUntil } from "./shared/deadline.ts";
import type { RecallRequest, RecallRun } from "./shared/request.ts";

const DISABLED: Degraded = { reason: "disabled", detail: "Reading is switched off in the settings." };

/**
 * Runs a read in its scopes, under the newest policies and within its deadline. What goes wrong degrades the answer, or
 * leaves `nothing` of it; only a bad argument, an abort and a closed engine are errors.
 */
export async function attempt<T>(
  request: RecallRequest,
  read: (run: RecallRun) => Promise<T>,
  nothing: (request: RecallRequest, degraded: Degraded) => T,
): Promise<T> {
  const { settings, signal } = request;
  if (!settings.enable) return nothing(request, DISABLED);
  checkAborted(signal);
  // Before anything is read: what an agent may not see must not depend on what is there.
  filterFor(request);
  await giveWay();
  const deadline = deadlineIn(request.deadlineMs, signal);
  try {
    const readableScopes = await resolveAnyhow(request, deadline);
    const current = await underNewest(request, readableScopes, deadline);
    const answer = current.settings.readPolicy.enable
      ? await read({ ...current, deadline, readableScopes, visible: filterFor(current) })
      : nothing(current, deadline.degraded ?? DISABLED);
    checkAborted(signal);
    return answer;
  } catch (error) {
    checkAborted(signal);
    return nothing(request, degradedFor(error));
  } finally {
    deadline.stop();
  }
}

/** The rows of scopes as they were last looked up, for each engine's indexes. */
const LAST = new WeakMap<object, Map<string, ReadableScope>>();
const MAX_LAST = 10_000;

/** Finds the rows of the scopes. Where the database does not answer, the row known last is used. */
async function resolveAnyhow(
  { reader: store, scopes, indexes }: RecallRequest,
  deadline: Deadline,
): Promise<ReadableScope[]> {
  const reader = readerUntil(deadline, store);
  const last = LAST.get(indexes) ?? new BoundedMap<string, ReadableScope>(MAX_LAST);
  LAST.set(indexes, last);
  const readable: ReadableScope[] = [];
  for (const scope of scopes) {
    const name = JSON.stringify([scope.tenant, scope.kind, scope.id]);
    try {
      const [resolved] = await resolveScopes(reader, [scope]);
      last.delete(name);
      if (resolved === undefined) continue;
      last.set(name, resolved);
      readable.push(resolved);
    } catch (error) {
      deadline.degraded ??= degradedFor(error);
      const lastState = last.get(name);
      if (lastState !== undefined) readable.push({ ...lastState, scope });
    }
  }
  return readable;
}

/**
 * The request under the newest policies. Resolving a scope tells whether there are newer ones, so a warm recall never
 * asks for them. If they do not arrive in time, the known ones apply.
 */
async function underNewest(
  request: RecallRequest,
  scopes: readonly ReadableScope[],
  deadline: Deadline,
): Promise<RecallRequest> {
  const isNewest = ({ policies }: ReadableScope): boolean =>
    request.scopes.length === 0 || versionFor(request.scopes[0]!, policies) === request.policy;
  if (scopes.every(isNewest)) return request;
  try {
    return await beforeDeadline(deadline, request.newer());
  } catch (error) {
    deadline.degraded ??= degradedFor(error);
    return request;
  }
}
