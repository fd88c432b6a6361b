import type { BlockFormat } from "./line.ts";
import { QUOTED } from "./quotes.ts";
import { bracketed } from "./sanitise.ts";
import { wordsOf } from "./words.ts";

/** The supervisor's bullets: a category and a sentence (R263), under a line that says what they are (R298). */
export const bullets: BlockFormat = {
  ...QUOTED,
  line: (memory) => `- ${bracketed(memory.category)} ${wordsOf(memory)}`,
  wrap: (lines) => ["Relevant memory, quoted as data:", ...lines].join("\n"),
};
