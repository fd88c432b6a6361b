import { scopeOf } from "../../store/tables/tenant-rows.ts";
import { type ColdRow, coldRows, coldSince } from "../../store/writes/cool.ts";
import { changeRows } from "./steps.ts";
import type { UpkeepTask } from "./task.ts";

const DAY = 86_400_000;
/** Memories that one look takes. */
const PAGE = 2_000;

export const coldTask: UpkeepTask = {
  name: "cold",
  about: "Forgets, restorably, unimportant memories that nobody used for cold.afterDays.",
  reversible: true,
  isEnabled: ({ cold }) => cold.afterDays !== null,
  run: async (run) => {
    const { afterDays, belowImportance } = run.tools.settings.cold;
    if (afterDays === null) return false;
    const afterMs = afterDays * DAY;
    const rules = { unusedSince: run.at - afterMs, belowImportance };
    const forget = (coldRows: readonly ColdRow[]): Promise<unknown> =>
      run.apply("cool", {
        ...run.context(scopeOf(run.tenant, coldRows[0]!), "nobody has used it for long"),
        at: run.at,
        rules,
        afterMs,
        ids: coldRows.map(({ id }) => id),
        purgeAt: run.at + run.tools.settings.forget.purgeAfterDays * DAY,
      });
    const note = (row: ColdRow): void => {
      if (run.dryRun) run.count("cold");
      run.change({
        action: "forget",
        scope: scopeOf(run.tenant, row),
        memory: row,
        detail: `${row.status} → soft_deleted`,
        at: coldSince(row, afterMs),
      });
    };
    for (let after = Number(run.cursor ?? 0); ; ) {
      run.signal.throwIfAborted();
      if (run.isFull()) return true;
      const { rows, last } = await coldRows(run.tools.store.read, run.tenant, rules, { after, limit: PAGE });
      if (await changeRows(run, rows, forget, note)) return true;
      if (last === null) return false;
      after = last;
      if (!run.dryRun) await run.save(String(after));
    }
  },
};
