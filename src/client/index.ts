/**
 * A Memoir server, used like an engine: the same scopes, the same operator, the same errors. It needs nothing but
 * `fetch`; the engine stays on the server.
 */
export { type ConnectOptions, connectMemoir, type MemoirClient, type ServerInfo } from "./connect.ts";
