import type { BlockFormat } from "./line.ts";
import { QUOTED } from "./quotes.ts";
import { sanitise } from "./sanitise.ts";
import { wordsOf } from "./words.ts";

/** F6, PicoBot's prompt section (R216). */
export const picobotSection: BlockFormat = {
  ...QUOTED,
  line: (memory) => `- ${sanitise(memory.key)}: ${wordsOf(memory)}`,
  wrap: (lines) => `## Memory Context\n\n${lines.join("\n")}`,
};
