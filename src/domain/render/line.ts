import type { Memory } from "../memory.ts";
import type { Quote } from "./quotes.ts";

/** The fields of a memory that a renderer uses. */
export type Renderable = Pick<
  Memory,
  "type" | "category" | "key" | "text" | "confidence" | "importance" | "confirmedAt"
> &
  Partial<Pick<Memory, "tags">>;

/**
 * A preset's block: whole, or nothing at all. `line` gives one bullet without its block, so that a budget can count
 * before it chooses; `wrap` puts chosen lines into the block.
 */
export interface BlockFormat {
  line(memory: Renderable): string;
  quote(quote: Quote): string;
  /** The core, as one line; its parts are in quotation marks already. */
  always(parts: readonly string[]): string;
  wrap(lines: readonly string[]): string;
}
