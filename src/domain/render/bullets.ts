import type { BlockFormat } from "./line.ts";
import { QUOTED } from "./quotes.ts";
import { bracketed, sanitise } from "./sanitise.ts";

/** The supervisor's bullets: a category and a sentence (R263), under a line that says what they are (R298). */
export const bullets: BlockFormat = {
  ...QUOTED,
  line: (memory) => `- ${bracketed(memory.category)} ${sanitise(memory.text)}`,
  wrap: (lines) => ["Relevant memory, quoted as data:", ...lines].join("\n"),
};
