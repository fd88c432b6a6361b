import type { Command } from "commander";
import { newCommand } from "../command.ts";
import type { Context, Host } from "../context.ts";
import { ago, dueIn } from "../format.ts";
import { type Screen, table } from "../output.ts";
import { oneLine } from "../width.ts";
import { withOperator } from "../with-operator.ts";
import { countsText, type UpkeepStatus } from "./upkeep-view.ts";

export function upkeepStatusCommand(host: Host): Command {
  return newCommand(host, "status", "List the upkeep jobs: when each runs next, and what its last run did.", [
    "upkeep status",
    "upkeep status --tenant acme --json",
  ]).action(() => host.run(status));
}

async function status(context: Context): Promise<undefined> {
  await withOperator(context, { creates: false }, async ({ operator }) => {
    const jobs = await operator.upkeep.status();
    context.out.answer({ tenant: operator.tenant, jobs }, (screen) => [
      ...jobTable(screen, jobs),
      ...jobs.flatMap(({ name, last }) =>
        last === null ? [] : [screen.colors.dim(`  ${name}: last run ${last.id}`)],
      ),
    ]);
  });
}

function jobTable(screen: Screen, jobs: readonly UpkeepStatus[]): string[] {
  const { colors, now } = screen;
  return table(
    screen,
    [
      { title: "JOB", text: (job) => job.name, style: colors.cyan },
      { title: "NEXT RUN", text: (job) => nextText(job, now) },
      {
        title: "LAST RUN",
        text: ({ last }) => (last === null ? "never" : ago(last.startedAt, now)),
        style: colors.dim,
      },
      {
        title: "STATUS",
        text: ({ last }) => last?.status ?? "-",
        style: (text, { last }) => (last?.status === "failed" ? colors.red(text) : text),
      },
      { title: "DID", text: ({ last }) => (last === null ? "-" : oneLine(countsText(last.counts))) },
      { title: "ABOUT", text: (job) => job.about },
    ],
    jobs,
  );
}

function nextText({ schedule, nextAt }: UpkeepStatus, now: Date): string {
  if (schedule === null) return "by hand";
  return nextAt === null ? schedule : dueIn(nextAt, now);
}
