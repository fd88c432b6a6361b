import type { BlockFormat } from "./line.ts";
import { QUOTED } from "./quotes.ts";
import { bracketed, sanitise } from "./sanitise.ts";

/** F1, AstrBot's injection block (R31). */
export const astrbotBlock: BlockFormat = {
  ...QUOTED,
  line: (memory) =>
    `- ${bracketed(memory.type ?? memory.category)} ${sanitise(memory.text)} (confidence: ${memory.confidence.toFixed(2)})`,
  wrap: (lines) => ["[Long-term Memory]", ...lines, "[End Memory]"].join("\n"),
};
