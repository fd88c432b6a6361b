import type { Block } from "../blocks/block.ts";
import { BLOCKS, type BlockName } from "../blocks/index.ts";
import { CONFIDENTIAL, taggedWith } from "../tags.ts";
import type { BlockFormat, Renderable } from "./line.ts";
import { QUOTED } from "./quotes.ts";
import { bracketed, sanitise } from "./sanitise.ts";

/** A fact's words as one harmless line, with whom it must be kept from, where its tags say so. */
function wordsOf({ text, tags = [] }: Pick<Renderable, "text" | "tags">): string {
  const from = taggedWith(CONFIDENTIAL, tags).map(sanitise);
  return from.length === 0 ? sanitise(text) : `${sanitise(text)} [confidential: not for ${from.join(", ")}]`;
}

/** A format that takes memories as they are: no block sees a text that could break out of its line. */
function formatOf({ head, foot = "", line }: Block): BlockFormat {
  return {
    ...QUOTED,
    line: (memory) =>
      line({
        label: bracketed(memory.type ?? memory.category),
        category: bracketed(memory.category),
        key: sanitise(memory.key),
        words: wordsOf(memory),
        confidence: memory.confidence.toFixed(2),
        confirmed: memory.confirmedAt.toISOString().slice(0, 10),
      }),
    wrap: (lines) => `${head}${lines.join("\n")}${foot}`,
  };
}

/** Every format by its name in the settings. */
export const FORMATS = Object.fromEntries(BLOCKS.map((block) => [block.name, formatOf(block)])) as Readonly<
  Record<BlockName, BlockFormat>
>;
