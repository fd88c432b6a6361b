import type { Command } from "commander";
import { newCommand } from "../command.ts";
import { withOperator } from "../with-operator.ts";
import type { Host, World } from "../world.ts";
import { changedLines } from "./changed.ts";
import { versionNumber } from "./show.ts";

interface RollbackFlags {
  readonly reason?: string;
}

export function policyRollbackCommand(host: Host): Command {
  return newCommand(
    host,
    "rollback",
    "Go back to an earlier policy: a new version that is as that one was.",
    ["policy rollback 1", 'policy rollback 0 --reason "start over"'],
  )
    .argument("<version>", "the version to go back to; 0 is what the engine was opened with", versionNumber)
    .option("--reason <words>", "why, for the record")
    .action((version: number, flags: RollbackFlags) => host.run((world) => rollback(world, version, flags)));
}

async function rollback(world: World, version: number, { reason }: RollbackFlags): Promise<undefined> {
  await withOperator(world, { creates: false }, async ({ operator: { policy, tenant }, by }) => {
    const before = await policy.current();
    const after = await policy.rollback(version, {
      ...by,
      ...(reason === undefined ? {} : { reason }),
    });
    const changes = await policy.diff(before.version, after.version);
    world.out.answer({ tenant, ...after, changes }, (screen) =>
      changedLines(screen, tenant, before, after, changes),
    );
  });
  return undefined;
}
