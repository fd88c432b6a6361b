import type { Settings } from "../domain/settings.ts";
import type { Embedder } from "../models/embedder.ts";
import type { Indexes } from "../scope-index/indexes.ts";
import type { StoreFilter } from "../store/memory-search.ts";
import type { Reader } from "../store/tx.ts";
import type { Deadline } from "./deadline.ts";
import type { ReadQuestion } from "./question.ts";
import type { QuoteRules } from "./quotes/rules.ts";
import type { Trace } from "./trace.ts";

export interface RetrieveRequest {
  readonly reader: Reader;
  readonly indexes: Indexes;
  readonly embedder: Embedder | null;
  readonly question: ReadQuestion;
  readonly now: Date;
  readonly settings: Pick<Settings, "relations">;
  readonly retriever: Settings["readPolicy"]["retriever"];
  readonly threshold: number | undefined;
  readonly enough: number;
  readonly deadline: Deadline;
  readonly signal: AbortSignal | undefined;
  /** For memories and the timeline. */
  readonly filter: StoreFilter;
  /** As it was true then; `null` = as it is now. */
  readonly asOf: number | null;
  readonly minStrength: number;
  /** What may be quoted; `null` where quotes are not asked for. Beside quotes, memories are weighed as they are. */
  readonly quoting: QuoteRules | null;
  /** Messages that the core holds at most. */
  readonly mostCore: number;
  /** The only categories of memories that may answer, where nobody named any; `null` = all. */
  readonly categories: readonly string[] | null;
  /** Whether dumps of the timeline may answer (R317). */
  readonly raw: boolean;
  /** Procedures are fetched only by name (R284). */
  readonly procedural: boolean;
  readonly trace?: Trace | undefined;
}
