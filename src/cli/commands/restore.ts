import type { Memory, ScopeHandle } from "../../index.ts";
import { type Host, ID_HELP, type MemoirCommand, newCommand } from "../command.ts";
import { asOf, memoryLines, theMemory } from "../memory-view.ts";
import type { Lines, Screen } from "../output.ts";

export function restoreCommand(host: Host): MemoirCommand {
  return newCommand(
    host,
    "restore",
    "Restore a forgotten, expired, disabled or superseded memory; the one in its place is superseded.",
    ["restore 3f2a1c", "restore 3f2a1c --user alice --json"],
  )
    .argument("<id>", ID_HELP)
    .inScope({ creates: false }, async ({ scope, here, io, out }, id: string) => {
      const { id: whole } = await theMemory(scope, id);
      const restored = await scope.memories.restore(whole, { signal: io.signal });
      const { ended, stillReplaced, ...fields } = restored;
      const memory = asOf(fields, new Date());
      const endings = await existingMemories(scope, ended);
      const others = await existingMemories(scope, stillReplaced);
      out.answer({ ...here, memory, ended, stillReplaced }, (screen) => [
        `${screen.tick} Restored; it is ${memory.status} and says:`,
        memoryLines(screen, memory),
        linesOf(screen, "Superseded by it now:", endings),
        linesOf(screen, "Had been superseded, too, and still are. Restore those that are true:", others),
        screen.colors.dim(`  Take it back: ${screen.suggest(`undo ${memory.shortId}`)}`),
      ]);
    });
}

/** Some memories under a title; nothing if there are none. */
export function linesOf(screen: Screen, title: string, memories: readonly Memory[]): Lines {
  if (memories.length === 0) return [];
  return [`  ${title}`, memories.map((memory) => memoryLines(screen, memory))];
}

/** Those of some memories that there are. */
export async function existingMemories(scope: ScopeHandle, ids: readonly string[]): Promise<Memory[]> {
  const memories = await Promise.all(ids.map((id) => scope.memories.get(id)));
  return memories.filter((memory) => memory !== null);
}
