import type { Command } from "commander";
import { newCommand } from "../command.ts";
import { withOperator } from "../with-operator.ts";
import type { Host, World } from "../world.ts";
import { differenceLines } from "./policy-view.ts";
import { versionNumber } from "./show.ts";

export function policyDiffCommand(host: Host): Command {
  return newCommand(host, "diff", "Show what differs between two versions of the policy.", [
    "policy diff 0 2",
    "policy diff 1",
  ])
    .argument("<from>", "a version; 0 is what the engine was opened with", versionNumber)
    .argument("[to]", "another (default: the one in force)", versionNumber)
    .action((from: number, to: number | undefined) => host.run((world) => diff(world, from, to)));
}

async function diff(world: World, from: number, given: number | undefined): Promise<undefined> {
  await withOperator(world, { creates: false }, async ({ operator: { policy, tenant } }) => {
    const to = given ?? (await policy.current()).version;
    const differences = await policy.diff(from, to);
    world.out.answer({ tenant, from, to, differences }, (screen) =>
      differences.length === 0
        ? [`Versions ${from} and ${to} say the same.`]
        : [`From version ${from} to version ${to}:`, ...differenceLines(screen, differences)],
    );
  });
  return undefined;
}
