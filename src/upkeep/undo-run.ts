import type { UpkeepUndone } from "../api/upkeep.ts";
import { checkAborted, MemoirError } from "../domain/errors.ts";
import { formatScope } from "../domain/scope.ts";
import { scopesOfBatch } from "../store/history.ts";
import { undoableBatch } from "../store/writes/undo.ts";
import { findRun } from "../store/writes/upkeep.ts";
import { type ByHand, undoWhole } from "../write/change-by-id.ts";
import { UPKEEP } from "./index.ts";
import type { UpkeepTools } from "./task.ts";

const OPERATOR = { actor: "operator", access: { agent: null, categories: null } };

/**
 * Takes back a run, scope by scope. Whether all of it can be is looked at first; one that is interrupted is finished by
 * asking again, for what is undone is no longer part of it.
 */
export async function undoRun(
  tools: UpkeepTools,
  tenant: string,
  run: string,
  { reason, signal }: Pick<ByHand, "reason" | "signal">,
): Promise<UpkeepUndone> {
  const { read } = tools.store;
  const record = await findRun(read, tenant, run);
  if (record === undefined) {
    throw new MemoirError("not_found", `There is no upkeep run ${run}. List them to see which there are.`);
  }
  const task = UPKEEP.find(({ name }) => name === record.name);
  if (task?.reversible === false) {
    throw new MemoirError("gone", `Run ${run} of ${task.name} erased for good: it is beyond undo.`, {
      details: { run, name: task.name },
    });
  }
  const scopes = await scopesOfBatch(read, tenant, run);
  if (scopes.length === 0) {
    throw new MemoirError("nothing_to_undo", `Run ${run} changed nothing, or was undone already.`);
  }
  for (const { num } of scopes) await undoableBatch(read, { tenant, num }, run);
  let undone = 0;
  for (const { kind, id } of scopes) {
    checkAborted(signal);
    const by = { scope: { tenant, kind, id }, acting: OPERATOR, reason, signal };
    undone += (await undoWhole(tools, by, run, true)).undone.length;
  }
  return { run, scopes: scopes.map(formatScope), undone };
}
