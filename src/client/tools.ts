import type { MemoryTool } from "../api/tools.ts";
import { toolDefinition } from "../domain/tool-definitions.ts";
import type { ToolName } from "../domain/tool-names.ts";
import type { Where } from "./memories.ts";
import type { Transport } from "./transport.ts";

/** The preset's tools, run where the engine is. */
export function remoteTools({ send }: Transport, names: readonly ToolName[], where: Where): MemoryTool[] {
  return names.map((name) => ({
    ...toolDefinition(name),
    async execute(args) {
      const body = { ...where, arguments: args };
      const path = `/api/ltm/tools/${encodeURIComponent(name)}`;
      return (await send<{ answer: string }>("POST", path, { body })).answer;
    },
  }));
}
