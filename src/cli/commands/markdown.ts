import type { Command } from "commander";
import { groupCommand } from "../command.ts";
import type { Host } from "../context.ts";
import { markdownRenderCommand } from "../markdown/render.ts";
import { markdownStatusCommand } from "../markdown/status.ts";
import {
  markdownDiffCommand,
  markdownInitCommand,
  markdownSyncCommand,
  markdownWatchCommand,
} from "../markdown/sync.ts";

export function markdownCommand(host: Host): Command {
  return groupCommand(
    host,
    "markdown",
    "The memories as a MEMORY.md that you read and edit.",
    ["markdown status --user alice", "markdown sync --user alice"],
    [
      markdownStatusCommand(host),
      markdownInitCommand(host),
      markdownSyncCommand(host),
      markdownWatchCommand(host),
      markdownDiffCommand(host),
      markdownRenderCommand(host),
    ],
  );
}
