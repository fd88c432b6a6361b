import type { Command } from "commander";
import type { JobCounts } from "../../domain/job.ts";
import { newCommand } from "../command.ts";
import type { Context, Host } from "../context.ts";
import { duration } from "../format.ts";
import { type Screen, table } from "../output.ts";
import { oneLine } from "../width.ts";
import { withOperator } from "../with-operator.ts";
import { totalsOf } from "./job-view.ts";

export function jobsStatsCommand(host: Host): Command {
  return newCommand(host, "stats", "Count the jobs by kind, and see how long the oldest has waited.", [
    "jobs stats",
    "jobs stats --tenant acme --json",
  ]).action(() => host.run(stats));
}

async function stats(context: Context): Promise<undefined> {
  await withOperator(context, { creates: false }, async ({ operator: { tenant, jobs: queue } }) => {
    const kinds = await queue.stats();
    const totals = totalsOf(kinds);
    context.out.answer({ tenant, kinds, totals }, (screen) => {
      if (kinds.length === 0) return [`No jobs: the queue of ${tenant} is empty.`];
      const rows = kinds.length > 1 ? [...kinds, { kind: "all", ...totals }] : kinds;
      return [...countTable(screen, rows), ...(totals.dead > 0 ? ["", deadLine(screen)] : [])];
    });
  });
}

function countTable(screen: Screen, rows: readonly JobCounts[]): string[] {
  const { colors } = screen;
  const loud =
    (style: (text: string) => string) =>
    (text: string): string =>
      text.trim() === "0" ? colors.dim(text) : style(text);
  return table(
    screen,
    [
      { title: "KIND", text: (row) => oneLine(row.kind) },
      { title: "READY", text: (row) => String(row.ready), style: loud((text) => text) },
      { title: "WAITING", text: (row) => String(row.waiting), style: loud((text) => text) },
      { title: "RUNNING", text: (row) => String(row.running), style: loud(colors.green) },
      { title: "FAILING", text: (row) => String(row.failing), style: loud(colors.yellow) },
      { title: "DEAD", text: (row) => String(row.dead), style: loud(colors.red) },
      { title: "OLDEST READY", text: (row) => (row.ready === 0 ? "-" : duration(row.oldestMs)) },
    ],
    rows,
  );
}

function deadLine({ colors, suggest }: Screen): string {
  return colors.dim(`See the dead ones: ${suggest("jobs list --status dead", { inScope: false })}`);
}
