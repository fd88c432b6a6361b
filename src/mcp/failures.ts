import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from "@modelcontextprotocol/server";
import { MemoirError, type MemoirErrorCode } from "../index.ts";
import type { McpOptions } from "./access.ts";

/** What a caller can do something about. Other messages may name paths, hosts and statements (S18). */
const CALLERS: readonly MemoirErrorCode[] = [
  "invalid_argument",
  "invalid_scope",
  "unauthorized",
  "not_allowed",
  "not_found",
  "gone",
  "conflict",
  "too_large",
  "read_only",
  "writes_disabled",
  "rate_limited",
  "budget_exhausted",
  "quota_exceeded",
  "aborted",
];

/** What is said of a failure: its own words where they help, and no more than that it failed where they do not. */
export function messageOf(error: unknown, { onError }: McpOptions): string {
  if (MemoirError.is(error) && CALLERS.includes(error.code)) return `Error (${error.code}): ${error.message}`;
  onError(error);
  return "Error (internal): The memory did not answer. Whoever runs it finds the cause in its log.";
}

/** A failure to read a resource or to make a prompt, as the protocol puts it. */
export function protocolError(error: unknown, options: McpOptions, uri?: URL): ProtocolError {
  if (error instanceof ProtocolError) return error;
  const message = messageOf(error, options);
  const code = MemoirError.is(error) ? error.code : "internal";
  if (uri !== undefined && (code === "not_found" || code === "gone")) {
    return new ResourceNotFoundError(uri.href, message);
  }
  const isInternal = !MemoirError.is(error) || !CALLERS.includes(error.code);
  return new ProtocolError(
    isInternal ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams,
    message,
  );
}
