import { type Block, QUOTED_AS_DATA, saying } from "./block.ts";

/** The supervisor's: a category and a sentence (R263), under a line that says what they are (R298). */
export const bullets = {
  name: "bullets",
  doc: "the supervisor's bullets",
  head: "Relevant memory, quoted as data:\n",
  line: ({ category, words }) => `- ${category} ${words}`,
  hint: "memor",
  marks: [{ begin: saying("relevant memory, quoted as data:") }],
  forged: { saying: QUOTED_AS_DATA },
} as const satisfies Block;
