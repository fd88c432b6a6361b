import type { CutRule } from "../domain/budget.ts";
import type { PresetName } from "../domain/preset-name.ts";
import type { Source } from "../domain/source.ts";
import type { Hit } from "./hit.ts";
import type { Degraded, RecallCallOptions } from "./recall.ts";

export interface ExplainOptions extends Omit<RecallCallOptions, "thread"> {
  /** Answers with the read policy and the block of this preset. Default: those in force. */
  preset?: PresetName;
  /** A memory, by its id: `verdict` says what became of it. Default: none. */
  memory?: string;
}

/** A line that was found and is not in the block. */
export interface CutHit {
  readonly hit: Hit;
  /**
   * `floor`: not relevant enough. `twin`: a quote whose words a memory has. `repeats`: a better line says the same.
   * `type`, `category`: enough of its type or category. `items`, `tokens`: no room.
   */
  readonly rule: CutRule;
}

/**
 * The result for one memory: `shown`, the rule that cut it, or why it was no candidate: its `status`, its `kind`, its
 * `strength`, or that it has nothing to do with the question (`unrelated`).
 */
export type Verdict = "shown" | CutRule | "status" | "kind" | "strength" | "unrelated";

/** A recall with what it left out. Nothing is counted as delivered. */
export interface Explanation {
  readonly hits: readonly Hit[];
  /** Best first within each rule. */
  readonly cut: readonly CutHit[];
  /** The least relevance that each source's lines needed; a source that was not searched by relevance is absent. */
  readonly floors: Readonly<Partial<Record<Source, number>>>;
  readonly degraded: Degraded | null;
  readonly prompt: string;
  /** Of the prompt, as budgets count them. */
  readonly tokens: number;
  readonly limits: { readonly maxItems: number; readonly maxTokens: number | null };
  /** `null` where no memory was named, or there is none such. */
  readonly verdict: Verdict | null;
}
