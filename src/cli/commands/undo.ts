import type { Command } from "commander";
import { MemoirError } from "../../domain/errors.ts";
import { ID_HELP, newCommand } from "../command.ts";
import type { Host } from "../context.ts";
import { count } from "../format.ts";
import { undoneText } from "../history-view.ts";
import { asOf, memoryLines, theMemory } from "../memory-view.ts";
import { type AtWork, inScope } from "../open.ts";

export function undoCommand(host: Host): Command {
  return newCommand(host, "undo", "Take back the last change; repeat it to go further back.", [
    "undo 3f2a1c --user alice",
    "undo --batch 7c1e0f52-4a0b-4c0e-9c53-0a3f4f1f2d11",
  ])
    .argument("[id]", `only of this memory: ${ID_HELP} (default: whatever changed last in the scope)`)
    .option(
      "--batch <id>",
      "all that one operation did, such as forget --about or an upkeep run; why and upkeep status show its id",
    )
    .action((id: string | undefined, { batch }: { readonly batch?: string }) =>
      inScope(host, { creates: false }, (at) => {
        if (batch === undefined) return undo(at, id);
        if (id === undefined) return undoBatch(at, batch);
        throw new MemoirError("invalid_argument", "Say what to undo in one way: an id or --batch ID.");
      }),
    );
}

/** A batch that is no run of upkeep is this scope's; so is every batch to who may see no more than that. */
function unlessScopes(error: unknown): null {
  if (MemoirError.is(error) && (error.code === "not_found" || error.code === "not_allowed")) return null;
  throw error;
}

async function undo({ scope, here, io, out }: AtWork, id: string | undefined): Promise<void> {
  const target = id === undefined ? undefined : (await theMemory(scope, id)).id;
  const result = await scope.memories.undo(target, { signal: io.signal });
  const memory = asOf(result.memory, new Date());
  const { undone } = result;
  out.answer({ ...here, undone, memory }, (screen) => [
    `${screen.colors.green("✓")} Undone: ${undoneText(undone.event)} at revision ${undone.rev}.`,
    memory.status === "soft_deleted" ? "  It is forgotten now:" : `  It is ${memory.status} and says:`,
    ...memoryLines(screen, memory),
    ...(undone.batch === null
      ? []
      : [
          screen.colors.dim(
            `  It was part of a batch; undo the rest of it: ${screen.suggest(`undo --batch ${undone.batch}`)}`,
          ),
        ]),
  ]);
}

async function undoBatch({ memoir, scope, here, io, out }: AtWork, batch: string): Promise<void> {
  const { upkeep } = memoir.operator(here.tenant);
  const run = await upkeep.undo(batch, { signal: io.signal }).catch(unlessScopes);
  if (run !== null) {
    const many = count(run.undone, "change", "changes");
    out.answer({ tenant: here.tenant, batch, ...run }, (screen) => [
      `${screen.colors.green("✓")} Undone: ${many} of upkeep run ${batch} in ${count(run.scopes.length, "scope", "scopes")}.`,
    ]);
    return;
  }
  const { undone, memories: rows } = await scope.memories.undoBatch(batch, { signal: io.signal });
  const memories = rows.map((memory) => asOf(memory, new Date()));
  out.answer({ ...here, batch, undone, memories }, (screen) => [
    `${screen.colors.green("✓")} Undone: ${count(undone.length, "change", "changes")} of batch ${batch}.`,
    ...memories.flatMap((memory) => memoryLines(screen, memory)),
  ]);
}
