import type { Command } from "commander";
import { groupCommand } from "../command.ts";
import type { Host } from "../context.ts";
import { reviewApproveCommand, reviewRejectCommand } from "../review/decide.ts";
import { reviewEditCommand } from "../review/edit.ts";
import { reviewListCommand } from "../review/list.ts";

export function reviewCommand(host: Host): Command {
  return groupCommand(
    host,
    "review",
    "Decide about what waits for approval or consent: list, approve, reject, edit.",
    ["review", "review approve 3f2a1c"],
    [reviewListCommand(host), reviewApproveCommand(host), reviewRejectCommand(host), reviewEditCommand(host)],
  );
}
