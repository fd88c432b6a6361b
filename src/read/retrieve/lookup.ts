import type { Settings } from "../../domain/settings.ts";
import type { StoreFilter } from "../../store/tables/memory-search.ts";
import { namesCategory, wantsProcedures } from "../parse/filter.ts";
import type { QuoteRules, ScopeQuestion } from "../parse/parse.ts";
import type { ParsedQuestion } from "../parse/question.ts";
import type { RecallRun } from "../shared/request.ts";

/** A search of one scope. */
export interface RetrieveRequest
  extends Pick<RecallRun, "reader" | "indexes" | "embedder" | "now" | "deadline">,
    Pick<RecallRun, "threshold" | "signal" | "asOf" | "trace" | "scopes"> {
  readonly question: ParsedQuestion;
  readonly settings: Pick<Settings, "relations">;
  readonly retriever: Settings["readPolicy"]["retriever"];
  readonly enough: number;
  /** Whether memories that have nothing to do with the question may answer, too: somebody set the threshold to 0. */
  readonly anything: boolean;
  /** For memories and the timeline. */
  readonly filter: StoreFilter;
  readonly minStrength: number;
  /** The rules for quotes; `null` if quotes are not asked for. With quotes, memories are weighed on the same scale. */
  readonly quoting: QuoteRules | null;
  /** The only categories of memories that may answer, where nobody named any; `null` = all. */
  readonly categories: readonly string[] | null;
  /** Whether dumps of the timeline may answer. */
  readonly raw: boolean;
  /** Procedures are fetched only by name. */
  readonly procedural: boolean;
}

/** The search of one scope that a recall asks for. */
export function lookupOf(reading: RecallRun, { question, quoting }: ScopeQuestion): RetrieveRequest {
  const { settings, explicitQuery, bounds } = reading;
  const { readPolicy } = settings;
  const threshold = reading.threshold ?? readPolicy.threshold ?? undefined;
  // The others show memories whatever is asked; what is asked for on purpose is looked for.
  const searches = readPolicy.retriever === "hybrid" || readPolicy.retriever === "words";
  return {
    ...reading,
    question,
    filter: reading.visible,
    quoting,
    retriever: explicitQuery && !searches ? "hybrid" : readPolicy.retriever,
    // An explicit query gets the best matches, unless it names a threshold.
    threshold: threshold ?? (explicitQuery ? 0 : undefined),
    anything: threshold === 0,
    // More than asked for, because duplicates and caps take some away again.
    enough: bounds.maxItems * 3 + 20,
    minStrength: explicitQuery ? 0 : readPolicy.minStrength,
    procedural: wantsProcedures(reading.filter),
    categories: explicitQuery || namesCategory(reading.filter) ? null : readPolicy.categories,
    raw: settings.timeline.recallRaw,
  };
}
