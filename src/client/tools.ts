import type { MemoryTool, ToolAnswer } from "../api/tools.ts";
import { toolDefinition } from "../domain/tool-definitions.ts";
import type { ToolName } from "../domain/tool-names.ts";
import type { Where } from "./memories.ts";
import type { Transport } from "./transport.ts";

/** The preset's tools, run where the engine is. */
export function remoteTools({ send }: Transport, names: readonly ToolName[], where: Where): MemoryTool[] {
  return names.map((name) => {
    const path = `/api/ltm/tools/${encodeURIComponent(name)}`;
    const call: MemoryTool["call"] = async (args, { signal } = {}) => {
      const body = { ...where, arguments: args };
      const { answer, result } = await send<{ answer: string; result: ToolAnswer["result"] }>("POST", path, {
        body,
        signal,
      });
      return { text: answer, result };
    };
    return {
      ...toolDefinition(name),
      call,
      execute: async (args, options) => (await call(args, options)).text,
    };
  });
}
