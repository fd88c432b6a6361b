/// <reference lib="esnext.disposable" preserve="true" />
import type { Change } from "../domain/change.ts";
import type { Origin } from "../domain/identity.ts";
import type { ScopeInput } from "../domain/scope.ts";
import type { Settings } from "../domain/settings.ts";
import type { OperatorHandle } from "./operator.ts";
import type { PresetName } from "./preset-name.ts";
import type { ScopeHandle, ScopeOptions } from "./scope.ts";

export interface NamesOptions {
  /** Default: `"default"`. */
  tenant?: string;
  /** The conversation's scope, such as `"group:discord/42"`. Default: none. */
  scope?: ScopeInput;
}

/** The settings that callers may need to know. */
export type SharedSettings = Pick<
  Settings,
  "enable" | "readPolicy" | "render" | "categories" | "tools" | "audit" | "emergencyReadOnly"
>;

/** An engine or a connection to a server; both implement the same interface. */
export interface Memoir extends AsyncDisposable {
  /** The preset it was opened with. */
  readonly preset: PresetName;
  readonly settings: SharedSettings;
  /** A handle on one scope: `memoir.scope("user:alice")`. */
  scope(scope: ScopeInput, options?: ScopeOptions): ScopeHandle;
  /** A handle on the scope of a chat message, resolved by the identity strategy. */
  scopeFor(origin: Origin, options?: ScopeOptions): Promise<ScopeHandle>;
  /**
   * Current display names for account ids; for prompts only. With a scope, the newest that its messages or the map
   * of persons gave; without one, those of the map. Unknown ids map to themselves.
   */
  names(accounts: readonly string[], options?: NamesOptions): Promise<Map<string, string>>;
  /** Every change as it is committed, by any process. */
  changes(options?: ChangesOptions): AsyncGenerator<Change, void, void>;
  /** The operator's view of one tenant. Default: `"default"`. */
  operator(tenant?: string): OperatorHandle;
  /** Finishes accepted work and closes the database. Safe to call twice. */
  close(): Promise<void>;
}

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
