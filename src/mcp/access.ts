import type { Memoir, ScopeHandle } from "../index.ts";

/** Whose memory a connection works on, and what it may do there. */
export interface McpAccess {
  readonly memoir: Memoir;
  /** A connection has one scope: whose memory it is, is never the model's choice. */
  readonly scope: ScopeHandle;
  /** Whether tools that store and forget are offered. */
  readonly mayWrite: boolean;
  /** Whether it may be told what changes; a key that is bound to categories or to an agent may not. */
  readonly mayWatch: boolean;
}

/** What all connections of a process share. */
export interface McpOptions {
  /** Of this package. */
  readonly version: string;
  /** Told what went wrong on our side; a client sees none of it. */
  readonly onError: (error: unknown) => void;
}
