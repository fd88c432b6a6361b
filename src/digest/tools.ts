import type { Settings } from "../domain/settings.ts";
import type { ModelCaller } from "../models/language/call.ts";
import type { Store } from "../store/port.ts";
import type { Reader } from "../store/tx.ts";

/** What the engine lends to digests. */
export interface DigestTools {
  readonly store: Store;
  readonly settings: Settings;
  readonly caller: ModelCaller;
  /** The engine's clock, in epoch milliseconds. */
  now(): number;
  /** The store's reader; throws `closed` once the engine is closed. */
  use(): Reader;
  /** Work that was accepted; closing waits for it. */
  accept<T>(work: Promise<T>): Promise<T>;
  readonly closed: AbortSignal;
}
