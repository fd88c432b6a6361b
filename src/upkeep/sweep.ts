import { formatScope } from "../domain/scope.ts";
import { scopeOf } from "../store/tenant-rows.ts";
import {
  type Aged,
  type AgeRules,
  agedRow,
  ageingAction,
  allRows,
  countOf,
  dueRows,
  type SweptRow,
  sweptBy,
} from "../store/writes/sweep.ts";
import { atOnce, countIn, firstOf, groupsOf } from "./at-once.ts";
import { contextOf, type Run, type UpkeepTask, type UpkeepTools } from "./task.ts";

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
    const rows = await dueRows(tools.store.read, run.tenant, run.at, { after, limit: PAGE });
    if (await sweepRows(run, tools, rules, rows)) return true;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return false;
    after = { due: last.due_at!, num: last.num };
  }
}

async function sweepAll(run: Run, tools: UpkeepTools, rules: AgeRules): Promise<boolean> {
  for (let after = Number(run.place ?? 0); ; ) {
    if (run.isFull()) return true;
    const rows = await allRows(tools.store.read, run.tenant, { after, limit: PAGE });
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
  for (const group of groupsOf(found, ({ row }) => row)) {
    run.signal.throwIfAborted();
    if (run.isFull()) return true;
    const some = firstOf(group, run.left("rows"));
    if (!run.dryRun) await atOnce(some.map((own) => sweepScope(run, tools, rules, own)));
    for (const { row, aged } of some.flat()) {
      if (run.dryRun) run.count("rows");
      if (run.dryRun) run.count(countOf(row, aged));
      if (aged.what !== "quiet") run.change(changeOf(run, row, aged));
    }
    if (countIn(some) < countIn(group)) return true;
  }
  return false;
}

/** Changes memories of one scope. */
function sweepScope(run: Run, tools: UpkeepTools, rules: AgeRules, own: readonly Found[]): Promise<unknown> {
  const scope = scopeOf(run.tenant, own[0]!.row);
  return run.apply("sweep", {
    ...{ ...contextOf(run, tools, scope, "sweep"), at: run.at, rules },
    ids: own.map(({ row }) => row.id),
    restorableMs: tools.settings.forget.purgeAfterDays * DAY,
  });
}

interface Found {
  readonly row: SweptRow;
  readonly aged: Aged;
}

function changeOf(
  { tenant, at: now }: Run,
  row: SweptRow,
  { columns, since, what }: Aged,
): Parameters<Run["change"]>[0] {
  const at = new Date(since ?? now);
  const { id: memoryId, text } = row;
  const scope = formatScope(scopeOf(tenant, row));
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
