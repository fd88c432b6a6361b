import type { ScopeInput } from "../domain/scope.ts";

export interface ChangesOptions {
  /** Default: `"default"`. */
  tenant?: string;
  /** Only this scope. Default: all of the tenant. */
  scope?: ScopeInput;
  /** The cursor of the last change seen; `"start"` for all that is still kept. Default: from now on. */
  since?: string;
  /** Ends the feed. */
  signal?: AbortSignal;
  /** How often other processes' changes are looked for. This process's own come at once. Default: 250. */
  pollMs?: number;
}
