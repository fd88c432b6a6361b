import type { Command } from "commander";
import { newCommand } from "../command.ts";
import { table } from "../output.ts";
import { withOperator } from "../with-operator.ts";
import type { Host, World } from "../world.ts";
import { originText } from "./policy-view.ts";

export function policyVersionsCommand(host: Host): Command {
  return newCommand(host, "versions", "List the versions of the policy, newest first.", [
    "policy versions",
    "policy versions --tenant acme --json",
  ]).action(() => host.run(versions));
}

async function versions(world: World): Promise<undefined> {
  await withOperator(world, { creates: false }, async ({ operator: { policy, tenant } }) => {
    const all = await policy.versions();
    world.out.answer({ tenant, versions: all }, (screen) =>
      table(
        screen,
        [
          { title: "VERSION", text: ({ version }) => String(version), style: screen.colors.cyan },
          {
            title: "IN FORCE",
            text: ({ active }) => (active ? "yes" : ""),
            style: screen.colors.green,
          },
          { title: "SET", text: (version) => originText(version, screen.now) },
        ],
        all,
      ),
    );
  });
  return undefined;
}
