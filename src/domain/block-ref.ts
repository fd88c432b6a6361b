import { z } from "zod";
import { BLOCKS, type BlockName } from "./blocks.ts";
import { CHANGE_EVENTS, type ChangeEvent } from "./change.ts";
import { VIAS, type Via } from "./enums.ts";
import { invalidArgument } from "./errors.ts";
import { BETWEEN, type Excerpt } from "./excerpt.ts";
import { PLACEMENTS, type Placement } from "./inject.ts";
import { LIMITS } from "./text.ts";

/** The block of a prompt by reference: which lines it had, and never their words. */
export interface BlockRef {
  readonly format: BlockName;
  readonly placement: Placement;
  /** Of the whole block, as budgets count them; and how many it could have had. */
  readonly tokens: number;
  readonly maxTokens: number | null;
  /** Why the recall was incomplete; `null` = it was not. */
  readonly degraded: string | null;
  /** The delta header: the revision it starts after, and the memories that it tells of. */
  readonly delta: { readonly since: number; readonly changes: readonly ChangeRef[] } | null;
  /** In the order of the block; those of the core come first, and share one line there. */
  readonly lines: readonly LineRef[];
}

export interface ChangeRef {
  readonly event: ChangeEvent;
  readonly id: string;
  /** The revision of the memory then; 0 = it was erased already. */
  readonly rev: number;
}

interface AnyLineRef {
  /** The scope that it was read from. Default: the scope of the recall. */
  readonly scope?: string | undefined;
  /** Part of every prompt, independent of the question. */
  readonly core: boolean;
  readonly via: Via;
  /** Relevance to the question, 0–1. */
  readonly relevance: number;
}

export interface MemoryRef extends AnyLineRef {
  readonly kind: "memory" | "timeline";
  readonly id: string;
  /** Its revision then. */
  readonly rev: number;
}

/** Words of an event by their place in it; `null` where they have none. */
interface WordsRef {
  readonly seq: number;
  readonly words: Excerpt | null;
  /** Shown with its day. Default: it is. */
  readonly dated?: boolean | undefined;
}

export interface EventRef extends AnyLineRef, WordsRef {
  readonly kind: "quote" | "event";
  /** A later statement of the same author, shown in the same line. */
  readonly later: WordsRef | null;
}

export type LineRef = MemoryRef | EventRef;

const BIG = Number.MAX_SAFE_INTEGER;
/** More than a block ever has. */
const MAX_LINES = 10_000;
const MAX_PARTS = 1_000;

const count = z.int().min(0).max(BIG);
const name = z.string().min(1).max(LIMITS.id);
const words = {
  seq: z.int().min(1).max(BIG),
  words: z
    .array(z.union([z.tuple([count, count]), z.string().regex(BETWEEN)]))
    .max(MAX_PARTS)
    .nullable(),
  dated: z.boolean().optional(),
};
const line = {
  scope: name.optional(),
  core: z.boolean(),
  via: z.enum(VIAS),
  relevance: z.number().min(0).max(1),
};

/** The same as a schema: a receipt may come from anywhere. */
export const BlockRefSchema = z.strictObject({
  format: z.enum(BLOCKS.map((block) => block.name) as [BlockName, ...BlockName[]]),
  placement: z.enum(PLACEMENTS),
  tokens: count,
  maxTokens: count.nullable(),
  degraded: name.nullable(),
  delta: z
    .strictObject({
      since: count,
      changes: z.array(z.strictObject({ event: z.enum(CHANGE_EVENTS), id: name, rev: count })).max(MAX_LINES),
    })
    .nullable(),
  lines: z
    .array(
      z.union([
        z.strictObject({ ...line, kind: z.enum(["memory", "timeline"]), id: name, rev: count }),
        z.strictObject({
          ...line,
          kind: z.enum(["quote", "event"]),
          ...words,
          later: z.strictObject(words).nullable(),
        }),
      ]),
    )
    .max(MAX_LINES),
}) satisfies z.ZodType<BlockRef>;

export function checkBlockRef(value: unknown, path: string): BlockRef {
  const { data } = BlockRefSchema.safeParse(value);
  if (data !== undefined) return data;
  throw invalidArgument(`${path} is not what a recall gives. Pass the receipt of a recall as it is.`, {
    path,
  });
}
