import type { MemoryKind, MemoryStatus, MemoryType } from "../domain/memory.ts";

/** The filters of R52 and R266, applied in the store. */
export interface MemoryFilter {
  status?: readonly MemoryStatus[] | undefined;
  type?: MemoryType | undefined;
  kind?: MemoryKind | undefined;
  category?: string | undefined;
  /** Any of these. */
  categories?: readonly string[] | undefined;
  minConfidence?: number | undefined;
  importanceMin?: number | undefined;
  importanceMax?: number | undefined;
  pinned?: boolean | undefined;
  user?: string | undefined;
  agent?: string | undefined;
  run?: string | undefined;
  actor?: string | undefined;
  subject?: string | undefined;
  role?: string | undefined;
  session?: string | undefined;
  updatedAfter?: number | undefined;
  updatedBefore?: number | undefined;
  createdAfter?: number | undefined;
  createdBefore?: number | undefined;
}
