export { z } from "@hono/zod-openapi";
export * from "./common.ts";
export * from "./context.ts";
export * from "./conversation.ts";
export * from "./history.ts";
export * from "./hooks.ts";
export * from "./memory.ts";
export * from "./recall.ts";
