import { type Command, Option } from "commander";
import { MemoirError } from "../../domain/errors.ts";
import { JOB_STATUSES, type Job, type JobCounts, type JobStatus } from "../../domain/job.ts";
import { groupCommand, newCommand } from "../command.ts";
import type { Host } from "../context.ts";
import { ago, count, duration, moment } from "../format.ts";
import { allJobs, JOB_HELP, theJob } from "../jobs/find-job.ts";
import {
  jobDocument,
  jobLine,
  nextText,
  scopeText,
  shortJobId,
  styledJobStatus,
  totalsOf,
  triesText,
} from "../jobs/job-view.ts";
import { firstOf, limitOption, moreLines } from "../listing.ts";
import { inTenant } from "../open.ts";
import { pairs, type Screen, table } from "../output.ts";
import { oneLine } from "../width.ts";

export function jobsCommand(host: Host): Command {
  return groupCommand(
    newCommand(host, "jobs", "See the queue of background jobs; retry or cancel what is in it.", [
      "jobs list --status dead",
      "jobs retry --dead",
    ]),
    [listCommand(host), showCommand(host), retryCommand(host), cancelCommand(host), statsCommand(host)],
  );
}

interface ListFlags {
  readonly kind?: string;
  readonly status?: JobStatus;
  readonly limit: number;
}

function listCommand(host: Host): Command {
  return newCommand(host, "list", "List the jobs that wait, run or have failed for good, newest first.", [
    "jobs list",
    "jobs list --status dead --kind embed",
  ])
    .option("--kind <kind>", "only this kind, such as embed")
    .addOption(new Option("--status <status>", "only this status").choices(JOB_STATUSES))
    .addOption(limitOption(50))
    .action(({ kind, status, limit }: ListFlags) =>
      inTenant(host, { creates: false }, async ({ operator, tenant, missing, out }) => {
        const { items: jobs, more } = await firstOf(allJobs(operator.jobs, { kind, status }), limit);
        const filtered = kind !== undefined || status !== undefined;
        out.answer({ tenant, jobs: jobs.map(jobDocument), more }, (screen) =>
          jobs.length === 0
            ? emptyLines(screen, { tenant, missing }, filtered)
            : [...jobTable(screen, jobs), ...moreLines(screen, more, limit)],
        );
      }),
    );
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

function showCommand(host: Host): Command {
  return newCommand(host, "show", "Show one job with all its fields.", [
    "jobs show 3f2a1c90",
    "jobs show 3f2a1c90 --json",
  ])
    .argument("<id>", JOB_HELP)
    .action((id: string) =>
      inTenant(host, { creates: false }, async ({ operator, tenant, out }) => {
        const job = await theJob(operator.jobs, id);
        out.answer({ tenant, job: jobDocument(job) }, (screen) => jobLines(screen, job));
      }),
    );
}

function jobLines(screen: Screen, job: Job): string[] {
  const { colors, now, suggest } = screen;
  const fields = pairs(screen, [
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
  ]);
  if (job.status !== "dead") return fields;
  const retry = suggest(`jobs retry ${shortJobId(job.id)}`, { inScope: false });
  return [...fields, "", colors.dim(`It is not tried again by itself. Let it run again: ${retry}`)];
}

interface RetryFlags {
  readonly dead?: boolean;
  readonly kind?: string;
}

function retryCommand(host: Host): Command {
  return newCommand(
    host,
    "retry",
    "Let a job that is dead or waits run now; a dead one gets all its tries again.",
    ["jobs retry 3f2a1c90", "jobs retry --dead --kind embed"],
  )
    .argument("[id]", JOB_HELP)
    .option("--dead", "all dead jobs")
    .option("--kind <kind>", "with --dead: only this kind")
    .action((id: string | undefined, { dead, kind }: RetryFlags) => {
      refuseUnclear(id, dead === true, kind);
      return inTenant(host, { creates: false }, async ({ operator: { jobs: queue }, tenant, out }) => {
        if (id === undefined) {
          const retried = await queue.retryDead(kind);
          out.answer({ tenant, id: null, retried }, (screen) =>
            retried === 0 ? ["No dead job; nothing to retry."] : deadLines(screen, retried),
          );
          return;
        }
        const job = await theJob(queue, id);
        await queue.retry(job.id);
        out.answer({ tenant, id: job.id, retried: 1 }, (screen) => [
          `${screen.colors.green("✓")} It may run now:`,
          `  ${jobLine(screen.colors, job)}`,
          ...runLines(screen),
        ]);
      });
    });
}

function refuseUnclear(id: string | undefined, dead: boolean, kind: string | undefined): void {
  if (id === undefined && !dead) {
    throw new MemoirError("invalid_argument", "Say what to retry: a job's id, or --dead for all dead ones.");
  }
  if (id !== undefined && (dead || kind !== undefined)) {
    throw new MemoirError("invalid_argument", "Say what to retry in one way: a job's id, or --dead.");
  }
}

function deadLines(screen: Screen, retried: number): string[] {
  return [
    `${screen.colors.green("✓")} ${count(retried, "dead job", "dead jobs")} may run now, with all tries again.`,
    ...runLines(screen),
  ];
}

function runLines({ colors, suggest }: Screen): string[] {
  const work = suggest("work --once", { inScope: false });
  return [colors.dim(`  A process with the engine open runs it by itself; without one: ${work}`)];
}

function cancelCommand(host: Host): Command {
  return newCommand(
    host,
    "cancel",
    "Take a job out of the queue; one that runs is stopped without an effect.",
    ["jobs cancel 3f2a1c90", "jobs cancel 3f2a1c90 --json"],
  )
    .argument("<id>", JOB_HELP)
    .action((id: string) =>
      inTenant(host, { creates: false }, async ({ operator: { jobs: queue }, tenant, out }) => {
        const job = await theJob(queue, id);
        await queue.cancel(job.id);
        const runs = "  It was running; the process that has it hears of it soon, and its effect is refused.";
        out.answer({ tenant, job: jobDocument(job) }, ({ colors }) => [
          `${colors.green("✓")} Cancelled:`,
          `  ${jobLine(colors, job)}`,
          ...(job.status === "running" ? [colors.dim(runs)] : []),
        ]);
      }),
    );
}

function statsCommand(host: Host): Command {
  return newCommand(host, "stats", "Count the jobs by kind, and see how long the oldest has waited.", [
    "jobs stats",
    "jobs stats --tenant acme --json",
  ]).action(() =>
    inTenant(host, { creates: false }, async ({ operator, tenant, out }) => {
      const kinds = await operator.jobs.stats();
      const totals = totalsOf(kinds);
      out.answer({ tenant, kinds, totals }, (screen) => {
        if (kinds.length === 0) return [`No jobs: the queue of ${tenant} is empty.`];
        const rows = kinds.length > 1 ? [...kinds, { kind: "all", ...totals }] : kinds;
        const dead = screen.suggest("jobs list --status dead", { inScope: false });
        return [
          ...countTable(screen, rows),
          ...(totals.dead > 0 ? ["", screen.colors.dim(`See the dead ones: ${dead}`)] : []),
        ];
      });
    }),
  );
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
