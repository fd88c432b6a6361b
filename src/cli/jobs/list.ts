import { type Command, Option } from "commander";
import { JOB_STATUSES, type Job, type JobFilter, type JobStatus } from "../../domain/job.ts";
import type { OperatorHandle } from "../../index.ts";
import { newCommand, wholeNumber } from "../command.ts";
import type { Context, Host } from "../context.ts";
import { ago } from "../format.ts";
import { type Screen, table } from "../output.ts";
import { oneLine } from "../width.ts";
import { withOperator } from "../with-operator.ts";
import { jobDocument, nextText, scopeText, shortJobId, styledJobStatus, triesText } from "./job-view.ts";

interface ListFlags {
  readonly kind?: string;
  readonly status?: JobStatus;
  readonly limit?: number;
}

const LIMIT = 50;
const PAGE = 1_000;

export function jobsListCommand(host: Host): Command {
  return newCommand(host, "list", "List the jobs that wait, run or have failed for good, newest first.", [
    "jobs list",
    "jobs list --status dead --kind embed",
  ])
    .option("--kind <kind>", "only this kind, such as embed")
    .addOption(new Option("--status <status>", "only this status").choices(JOB_STATUSES))
    .option("--limit <n>", `how many (default: ${LIMIT})`, wholeNumber(1, 1_000_000))
    .action((flags: ListFlags) => host.run((context) => list(context, flags)));
}

async function list(context: Context, { kind, status, limit = LIMIT }: ListFlags): Promise<undefined> {
  await withOperator(context, { creates: false }, async ({ operator: { tenant, jobs: queue }, missing }) => {
    const { jobs, more } = await firstJobs(queue, { kind, status }, limit);
    const filtered = kind !== undefined || status !== undefined;
    context.out.answer({ tenant, jobs: jobs.map(jobDocument), more }, (screen) =>
      jobs.length === 0
        ? emptyLines(screen, { tenant, missing }, filtered)
        : [
            ...jobTable(screen, jobs),
            ...(more ? [screen.colors.dim(`There are more. Show them with --limit ${limit * 4}.`)] : []),
          ],
    );
  });
}

async function firstJobs(
  queue: OperatorHandle["jobs"],
  filter: JobFilter,
  limit: number,
): Promise<{ jobs: Job[]; more: boolean }> {
  const jobs: Job[] = [];
  let before: number | null | undefined;
  while (before !== null && jobs.length < limit) {
    const size = Math.min(PAGE, limit - jobs.length);
    const page = await queue.list(filter, { limit: size, ...(before === undefined ? {} : { before }) });
    jobs.push(...page.items);
    before = page.next;
  }
  return { jobs, more: before !== null };
}

function jobTable(screen: Screen, jobs: readonly Job[]): string[] {
  const { colors, now } = screen;
  return table(
    screen,
    [
      { title: "ID", text: (job) => shortJobId(job.id), style: colors.cyan },
      { title: "KIND", text: (job) => oneLine(job.kind) },
      { title: "SCOPE", text: scopeText },
      {
        title: "STATUS",
        text: (job) => job.status,
        style: (text, job) => styledJobStatus(colors, text, job),
      },
      { title: "TRIES", text: triesText },
      { title: "ADDED", text: (job) => ago(job.createdAt, now), style: colors.dim },
      { title: "NEXT RUN", text: (job) => nextText(job, now) },
      { title: "LAST ERROR", text: (job) => oneLine(job.lastError ?? "-") },
    ],
    jobs,
  );
}

function emptyLines(
  { suggest }: Screen,
  { tenant, missing }: { tenant: string; missing: string | null },
  filtered: boolean,
): string[] {
  if (missing !== null) return [`There is no database at ${missing} yet, so there are no jobs.`];
  if (filtered) {
    return [`No such job in the queue of ${tenant}. See all: ${suggest("jobs list", { inScope: false })}`];
  }
  return [`No jobs: the queue of ${tenant} is empty. What is done leaves it.`];
}
