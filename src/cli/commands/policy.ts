import type { Command } from "commander";
import { groupCommand } from "../command.ts";
import type { Host } from "../context.ts";
import { policyRollbackCommand, policySetCommand } from "../policy/change.ts";
import { policyDiffCommand, policyShowCommand, policyVersionsCommand } from "../policy/show.ts";

export function policyCommand(host: Host): Command {
  return groupCommand(
    host,
    "policy",
    "See and change what gates writes and bounds reads, in versions.",
    ["policy", "policy set writePolicy.mode=manual"],
    [
      policyShowCommand(host),
      policySetCommand(host),
      policyDiffCommand(host),
      policyRollbackCommand(host),
      policyVersionsCommand(host),
    ],
  );
}
