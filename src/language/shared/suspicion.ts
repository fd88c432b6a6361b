/** The reason given for a text that gives orders to its reader. */
export const REASONS = {
  overrides: "tells its reader to ignore instructions",
  role: "gives its reader a new role",
  standing: "gives a standing order",
  memory: "dictates what to remember",
  secrecy: "asks to keep something from the user",
  reveal: "asks for prompts, keys or conversations",
  marker: "imitates the marks of a conversation",
  addressed: "is addressed to an AI",
  hidden: "holds hidden text",
  encoded: "holds encoded text that is to be decoded",
} as const;

/** A sign of an order, and what is said about it. */
export type Sign = readonly [reason: (typeof REASONS)[keyof typeof REASONS], pattern: RegExp];
