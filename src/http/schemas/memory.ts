import { z } from "@hono/zod-openapi";
import { MEMORY_FIELDS, type Memory } from "../../domain/memory.ts";
import type { MemoryFilter, MemoryUpdate, RecallFilters } from "../../index.ts";
import { filterReader, filterShape, memoryShape, recallFilterShape, updateShape } from "./memory-shape.ts";

type Optional<T> = { [K in keyof T]-?: z.ZodOptional<z.ZodType<Exclude<T[K], undefined>>> };

export const MemorySchema = z
  .object({
    ...(memoryShape(MEMORY_FIELDS) as { [F in keyof Memory]: z.ZodType<Memory[F]> }),
    needs_approval: z
      .literal(true)
      .optional()
      .describe("It waits for a person: its `status` is `shadow` until then."),
  })
  .openapi("Memory");

/** A memory and whose it is. */
export const ItemSchema = z.object({ scope: z.string(), memory: MemorySchema }).openapi("Item");

/** The fields that a hand edit can set. */
export const memoryUpdate = updateShape(MEMORY_FIELDS) as Optional<MemoryUpdate>;

/** Filters of a recall. */
export const recallFilters = recallFilterShape(MEMORY_FIELDS) as Optional<RecallFilters>;

/** The filters of R52 and R266 in a query string; no handler looks at one but `status` by itself. */
export const memoryFilters = filterShape(MEMORY_FIELDS) as Optional<Pick<MemoryFilter, "status">>;

/** Their names in the engine. */
export const filterOf: (query: object) => MemoryFilter = filterReader(MEMORY_FIELDS);
