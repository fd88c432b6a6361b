/** The formats of other programs, and plain JSON Lines. */
export const FOREIGN_FORMATS = ["chatgpt", "mem0", "jsonl", "markdown"] as const;

export type ForeignFormat = (typeof FOREIGN_FORMATS)[number];
