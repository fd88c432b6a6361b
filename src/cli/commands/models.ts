import type { Command } from "commander";
import { groupCommand } from "../command.ts";
import type { Host } from "../context.ts";
import { modelsListCommand } from "../models/list.ts";
import { modelsPullCommand, modelsRemoveCommand } from "../models/pull.ts";
import { modelsUsageCommand } from "../models/usage.ts";

export function modelsCommand(host: Host): Command {
  return groupCommand(
    host,
    "models",
    "See, fetch and remove local models; see what language models cost.",
    ["models list", "models pull"],
    [modelsListCommand(host), modelsPullCommand(host), modelsRemoveCommand(host), modelsUsageCommand(host)],
  );
}
