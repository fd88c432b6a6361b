import type { Command } from "commander";
import { groupCommand } from "../command.ts";
import type { Host } from "../context.ts";
import { upkeepRunCommand } from "../upkeep/run.ts";
import { upkeepStatusCommand } from "../upkeep/status.ts";

export function upkeepCommand(host: Host): Command {
  return groupCommand(
    host,
    "upkeep",
    "See the jobs that keep memories in order, and run one by hand.",
    ["upkeep status", "upkeep run purge --dry-run"],
    [upkeepStatusCommand(host), upkeepRunCommand(host)],
  );
}
