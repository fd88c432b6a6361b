import { isInShare } from "../../domain/canary.ts";
import type { LoggedCase } from "./logged-case.ts";

/** Which decisions are never used to find a policy. */
export interface Split {
  /** Share of the scopes. */
  readonly share: number;
  /** Decisions from here on. */
  readonly at: number;
}

export type HoldoutPart = "training" | "otherScopes" | "later";

/**
 * The part of a decision: training, or held out because of its scope or because of its time. A scope is held out for good,
 * whoever asks and whenever, so that no policy is ever fitted to it.
 */
export function partOf({ scopeName, at }: Pick<LoggedCase, "scopeName" | "at">, split: Split): HoldoutPart {
  if (isInShare(`holdout ${scopeName}`, split.share)) return "otherScopes";
  return at >= split.at ? "later" : "training";
}
