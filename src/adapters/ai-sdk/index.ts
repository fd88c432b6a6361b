/** Memory for models of the AI SDK (`ai` 6 and 7): a middleware for `wrapLanguageModel()`, and tools. */

export type { MemoryLog, MemoryLogEntry } from "../log.ts";
export type { ModelCall, Speaker } from "../model-call.ts";
export type { MemoirMetadata } from "../model-turn.ts";
export { type MemoirMiddleware, type MemoirMiddlewareOptions, memoirMiddleware } from "./middleware.ts";
export { type MemoirTool, type MemoirToolsOptions, memoirTools, type ToolCallOptions } from "./tools.ts";
