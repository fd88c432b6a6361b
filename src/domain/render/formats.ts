import { BLOCKS, type Block, type BlockName } from "../blocks.ts";
import type { ChangeEvent } from "../change.ts";
import { CONFIDENTIAL, importanceLevel, type Memory, taggedWith } from "../memory.ts";
import { bracketLabel, sanitise } from "./sanitise.ts";

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
  /** `- 2026-03-02 Ann: "…"`, or `- Ann: "…"`; and what was said about it later in the same line: one must not be read alone. */
  quote(quote: Quote): string;
  /** The core, as one line, for it is in every prompt; its parts are in quotation marks already. */
  always(parts: readonly string[]): string;
  wrap(lines: readonly string[]): string;
}

/** A user's own words as a line of a block. */
interface Quote {
  readonly text: string;
  /** The day that is shown; `null`: the line goes without. */
  readonly at: Date | null;
  /** The author's name; `null` if only one person speaks or the name is unknown. */
  readonly author: string | null;
  /** The author's later words about it. */
  readonly later: { readonly text: string; readonly at: Date | null } | null;
}

/** The day of a line, `2026-03-02`. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** One pair of quotation marks, and none inside. */
export function quoteText(text: string): string {
  return `"${sanitise(text).replace(/["“”]/g, "'")}"`;
}

/** A fact's words as one harmless line, with whom it must be kept from, where its tags say so. */
function wordsOf({ text, tags = [] }: Pick<Renderable, "text" | "tags">): string {
  const from = taggedWith(CONFIDENTIAL, tags).map(sanitise);
  return from.length === 0 ? sanitise(text) : `${sanitise(text)} [confidential: not for ${from.join(", ")}]`;
}

/** A format that takes memories as they are: no block sees a text that could break out of its line. */
function formatOf({ head, foot = "", line }: Block): BlockFormat {
  return {
    line: (memory) =>
      line({
        label: bracketLabel(memory.type ?? memory.category),
        category: bracketLabel(memory.category),
        key: sanitise(memory.key),
        words: wordsOf(memory),
        confidence: memory.confidence.toFixed(2),
        confirmed: dayOf(memory.confirmedAt),
      }),
    quote: ({ text, at, author, later }) => {
      const head = [at && dayOf(at), author && sanitise(author)].filter((part) => part !== null).join(" ");
      const words = head === "" ? quoteText(text) : `${head}: ${quoteText(text)}`;
      if (later === null) return `- ${words}`;
      const when = later.at === null ? "later" : `later, ${dayOf(later.at)}`;
      return `- ${words} (${when}: ${quoteText(later.text)})`;
    },
    always: (parts) => `- Always: ${parts.join("; ")}`,
    wrap: (lines) => `${head}${lines.join("\n")}${foot}`,
  };
}

/** Every format by its name in the settings. */
export const FORMATS = Object.fromEntries(BLOCKS.map((block) => [block.name, formatOf(block)])) as Readonly<
  Record<BlockName, BlockFormat>
>;

/** A change as the header tells it. A purged memory has no words any more. */
export interface DeltaChange {
  readonly event: ChangeEvent;
  readonly rev: number;
  readonly memory: { readonly category: string; readonly text: string; readonly importance: number } | null;
}

/** No more than three. */
const MAX_CHANGES = 3;

/**
 * How a change is shown, with a symbol for each event, also for the three that the seed leaves without; and which change
 * a reader most needs to know of, the least number first, among equals the newest.
 */
const SHOWN: Readonly<Record<ChangeEvent, { readonly symbol: string; readonly priority: number }>> = {
  created: { symbol: "+", priority: 2 },
  updated: { symbol: "↑", priority: 3 },
  merged: { symbol: "↔", priority: 1 },
  deleted: { symbol: "-", priority: 0 },
  soft_deleted: { symbol: "↓", priority: 0 },
  restored: { symbol: "↺", priority: 2 },
};

/** The changes that a header tells of, in their order. */
export function shownChanges<C extends DeltaChange>(changes: readonly C[]): C[] {
  return [...changes]
    .sort((a, b) => SHOWN[a.event].priority - SHOWN[b.event].priority || b.rev - a.rev)
    .slice(0, MAX_CHANGES)
    .sort((a, b) => a.rev - b.rev);
}

/** The delta header: the changes in their order, nothing when nothing changed. */
export function deltaHeader(sinceRev: number, changes: readonly DeltaChange[]): string {
  if (changes.length === 0) return "";
  const lines = shownChanges(changes).map(deltaLine);
  return [`Memory updates since rev ${sinceRev}:`, ...lines].join("\n");
}

function deltaLine({ event, memory }: DeltaChange): string {
  const head = `- ${SHOWN[event].symbol}${event}: `;
  if (memory === null) return `${head}a memory was erased`;
  if (event === "merged") return head + sanitise(memory.text);
  const entryLine = `${head}${bracketLabel(heading(memory.category))} ${sanitise(memory.text)}`;
  return event === "created" ? `${entryLine} (imp=${importanceLevel(memory.importance)})` : entryLine;
}

/** `goals` is shown as `Goals`. */
function heading(category: string): string {
  const clean = sanitise(category);
  return clean.slice(0, 1).toUpperCase() + clean.slice(1);
}
