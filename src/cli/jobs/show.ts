import type { Command } from "commander";
import type { Job } from "../../domain/job.ts";
import { newCommand } from "../command.ts";
import type { Context, Host } from "../context.ts";
import { moment } from "../format.ts";
import { type Pair, pairs, type Screen } from "../output.ts";
import { withOperator } from "../with-operator.ts";
import { JOB_HELP, theJob } from "./find-job.ts";
import { jobDocument, scopeText, shortJobId, styledJobStatus, triesText } from "./job-view.ts";

export function jobsShowCommand(host: Host): Command {
  return newCommand(host, "show", "Show one job with all its fields.", [
    "jobs show 3f2a1c90",
    "jobs show 3f2a1c90 --json",
  ])
    .argument("<id>", JOB_HELP)
    .action((id: string) => host.run((context) => show(context, id)));
}

async function show(context: Context, id: string): Promise<undefined> {
  await withOperator(context, { creates: false }, async ({ operator: { tenant, jobs: queue } }) => {
    const job = await theJob(queue, id);
    context.out.answer({ tenant, job: jobDocument(job) }, (screen) => [
      ...pairs(screen, fields(screen, job)),
      ...adviceLines(screen, job),
    ]);
  });
}

function fields({ colors, now }: Screen, job: Job): Pair[] {
  const said: [name: string, value: string | null, style?: (text: string) => string][] = [
    ["id", job.id, colors.cyan],
    ["kind", job.kind],
    ["scope", job.scope === null ? "none: it is the tenant's" : scopeText(job)],
    ["status", job.status, (text) => styledJobStatus(colors, text, job)],
    ["tries", triesText(job)],
    ["last error", job.lastError, colors.red],
    ["next run", job.status === "queued" ? (job.runAt <= now ? "now" : moment(job.runAt, now)) : null],
    ["runs at", job.leaseOwner],
    ["its until", job.leaseUntil === null ? null : moment(job.leaseUntil, now)],
    ["flight", job.flight],
    ["priority", String(job.priority)],
    ["payload", JSON.stringify(job.payload)],
    ["added", moment(job.createdAt, now)],
    ["changed", moment(job.updatedAt, now)],
  ];
  return said.flatMap(([name, value, style]) =>
    value === null ? [] : [style === undefined ? [name, value] : [name, value, style]],
  );
}

function adviceLines({ colors, suggest }: Screen, { id, status }: Job): string[] {
  if (status !== "dead") return [];
  const retry = suggest(`jobs retry ${shortJobId(id)}`, { inScope: false });
  return ["", colors.dim(`It is not tried again by itself. Let it run again: ${retry}`)];
}
