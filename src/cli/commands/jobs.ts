import { withoutUndefined } from "../../domain/arguments.ts";
import { invalidArgument } from "../../domain/errors.ts";
import { JOB_STATUSES, type Job, type JobCounts, type JobFilter } from "../../domain/job.ts";
import type { OperatorHandle } from "../../index.ts";
import { groupCommand, type Host, limitOption, type MemoirCommand, newCommand } from "../command.ts";
import { ago, countText, dueIn, duration, momentText } from "../format.ts";
import {
  jobDocument,
  jobLine,
  jobScopeText,
  shortJobId,
  styledJobStatus,
  totalsOf,
  triesText,
} from "../job-view.ts";
import { atTenant } from "../open.ts";
import { firstOf, moreLine, pairs, type Screen, table } from "../output.ts";
import { oneLine } from "../width.ts";

export function jobsCommand(host: Host): MemoirCommand {
  return groupCommand(
    newCommand(host, "jobs", "See the queue of background jobs; retry or cancel what is in it.", [
      "jobs list --status dead",
      "jobs retry --dead",
    ]),
    [listCommand(host), showCommand(host), retryCommand(host), cancelCommand(host), statsCommand(host)],
  );
}

function listCommand(host: Host): MemoirCommand {
  return newCommand(host, "list", "List the jobs that wait, run or have failed for good, newest first.", [
    "jobs list",
    "jobs list --status dead --kind embed",
  ])
    .option("--kind <kind>", "only this kind, such as embed")
    .choice("--status <status>", "only this status", JOB_STATUSES)
    .addOption(limitOption(50))
    .inTenant(
      async (
        { operator, tenant, missing, out },
        { kind, status, limit }: JobFilter & { readonly limit: number },
      ) => {
        const { items: jobs, more } = await firstOf(allJobs(operator.jobs, { kind, status }), limit);
        const filtered = kind !== undefined || status !== undefined;
        out.answer({ tenant, jobs: jobs.map(jobDocument), more }, (screen) =>
          jobs.length === 0
            ? emptyLines(screen, { tenant, missing }, filtered)
            : [jobTable(screen, jobs), moreLine(screen, more, limit)],
        );
      },
    );
}

function jobTable(screen: Screen, jobs: readonly Job[]): string[] {
  const { colors, now } = screen;
  return table(screen, jobs, [
    ["ID", (job) => shortJobId(job.id), colors.cyan],
    ["KIND", (job) => oneLine(job.kind)],
    ["SCOPE", jobScopeText],
    ["STATUS", (job) => job.status, (text, job) => styledJobStatus(colors, text, job)],
    ["TRIES", triesText],
    ["ADDED", (job) => ago(job.createdAt, now), colors.dim],
    ["NEXT RUN", (job) => (job.status === "queued" ? dueIn(job.runAt, now) : "-")],
    ["LAST ERROR", (job) => oneLine(job.lastError ?? "-")],
  ]);
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
  return [`No jobs: the queue of ${tenant} is empty. Finished jobs leave it.`];
}

function showCommand(host: Host): MemoirCommand {
  return newCommand(host, "show", "Show one job with all its fields.", [
    "jobs show 3f2a1c90",
    "jobs show 3f2a1c90 --json",
  ])
    .argument("<id>", JOB_HELP)
    .inTenant(async ({ operator, tenant, out }, id: string) => {
      const job = await theJob(operator.jobs, id);
      out.answer({ tenant, job: jobDocument(job) }, (screen) => jobLines(screen, job));
    });
}

function jobLines(screen: Screen, job: Job): string[] {
  const { colors, now, suggest } = screen;
  const fields = pairs(screen, [
    ["id", job.id, colors.cyan],
    ["kind", job.kind],
    ["scope", job.scope === null ? "none: it is the tenant's" : jobScopeText(job)],
    ["status", job.status, (text) => styledJobStatus(colors, text, job)],
    ["tries", triesText(job)],
    ["last error", job.lastError, colors.red],
    ["next run", job.status === "queued" ? (job.runAt <= now ? "now" : momentText(job.runAt, now)) : null],
    ["runs at", job.leaseOwner],
    ["its until", job.leaseUntil === null ? null : momentText(job.leaseUntil, now)],
    ["flight", job.flight],
    ["priority", String(job.priority)],
    ["payload", JSON.stringify(job.payload)],
    ["added", momentText(job.createdAt, now)],
    ["changed", momentText(job.updatedAt, now)],
  ]);
  if (job.status !== "dead") return fields;
  const retry = suggest(`jobs retry ${shortJobId(job.id)}`, { inScope: false });
  return [...fields, "", colors.dim(`It is not tried again by itself. Let it run again: ${retry}`)];
}

