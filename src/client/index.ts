/**
 * A Memoir server, used like an engine: the same scopes, the same operator, the same errors. It needs nothing but
 * `fetch`; the engine stays on the server.
 */
export { type ConnectOptions, connectMemoir, type MemoirClient } from "./connect.ts";
export type { ServerInfo } from "./request.ts";
