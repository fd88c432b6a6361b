import { scopeOf } from "../../store/tables/tenant-rows.ts";
import {
  type Aged,
  type AgeRules,
  agedRow,
  ageingAction,
  countOf,
  dueRows,
  rowsToSweep,
  type SweptRow,
  sweptBy,
} from "../../store/writes/sweep.ts";
import { changeRows } from "./steps.ts";
import type { Run, UpkeepTask } from "./task.ts";

const DAY = 86_400_000;
/** Memories that one look takes. */
const PAGE = 500;

export const sweepTask: UpkeepTask = {
  name: "sweep",
  about:
    "Writes down what time has decided: expired, archived, removed, and back again after a change of settings.",
  reversible: true,
  run: async (run) => {
    const rules = { retentionDays: run.tools.settings.retentionDays, strength: run.tools.settings.strength };
    const settings = JSON.stringify(rules);
    if ((await sweptBy(run.tools.store.read, run.tenant)) === settings) return sweepDue(run, rules);
    if (await sweepAll(run, rules)) return true;
    if (!run.dryRun) await run.apply("noteSwept", { tenant: run.tenant, settings, at: run.at });
    return false;
  },
};

async function sweepDue(run: Run, rules: AgeRules): Promise<boolean> {
  for (let after = { due: Number.MIN_SAFE_INTEGER, num: 0 }; ; ) {
    if (run.isFull()) return true;
    const rows = await dueRows(run.tools.store.read, run.tenant, run.at, { after, limit: PAGE });
    if (await sweepRows(run, rules, rows)) return true;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return false;
    after = { due: last.due_at!, num: last.num };
  }
}

async function sweepAll(run: Run, rules: AgeRules): Promise<boolean> {
  for (let after = Number(run.cursor ?? 0); ; ) {
    if (run.isFull()) return true;
    const rows = await rowsToSweep(run.tools.store.read, run.tenant, { after, limit: PAGE });
    if (await sweepRows(run, rules, rows)) return true;
    if (rows.length < PAGE) return false;
    after = rows.at(-1)!.num;
    if (!run.dryRun) await run.save(String(after));
  }
}

/** A row with what time has made of it. */
type AgedRow = SweptRow & { readonly aged: Aged };

/** Says whether a limit was reached before all were done. */
function sweepRows(run: Run, rules: AgeRules, rows: readonly SweptRow[]): Promise<boolean> {
  const agedRows = rows.flatMap((row): AgedRow[] => {
    const aged = agedRow(row, rules, run.at);
    return aged === null ? [] : [{ ...row, aged }];
  });
  const sweep = (scopeRows: readonly AgedRow[]): Promise<unknown> =>
    run.apply("sweep", {
      ...run.context(scopeOf(run.tenant, scopeRows[0]!), "sweep"),
      at: run.at,
      rules,
      ids: scopeRows.map(({ id }) => id),
      restorableMs: run.tools.settings.forget.purgeAfterDays * DAY,
    });
  return changeRows(run, agedRows, sweep, (row) => {
    const { columns, since, what } = row.aged;
    if (run.dryRun) run.count(countOf(row, row.aged));
    if (what === "quiet") return;
    const change = { scope: scopeOf(run.tenant, row), memory: row, at: since ?? run.at };
    if (what === "status") {
      const action = ageingAction(row.status, columns.status);
      run.change({ ...change, action, detail: `${row.status} → ${columns.status}` });
      return;
    }
    const days = (ttl: number | null): string => (ttl === null ? "no end" : `${ttl} days`);
    const isSame = row.ttl_days === columns.ttl_days;
    const detail = isSame ? "fades at another time" : `${days(row.ttl_days)} → ${days(columns.ttl_days)}`;
    run.change({ ...change, action: "retime", detail });
  });
}
