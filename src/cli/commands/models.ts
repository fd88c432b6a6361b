import type { Command } from "commander";
import { groupCommand } from "../command.ts";
import { modelsListCommand } from "../models/list.ts";
import { modelsPullCommand } from "../models/pull.ts";
import { modelsRemoveCommand } from "../models/remove.ts";
import { modelsUsageCommand } from "../models/usage.ts";
import type { Host } from "../world.ts";

export function modelsCommand(host: Host): Command {
  return groupCommand(
    host,
    "models",
    "See, fetch and remove local models; see what language models cost.",
    ["models list", "models pull"],
    [modelsListCommand(host), modelsPullCommand(host), modelsRemoveCommand(host), modelsUsageCommand(host)],
  );
}
