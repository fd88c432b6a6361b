import type { Command } from "commander";
import { MemoirError } from "../../domain/errors.ts";
import { newCommand } from "../command.ts";
import type { Context, Host } from "../context.ts";
import { count } from "../format.ts";
import type { Screen } from "../output.ts";
import { withOperator } from "../with-operator.ts";
import { JOB_HELP, theJob } from "./find-job.ts";
import { jobDocument, jobLine } from "./job-view.ts";

interface RetryFlags {
  readonly dead?: boolean;
  readonly kind?: string;
}

export function jobsRetryCommand(host: Host): Command {
  return newCommand(
    host,
    "retry",
    "Let a job that is dead or waits run now; a dead one gets all its tries again.",
    ["jobs retry 3f2a1c90", "jobs retry --dead --kind embed"],
  )
    .argument("[id]", JOB_HELP)
    .option("--dead", "all dead jobs")
    .option("--kind <kind>", "with --dead: only this kind")
    .action((id: string | undefined, flags: RetryFlags) => host.run((context) => retry(context, id, flags)));
}

async function retry(
  context: Context,
  id: string | undefined,
  { dead, kind }: RetryFlags,
): Promise<undefined> {
  refuseUnclear(id, dead === true, kind);
  await withOperator(context, { creates: false }, async ({ operator: { tenant, jobs: queue } }) => {
    if (id === undefined) {
      const retried = await queue.retryDead(kind);
      context.out.answer({ tenant, id: null, retried }, (screen) =>
        retried === 0 ? ["No dead job; nothing to retry."] : deadLines(screen, retried),
      );
      return;
    }
    const job = await theJob(queue, id);
    await queue.retry(job.id);
    context.out.answer({ tenant, id: job.id, retried: 1 }, (screen) => [
      `${screen.colors.green("✓")} It may run now:`,
      `  ${jobLine(screen.colors, job)}`,
      ...runLines(screen),
    ]);
  });
  return undefined;
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

export function jobsCancelCommand(host: Host): Command {
  return newCommand(
    host,
    "cancel",
    "Take a job out of the queue; one that runs is stopped without an effect.",
    ["jobs cancel 3f2a1c90", "jobs cancel 3f2a1c90 --json"],
  )
    .argument("<id>", JOB_HELP)
    .action((id: string) => host.run((context) => cancel(context, id)));
}

async function cancel(context: Context, id: string): Promise<undefined> {
  await withOperator(context, { creates: false }, async ({ operator: { tenant, jobs: queue } }) => {
    const job = await theJob(queue, id);
    await queue.cancel(job.id);
    context.out.answer({ tenant, job: jobDocument(job) }, ({ colors }) => [
      `${colors.green("✓")} Cancelled:`,
      `  ${jobLine(colors, job)}`,
      ...(job.status === "running"
        ? [
            colors.dim(
              "  It was running; the process that has it hears of it soon, and its effect is refused.",
            ),
          ]
        : []),
    ]);
  });
}
