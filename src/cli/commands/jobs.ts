import type { Command } from "commander";
import { groupCommand } from "../command.ts";
import type { Host } from "../context.ts";
import { jobsListCommand } from "../jobs/list.ts";
import { jobsCancelCommand, jobsRetryCommand } from "../jobs/retry.ts";
import { jobsShowCommand } from "../jobs/show.ts";
import { jobsStatsCommand } from "../jobs/stats.ts";

export function jobsCommand(host: Host): Command {
  return groupCommand(
    host,
    "jobs",
    "See the queue of background jobs; retry or cancel what is in it.",
    ["jobs list --status dead", "jobs retry --dead"],
    [
      jobsListCommand(host),
      jobsShowCommand(host),
      jobsRetryCommand(host),
      jobsCancelCommand(host),
      jobsStatsCommand(host),
    ],
  );
}
