import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { type Memoir, MemoirError, type MemoirErrorCode, type ScopeHandle } from "../../index.ts";

/** The scope of a connection, and its rights. */
export interface McpAccess {
  readonly memoir: Memoir;
  /** A connection has one scope: whose memory it is, is never the model's choice. */
  readonly scope: ScopeHandle;
  /** Whether tools that store and forget are offered. */
  readonly mayWrite: boolean;
  /** Whether it may subscribe to changes; a key that is bound to categories or to an agent may not. */
  readonly mayWatch: boolean;
}

/** State shared by all connections of a process. */
export interface McpOptions {
  /** Of this package. */
  readonly version: string;
  /** Told what went wrong on our side; a client sees none of it. */
  readonly onError: (error: unknown) => void;
}

/** Errors that a caller can act on. Other messages may name paths, hosts and statements. */
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

function isCallers(error: unknown): error is MemoirError {
  return MemoirError.is(error) && CALLERS.includes(error.code);
}

/** The text for a failure: its own message where that helps, otherwise only that the call failed. */
export function messageOf(error: unknown, { onError }: McpOptions): string {
  if (isCallers(error)) return `Error (${error.code}): ${error.message}`;
  onError(error);
  return "Error (internal): The memory did not answer. Whoever runs it finds the cause in its log.";
}

/** Reads a resource or makes a prompt; a failure is thrown as the protocol puts it. */
export async function answering<T>(options: McpOptions, work: () => Promise<T>, uri?: URL): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const message = messageOf(error, options);
    if (uri !== undefined && isCallers(error) && (error.code === "not_found" || error.code === "gone")) {
      throw new ResourceNotFoundError(uri.href, message);
    }
    const { InternalError, InvalidParams } = ProtocolErrorCode;
    throw new ProtocolError(isCallers(error) ? InvalidParams : InternalError, message);
  }
}

/** How often a caller gets a progress message for a running call. */
const BEAT_MS = 1_000;

/**
 * Tells a caller that asked for it that its call runs: once when it begins, and again every second until it ends. How
 * long a search or a model takes is not known beforehand, so there is no total.
 */
export async function withProgress<T>(
  { mcpReq }: ServerContext,
  message: string,
  work: () => Promise<T>,
): Promise<T> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return work();
  let progress = 0;
  const tell = (): Promise<void> =>
    mcpReq.notify({
      method: "notifications/progress",
      params: { progressToken, progress: progress++, message },
    });
  // A caller that has left need not hear of it.
  const beat = setInterval(() => void tell().catch(() => undefined), BEAT_MS);
  try {
    await tell().catch(() => undefined);
    return await work();
  } finally {
    clearInterval(beat);
  }
}
