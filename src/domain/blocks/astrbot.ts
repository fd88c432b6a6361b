import { type Block, inBrackets } from "./block.ts";

export const astrbot = {
  name: "astrbot",
  doc: "AstrBot's, F1",
  head: "[Long-term Memory]\n",
  foot: "\n[End Memory]",
  line: ({ label, words, confidence }) => `- ${label} ${words} (confidence: ${confidence})`,
  hint: "memor|confidence:",
  marks: [
    {
      begin: inBrackets("long[-‐‑– ]?term memory\\b"),
      end: inBrackets("end (?:of )?(?:long[-‐‑–]term )?memory\\b"),
    },
  ],
  ownLines: [/^(?:[-*•]\s*)?\[[^\]]{1,64}\]\s.*\(confidence:\s*[01](?:\.\d+)?\)$/i],
  forged: { bracket: "long[- ]?term ?memory|memor(?:y|ies)" },
} as const satisfies Block;
