import type { BlockFormat } from "./line.ts";
import { sanitise } from "./sanitise.ts";

/** F1, AstrBot's injection block (R31). */
export const astrbotBlock: BlockFormat = {
  line: (memory) =>
    `- [${memory.type ?? sanitise(memory.category)}] ${sanitise(memory.text)} (confidence: ${memory.confidence.toFixed(2)})`,
  wrap: (lines) => ["[Long-term Memory]", ...lines, "[End Memory]"].join("\n"),
};
