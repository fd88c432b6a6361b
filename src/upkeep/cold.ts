import { formatScope } from "../domain/scope.ts";
import { type ColdRow, type ColdRules, coldRows, coldSince, scopeOfCold } from "../store/cold.ts";
import { batchesOf, contextOf, type Run, type UpkeepTask, type UpkeepTools } from "./task.ts";

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
    const rules = { unusedSince: run.at - afterDays * DAY, belowImportance };
    for (let after = Number(run.place ?? 0); ; ) {
      run.signal.throwIfAborted();
      if (run.isFull()) return true;
      const { rows, last } = await coldRows(tools.store.read, run.tenant, rules, after, PAGE);
      for (const own of batchesOf(rows, (row) => row)) {
        if (run.isFull()) return true;
        const some = own.slice(0, run.left("rows"));
        await forgetCold(run, tools, rules, some, afterDays * DAY);
        if (some.length < own.length) return true;
      }
      if (last === null) return false;
      after = last;
      if (!run.dryRun) await run.save(String(after));
    }
  },
};

async function forgetCold(
  run: Run,
  tools: UpkeepTools,
  rules: ColdRules,
  rows: readonly ColdRow[],
  afterMs: number,
): Promise<void> {
  const scope = scopeOfCold(run.tenant, rows[0]!);
  if (run.dryRun) {
    run.count("rows", rows.length);
    run.count("cold", rows.length);
  } else {
    await run.apply("cool", {
      ...{ ...contextOf(run, tools, scope, "nobody has used it for long"), at: run.at },
      ...{ ids: rows.map(({ id }) => id), rules, afterMs },
      purgeAt: run.at + tools.settings.forget.purgeAfterDays * DAY,
    });
  }
  for (const row of rows) {
    run.change({
      ...{ action: "forget", scope: formatScope(scope), memoryId: row.id, text: row.text },
      ...{ detail: `${row.status} → soft_deleted`, at: new Date(coldSince(row, afterMs)) },
    });
  }
}
