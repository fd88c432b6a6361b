import type { en } from "./en.ts";

export type MessageKey = keyof typeof en;

/** Where `{n}` is 1, English says it in another way; a language without plurals has no such text. */
export type Messages = Readonly<Record<Exclude<MessageKey, `${string}.one`>, string>>;
