export { Memory, type MemoryConfig } from "./memory.ts";
export type {
  AddMemoryOptions,
  AddResult,
  DeleteAllMemoryOptions,
  GetAllMemoryOptions,
  HistoryRow,
  MemoryItem,
  Message,
  SearchFilters,
  SearchMemoryOptions,
  SearchResult,
  UpdateMemoryOptions,
} from "./types.ts";
