import { formatScope } from "../domain/scope.ts";
import { type Aged, type AgeRules, agedRow, ageingAction, countOf } from "../store/aged-row.ts";
import { sweptBy } from "../store/swept-by.ts";
import { allRows, dueRows, type SweptRow, scopeOf } from "../store/to-sweep.ts";
import { batchesOf, contextOf, type Run, type UpkeepTask, type UpkeepTools } from "./task.ts";

const DAY = 86_400_000;
/** Memories that one look takes. */
const PAGE = 500;

/** Writes down what time has already made of memories. */
export const sweepTask: UpkeepTask = {
  name: "sweep",
  about:
    "Writes down what time has decided: expired, archived, removed, and back again after a change of settings.",
  reversible: true,
  run: async (run, tools) => {
    const rules = { retentionDays: tools.settings.retentionDays, strength: tools.settings.strength };
    const settings = JSON.stringify(rules);
    if ((await sweptBy(tools.store.read, run.tenant)) === settings) return sweepDue(run, tools, rules);
    if (await sweepAll(run, tools, rules)) return true;
    if (!run.dryRun) await run.apply("noteSwept", { tenant: run.tenant, settings, at: run.at });
    return false;
  },
};

async function sweepDue(run: Run, tools: UpkeepTools, rules: AgeRules): Promise<boolean> {
  for (let after = { due: Number.MIN_SAFE_INTEGER, num: 0 }; ; ) {
    if (run.isFull()) return true;
    const rows = await dueRows(tools.store.read, run.tenant, run.at, after, PAGE);
    if (await sweepRows(run, tools, rules, rows)) return true;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return false;
    after = { due: last.due_at!, num: last.num };
  }
}

async function sweepAll(run: Run, tools: UpkeepTools, rules: AgeRules): Promise<boolean> {
  for (let after = Number(run.place ?? 0); ; ) {
    if (run.isFull()) return true;
    const rows = await allRows(tools.store.read, run.tenant, after, PAGE);
    if (await sweepRows(run, tools, rules, rows)) return true;
    if (rows.length < PAGE) return false;
    after = rows.at(-1)!.num;
    if (!run.dryRun) await run.save(String(after));
  }
}

/** Says whether a limit was reached before all were done. */
async function sweepRows(
  run: Run,
  tools: UpkeepTools,
  rules: AgeRules,
  rows: readonly SweptRow[],
): Promise<boolean> {
  const found = rows.flatMap((row) => {
    const aged = agedRow(row, rules, run.at);
    return aged === null ? [] : [{ row, aged }];
  });
  for (const batch of batchesOf(found, ({ row }) => row)) {
    run.signal.throwIfAborted();
    if (run.isFull()) return true;
    const some = batch.slice(0, run.left("rows"));
    const scope = scopeOf(run.tenant, some[0]!.row);
    if (run.dryRun) {
      for (const { aged, row } of some) {
        run.count("rows");
        run.count(countOf(row, aged));
      }
    } else {
      await run.apply("sweep", {
        ...{ ...contextOf(run, tools, scope, "sweep"), at: run.at, rules },
        ids: some.map(({ row }) => row.id),
        restorableMs: tools.settings.forget.purgeAfterDays * DAY,
      });
    }
    for (const { row, aged } of some) {
      if (aged.what !== "quiet") run.change(changeOf(formatScope(scope), row, aged, run.at));
    }
    if (some.length < batch.length) return true;
  }
  return false;
}

function changeOf(
  scope: string,
  row: SweptRow,
  { columns, since, what }: Aged,
  now: number,
): Parameters<Run["change"]>[0] {
  const at = new Date(since ?? now);
  const { id: memoryId, text } = row;
  if (what === "status") {
    const action = ageingAction(row.status, columns.status);
    return { action, scope, memoryId, text, detail: `${row.status} → ${columns.status}`, at };
  }
  const days = (ttl: number | null): string => (ttl === null ? "no end" : `${ttl} days`);
  const detail =
    row.ttl_days === columns.ttl_days
      ? "fades at another time"
      : `${days(row.ttl_days)} → ${days(columns.ttl_days)}`;
  return { action: "retime", scope, memoryId, text, detail, at };
}
