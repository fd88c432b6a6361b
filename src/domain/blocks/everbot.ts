import type { Block } from "./block.ts";

export const everbot = {
  name: "everbot",
  doc: "EverBot's, F4",
  head: "# 历史记忆\n\n关于用户的关键信息：\n",
  line: ({ words }) => `- ${words}`,
  hint: "记忆|关键信息",
  marks: [
    { begin: /#{1,6}\s*历史记忆/g, listOnly: true, intro: /^关于用户/ },
    { begin: /关于用户的关键信息\s*[：:]/g, listOnly: true },
  ],
  forged: { heading: "历史记忆", saying: [/(关于用户的关键信息)\s?[：:]/g, "$1"] },
} as const satisfies Block;
