import type { Command } from "commander";
import { groupCommand } from "../command.ts";
import { keysCreateCommand } from "../keys/create.ts";
import { keysListCommand } from "../keys/list.ts";
import { keysRevokeCommand } from "../keys/revoke.ts";
import type { Host } from "../world.ts";

export function keysCommand(host: Host): Command {
  return groupCommand(
    host,
    "keys",
    "See, make and revoke the API keys that let programs in.",
    ["keys create support-bot", "keys list"],
    [keysListCommand(host), keysCreateCommand(host), keysRevokeCommand(host)],
  );
}
