import { invalidArgument, MemoirError } from "../../domain/errors.ts";
import type { Memory, UndoneChange } from "../../index.ts";
import { type Host, ID_HELP, type MemoirCommand, newCommand } from "../command.ts";
import { countText } from "../format.ts";
import { asOf, memoryLines, theMemory } from "../memory-view.ts";
import type { OpenCommand } from "../open.ts";
import type { Lines, Screen } from "../output.ts";
import { undoneText } from "../proof-view.ts";
import { letIn } from "./core.ts";
import { restoredLines } from "./forget-person.ts";

interface UndoFlags {
  readonly batch?: string;
  readonly core?: string;
}

export function undoCommand(host: Host): MemoirCommand {
  return newCommand(host, "undo", "Take back the last change; repeat it to go further back.", [
    "undo 3f2a1c --user alice",
    "undo --batch 7c1e0f52-4a0b-4c0e-9c53-0a3f4f1f2d11",
  ])
    .argument("[id]", `only of this memory: ${ID_HELP} (default: whatever changed last in the scope)`)
    .option(
      "--batch <id>",
      "all that one operation did, such as forget --about or an upkeep run; why and upkeep status show its id",
    )
    .option("--core <message>", "let the line that forget --core took out into every prompt again")
    .inScope({ creates: false }, (at, id: string | undefined, { batch, core }: UndoFlags) => {
      if ([id, batch, core].filter((one) => one !== undefined).length > 1) {
        throw invalidArgument("Say what to undo in one way: an id, --batch ID or --core MESSAGE.");
      }
      if (core !== undefined) return letIn(at, core);
      return batch === undefined ? undo(at, id) : undoBatch(at, batch);
    });
}

/** A batch that is no run of upkeep is this scope's; so is every batch to who may see no more than that. */
function unlessScopes(error: unknown): null {
  if (MemoirError.is(error) && (error.code === "not_found" || error.code === "not_allowed")) return null;
  throw error;
}

async function undo({ scope, here, io, out }: OpenCommand, id: string | undefined): Promise<void> {
  const target = id === undefined ? undefined : (await theMemory(scope, id)).id;
  const { memory, undone } = await scope.memories.undo(target, { signal: io.signal });
  const now = memory && asOf(memory, new Date());
  out.answer({ ...here, undone, memory: now }, (screen) => undoneLines(screen, now, undone));
}

export function undoneLines(
  screen: Screen,
  memory: Memory | null,
  { event, rev, batch }: UndoneChange,
): Lines {
  if (memory === null) return [`${screen.tick} Undone: ${undoneText(event)}. What was said is quoted again.`];
  return [
    `${screen.tick} Undone: ${undoneText(event)} at revision ${rev}.`,
    memory.status === "soft_deleted" ? "  It is forgotten now:" : `  It is ${memory.status} and says:`,
    memoryLines(screen, memory),
    batch !== null &&
      screen.colors.dim(
        `  It was part of a batch; undo the rest of it: ${screen.suggest(`undo --batch ${batch}`)}`,
      ),
  ];
}

async function undoBatch({ memoir, scope, here, io, out }: OpenCommand, batch: string): Promise<void> {
  const { upkeep } = memoir.operator(here.tenant);
  const { people } = memoir.operator(here.tenant);
  const receipt = await people.restore(batch, { signal: io.signal }).catch(unlessScopes);
  if (receipt !== null) {
    out.answer({ tenant: here.tenant, batch, receipt }, (screen) => restoredLines(screen, receipt));
    return;
  }
  const run = await upkeep.undo(batch, { signal: io.signal }).catch(unlessScopes);
  if (run !== null) {
    const many = countText(run.undone, "change", "changes");
    out.answer({ tenant: here.tenant, batch, ...run }, (screen) => [
      `${screen.tick} Undone: ${many} of upkeep run ${batch} in ${countText(run.scopes.length, "scope", "scopes")}.`,
    ]);
    return;
  }
  const { undone, memories: rows } = await scope.memories.undoBatch(batch, { signal: io.signal });
  const memories = rows.map((memory) => asOf(memory, new Date()));
  out.answer({ ...here, batch, undone, memories }, (screen) => [
    `${screen.tick} Undone: ${countText(undone.length, "change", "changes")} of batch ${batch}.`,
    memories.map((memory) => memoryLines(screen, memory)),
  ]);
}
