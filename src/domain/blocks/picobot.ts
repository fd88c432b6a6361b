import { type Block, wrapped } from "./block.ts";

export const picobot = {
  name: "picobot",
  doc: "PicoBot's, F6",
  head: "## Memory Context\n\n",
  line: ({ key, words }) => `- ${key}: ${words}`,
  hint: "memor",
  marks: [{ begin: new RegExp(`#{1,6}\\s*${wrapped("memory context\\b")}`, "gi"), listOnly: true }],
  forged: { heading: "memory context" },
} as const satisfies Block;
