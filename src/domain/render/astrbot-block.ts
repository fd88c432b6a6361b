import type { BlockFormat } from "./line.ts";
import { QUOTED } from "./quotes.ts";
import { bracketed } from "./sanitise.ts";
import { wordsOf } from "./words.ts";

/** F1, AstrBot's injection block (R31). */
export const astrbotBlock: BlockFormat = {
  ...QUOTED,
  line: (memory) =>
    `- ${bracketed(memory.type ?? memory.category)} ${wordsOf(memory)} (confidence: ${memory.confidence.toFixed(2)})`,
  wrap: (lines) => ["[Long-term Memory]", ...lines, "[End Memory]"].join("\n"),
};
