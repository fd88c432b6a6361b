import type { BlockFormat } from "./line.ts";
import { QUOTED } from "./quotes.ts";
import { wordsOf } from "./words.ts";

/** F4, EverBot's prompt section (R143, R147, R149). */
export const everbotSection: BlockFormat = {
  ...QUOTED,
  line: (memory) => `- ${wordsOf(memory)}`,
  wrap: (lines) => `# 历史记忆\n\n关于用户的关键信息：\n${lines.join("\n")}`,
};
