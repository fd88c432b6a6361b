import type { Command } from "commander";
import { groupCommand, newCommand } from "../command.ts";
import type { Context, Host } from "../context.ts";
import { keysCreateCommand } from "../keys/create.ts";
import { keysListCommand } from "../keys/list.ts";
import { oneLine } from "../width.ts";
import { withOperator } from "../with-operator.ts";

export function keysCommand(host: Host): Command {
  return groupCommand(
    host,
    "keys",
    "See, make and revoke the API keys that let programs in.",
    ["keys create support-bot", "keys list"],
    [keysListCommand(host), keysCreateCommand(host), keysRevokeCommand(host)],
  );
}

function keysRevokeCommand(host: Host): Command {
  return newCommand(host, "revoke", "Take a key back: nobody gets in with it any more.", [
    "keys revoke support-bot",
    "keys revoke 5f0c1ab29d3e",
  ])
    .argument("<key>", "its name or its id, as keys list shows them; not the key itself")
    .action((key: string) => host.run((context) => revoke(context, key)));
}

async function revoke(context: Context, idOrName: string): Promise<undefined> {
  await withOperator(context, { creates: false }, async ({ operator }) => {
    const key = await operator.keys.revoke(idOrName);
    context.out.answer({ tenant: operator.tenant, key }, ({ colors }) => [
      `${colors.green("✓")} Revoked ${colors.cyan(key.id)}  ${oneLine(key.name)} of tenant ${oneLine(operator.tenant)}`,
      "  A running server refuses it within two seconds.",
    ]);
  });
}
