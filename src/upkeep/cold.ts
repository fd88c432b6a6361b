import { formatScope } from "../domain/scope.ts";
import { scopeOf } from "../store/tenant-rows.ts";
import { type ColdRow, type ColdRules, coldRows, coldSince } from "../store/writes/cool.ts";
import { atOnce, countIn, firstOf, groupsOf } from "./at-once.ts";
import { contextOf, type Run, type UpkeepTask, type UpkeepTools } from "./task.ts";

const DAY = 86_400_000;
/** Memories that one look takes. */
const PAGE = 2_000;

/** Forgets, restorably, what nobody has used for long and does not matter much. */
export const coldTask: UpkeepTask = {
  name: "cold",
  about: "Forgets, restorably, unimportant memories that nobody used for cold.afterDays.",
  reversible: true,
  wanted: ({ cold }) => cold.afterDays !== null,
  run: async (run, tools) => {
    const { afterDays, belowImportance } = tools.settings.cold;
    if (afterDays === null) return false;
    const afterMs = afterDays * DAY;
    const rules = { unusedSince: run.at - afterMs, belowImportance };
    for (let after = Number(run.place ?? 0); ; ) {
      run.signal.throwIfAborted();
      if (run.isFull()) return true;
      const { rows, last } = await coldRows(tools.store.read, run.tenant, rules, { after, limit: PAGE });
      for (const group of groupsOf(rows, (row) => row)) {
        if (run.isFull()) return true;
        const some = firstOf(group, run.left("rows"));
        if (!run.dryRun) await atOnce(some.map((own) => forgetCold(run, tools, own, { rules, afterMs })));
        for (const row of some.flat()) {
          if (run.dryRun) run.count("rows");
          if (run.dryRun) run.count("cold");
          run.change(changeOf(run.tenant, row, afterMs));
        }
        if (countIn(some) < countIn(group)) return true;
      }
      if (last === null) return false;
      after = last;
      if (!run.dryRun) await run.save(String(after));
    }
  },
};

/** Forgets memories of one scope. */
function forgetCold(
  run: Run,
  tools: UpkeepTools,
  own: readonly ColdRow[],
  cold: { readonly rules: ColdRules; readonly afterMs: number },
): Promise<unknown> {
  const scope = scopeOf(run.tenant, own[0]!);
  return run.apply("cool", {
    ...{ ...contextOf(run, tools, scope, "nobody has used it for long"), at: run.at },
    ...{ ...cold, ids: own.map(({ id }) => id) },
    purgeAt: run.at + tools.settings.forget.purgeAfterDays * DAY,
  });
}

function changeOf(tenant: string, row: ColdRow, afterMs: number): Parameters<Run["change"]>[0] {
  return {
    ...{ action: "forget", scope: formatScope(scopeOf(tenant, row)), memoryId: row.id, text: row.text },
    ...{ detail: `${row.status} → soft_deleted`, at: new Date(coldSince(row, afterMs)) },
  };
}
