/** Memory for models of the AI SDK (`ai` 6 and 7): a middleware for `wrapLanguageModel()`. */

export type { MemoryLog, MemoryLogEntry } from "../log.ts";
export type { ModelCall, Speaker } from "./call.ts";
export { type MemoirMiddleware, type MemoirMiddlewareOptions, memoirMiddleware } from "./middleware.ts";
export type { MemoirMetadata } from "./turn.ts";
