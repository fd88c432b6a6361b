import { isPlainCategory } from "../../src/domain/category.ts";
import type { Memory } from "../../src/domain/memory.ts";
import { term } from "./i18n/index.ts";

/** The type of a memory in a word; insights and procedures have a kind only. */
export function typeOf({ type, kind }: Memory): string {
  return type === null ? term("kind", kind) : term("type", type);
}

/** What a memory is about in a word: its category where that says more than its type. */
export function topicOf(memory: Memory): string {
  return isPlainCategory(memory.category) ? typeOf(memory) : memory.category;
}
