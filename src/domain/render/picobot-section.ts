import type { BlockFormat } from "./line.ts";
import { QUOTED } from "./quotes.ts";
import { sanitise } from "./sanitise.ts";

/** F6, PicoBot's prompt section (R216). */
export const picobotSection: BlockFormat = {
  ...QUOTED,
  line: (memory) => `- ${sanitise(memory.key)}: ${sanitise(memory.text)}`,
  wrap: (lines) => `## Memory Context\n\n${lines.join("\n")}`,
};
