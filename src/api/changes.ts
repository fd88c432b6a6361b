import type { ScopeInput } from "../domain/scope.ts";

export interface ChangesOptions {
  /** Default: `"default"`. */
  tenant?: string;
  /** Only this scope. Default: all of the tenant. */
  scope?: ScopeInput;
  /** Cursor of the last change seen; `"start"` for every change that is still kept. Default: only new changes. */
  since?: string;
  /** Ends the feed. */
  signal?: AbortSignal;
  /** How often to poll for changes of other processes, in milliseconds. Own changes arrive at once. Default: 250. */
  pollMs?: number;
}
