/** Memory for agents of Mastra (`@mastra/core` 1): a processor that recalls before each call of the model and observes. */

export type { MemoryLog, MemoryLogEntry } from "../log.ts";
export type { Speaker } from "../model-call.ts";
export {
  type MastraCall,
  type MemoirProcessor,
  type MemoirProcessorOptions,
  memoirProcessor,
} from "./processor.ts";
