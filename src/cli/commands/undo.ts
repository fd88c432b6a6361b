import type { Command } from "commander";
import { ID_HELP, newCommand } from "../command.ts";
import { undoneText } from "../history-view.ts";
import { asOf, memoryLines, theMemory } from "../memory-view.ts";
import { withMemoir } from "../open.ts";
import type { Host, World } from "../world.ts";

export function undoCommand(host: Host): Command {
  return newCommand(host, "undo", "Take back the last change; repeat it to go further back.", [
    "undo",
    "undo 3f2a1c --user alice",
  ])
    .argument("[id]", `only of this memory: ${ID_HELP} (default: whatever changed last in the scope)`)
    .action((id: string | undefined) => host.run((world) => undo(world, id)));
}

async function undo(world: World, id: string | undefined): Promise<undefined> {
  const { out } = world;
  await withMemoir(world, { creates: false }, async ({ scope }) => {
    const target = id === undefined ? undefined : (await theMemory(scope, id)).id;
    const result = await scope.memories.undo(target, { signal: world.io.signal });
    const memory = asOf(result.memory, new Date());
    const { undone } = result;
    out.answer({ tenant: scope.tenant, scope: scope.scope, undone, memory }, (screen) => [
      `${screen.colors.green("✓")} Undone: ${undoneText(undone.event)} at revision ${undone.rev}.`,
      memory.status === "soft_deleted" ? "  It is forgotten now:" : `  It is ${memory.status} and says:`,
      ...memoryLines(screen, memory),
    ]);
  });
  return undefined;
}
