import type { Command } from "commander";
import { newCommand } from "../command.ts";
import type { Host, World } from "../world.ts";
import { JOB_HELP, theJob } from "./find-job.ts";
import { jobDocument, jobLine } from "./job-view.ts";
import { withJobs } from "./with-jobs.ts";

export function jobsCancelCommand(host: Host): Command {
  return newCommand(
    host,
    "cancel",
    "Take a job out of the queue; one that runs is stopped without an effect.",
    ["jobs cancel 3f2a1c90", "jobs cancel 3f2a1c90 --json"],
  )
    .argument("<id>", JOB_HELP)
    .action((id: string) => host.run((world) => cancel(world, id)));
}

async function cancel(world: World, id: string): Promise<undefined> {
  await withJobs(world, async ({ tenant, queue }) => {
    const job = await theJob(queue, id);
    await queue.cancel(job.id);
    world.out.answer({ tenant, job: jobDocument(job) }, ({ colors }) => [
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
  return undefined;
}
