import type { BlockFormat, Renderable } from "./formats.ts";

export function renderBlock(format: BlockFormat, memories: readonly Renderable[]): string {
  return memories.length === 0 ? "" : format.wrap(memories.map((memory) => format.line(memory)));
}
