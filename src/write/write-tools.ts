import type { Scope } from "../domain/scope.ts";
import type { Settings } from "../domain/settings.ts";
import type { Indexes } from "../scope-index/indexes.ts";
import type { Store } from "../store/port.ts";
import type { NewVector } from "../store/vectors.ts";
import type { WriteContext } from "../store/writes/context.ts";
import type { SameFact, SentencePair } from "./extract/same-fact.ts";
import type { Extractor } from "./extract.ts";
import type { Reader } from "./reader/reader.ts";
import type { Turns } from "./turns.ts";

/** What the engine lends to the pipeline. */
export interface WriteTools {
  readonly store: Store;
  readonly indexes: Indexes;
  readonly settings: Settings;
  /** Reads by rules, in a thread of its own. */
  readonly reader: Reader;
  /** Reads with a language model, and wants to see what is known; `null` without one: then rules do. */
  readonly extractor: Extractor | null;
  /** A text's vectors; none when there is no embedder or it cannot answer in time. */
  embed(text: string): Promise<NewVector[]>;
  /** Whether claims say the same as known ones, where words leave it open; absent without a model. */
  ask?: (
    pairs: readonly SentencePair[],
    tenant: string,
    signal?: AbortSignal,
  ) => Promise<readonly SameFact[] | null>;
  context(scope: Scope, reason: string): WriteContext;
  now(): number;
  /** A message took too long to read, and is passed over. */
  passedOver(): void;
  /** Something was written. */
  changed(): void;
  /** One writer that matches at a time in each scope of this process. */
  readonly turns: Turns;
}
