import type { Change } from "../domain/change.ts";
import type { Origin } from "../domain/identity.ts";
import type { PresetName } from "../domain/preset-name.ts";
import type { ScopeInput } from "../domain/scope.ts";
import type { Settings } from "../domain/settings.ts";
import type { ChangesOptions } from "./changes.ts";
import type { OperatorHandle } from "./operator.ts";
import type { ScopeHandle, ScopeOptions } from "./scope.ts";

export interface NamesOptions {
  /** Default: `"default"`. */
  tenant?: string;
  /** Where they speak, such as `"group:discord/42"`. Default: none. */
  scope?: ScopeInput;
}

/** The settings that whoever uses a memory may need to know. */
export type SharedSettings = Pick<
  Settings,
  "enable" | "readPolicy" | "render" | "categories" | "tools" | "audit" | "emergencyReadOnly"
>;

/** An engine, or a connection to a server: a program need not know which of them it has. */
export interface Memoir extends AsyncDisposable {
  /** The bundle of settings it was opened with. */
  readonly preset: PresetName;
  readonly settings: SharedSettings;
  /** The way into one scope: `memoir.scope("user:alice")`. */
  scope(scope: ScopeInput, options?: ScopeOptions): ScopeHandle;
  /** The way into the scope a chat message belongs to, by the identity strategy (R60–R62, R326). */
  scopeFor(origin: Origin, options?: ScopeOptions): Promise<ScopeHandle>;
  /**
   * Current display names for account ids; for prompts only (R79). With a scope, the newest that its messages or the map
   * of persons gave; without one, those of the map. Unknown ids map to themselves.
   */
  names(accounts: readonly string[], options?: NamesOptions): Promise<Map<string, string>>;
  /** Every change as it is committed, by any process. */
  changes(options?: ChangesOptions): AsyncGenerator<Change, void, void>;
  /** The operator's view of one tenant. Default: `"default"`. */
  operator(tenant?: string): OperatorHandle;
  /** Finishes what was accepted and lets go of the database. Safe to call twice. */
  close(): Promise<void>;
}