function retryCommand(host: Host): MemoirCommand {
  return newCommand(
    host,
    "retry",
    "Let a job that is dead or waits run now; a dead one gets all its tries again.",
    ["jobs retry 3f2a1c90", "jobs retry --dead --kind embed"],
  )
    .argument("[id]", JOB_HELP)
    .option("--dead", "all dead jobs")
    .option("--kind <kind>", "with --dead: only this kind")
    .run((context, id: string | undefined, flags: { dead?: boolean; kind?: string }) => {
      const { dead = false, kind } = flags;
      if (id === undefined && !dead) {
        throw invalidArgument("Say what to retry: a job's id, or --dead for all dead ones.");
      }
      if (id !== undefined && (dead || kind !== undefined)) {
        throw invalidArgument("Say what to retry in one way: a job's id, or --dead.");
      }
      return atTenant(context, { creates: false }, async ({ operator: { jobs: queue }, tenant, out }) => {
        if (id === undefined) {
          const retried = await queue.retryDead(kind);
          const many = countText(retried, "dead job", "dead jobs");
          out.answer({ tenant, id: null, retried }, (screen) =>
            retried === 0
              ? ["No dead job; nothing to retry."]
              : [`${screen.tick} ${many} may run now, with all tries again.`, runLine(screen)],
          );
          return;
        }
        const job = await theJob(queue, id);
        await queue.retry(job.id);
        out.answer({ tenant, id: job.id, retried: 1 }, (screen) => [
          `${screen.tick} It may run now:`,
          `  ${jobLine(screen.colors, job)}`,
          runLine(screen),
        ]);
      });
    });
}

function runLine({ colors, suggest }: Screen): string {
  const work = suggest("work --once", { inScope: false });
  return colors.dim(`  A process with the engine open runs it by itself; without one: ${work}`);
}

function cancelCommand(host: Host): MemoirCommand {
  return newCommand(
    host,
    "cancel",
    "Take a job out of the queue; one that runs is stopped without an effect.",
    ["jobs cancel 3f2a1c90", "jobs cancel 3f2a1c90 --json"],
  )
    .argument("<id>", JOB_HELP)
    .inTenant(async ({ operator: { jobs: queue }, tenant, out }, id: string) => {
      const job = await theJob(queue, id);
      await queue.cancel(job.id);
      const runs = "  It was running; the process that has it hears of it soon, and its effect is refused.";
      out.answer({ tenant, job: jobDocument(job) }, ({ colors, tick }) => [
        `${tick} Cancelled:`,
        `  ${jobLine(colors, job)}`,
        job.status === "running" && colors.dim(runs),
      ]);
    });
}

function statsCommand(host: Host): MemoirCommand {
  return newCommand(host, "stats", "Count the jobs by kind, and see how long the oldest has waited.", [
    "jobs stats",
    "jobs stats --tenant acme --json",
  ]).inTenant(async ({ operator, tenant, out }) => {
    const kinds = await operator.jobs.stats();
    const totals = totalsOf(kinds);
    out.answer({ tenant, kinds, totals }, (screen) => {
      if (kinds.length === 0) return [`No jobs: the queue of ${tenant} is empty.`];
      const rows = kinds.length > 1 ? [...kinds, { kind: "all", ...totals }] : kinds;
      const dead = screen.suggest("jobs list --status dead", { inScope: false });
      return [
        countTable(screen, rows),
        totals.dead > 0 && ["", screen.colors.dim(`See the dead ones: ${dead}`)],
      ];
    });
  });
}

function countTable(screen: Screen, rows: readonly JobCounts[]): string[] {
  const { colors } = screen;
  const loud =
    (style = (text: string): string => text) =>
    (text: string): string =>
      text.trim() === "0" ? colors.dim(text) : style(text);
  return table(screen, rows, [
    ["KIND", (row) => oneLine(row.kind)],
    ["READY", (row) => String(row.ready), loud()],
    ["WAITING", (row) => String(row.waiting), loud()],
    ["RUNNING", (row) => String(row.running), loud(colors.green)],
    ["FAILING", (row) => String(row.failing), loud(colors.yellow)],
    ["DEAD", (row) => String(row.dead), loud(colors.red)],
    ["OLDEST READY", (row) => (row.ready === 0 ? "-" : duration(row.oldestMs))],
  ]);
}

const JOB_HELP = "its id, or the first characters of it, at least four";

const WHOLE = 36;
const SHORTEST = 4;
const PAGE = 1_000;

async function* allJobs(queue: OperatorHandle["jobs"], filter: JobFilter): AsyncGenerator<Job, void, void> {
  for (let before: number | null | undefined; before !== null; ) {
    const page = await queue.list(filter, { limit: PAGE, ...withoutUndefined({ before }) });
    yield* page.items;
    before = page.next;
  }
}

/** The job with this id or the only one whose id begins so. Fails with `not_found`, as the queue does. */
export async function theJob(queue: OperatorHandle["jobs"], id: string): Promise<Job> {
  const beginning = id.trim().toLowerCase();
  if (beginning.length >= WHOLE) return queue.show(beginning);
  if (beginning.length < SHORTEST) {
    throw invalidArgument(`Give at least ${SHORTEST} characters of the job's id.`, { id });
  }
  const matches: Job[] = [];
  for await (const job of allJobs(queue, {})) if (job.id.startsWith(beginning)) matches.push(job);
  if (matches.length > 1) {
    throw invalidArgument(`More than one job's id begins with ${id}. Give more of it.`, {
      id,
      ids: matches.map((job) => job.id),
    });
  }
  return matches[0] ?? queue.show(beginning);
}
