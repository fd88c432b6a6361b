import type { Scope } from "../../domain/scope.ts";
import type { Settings } from "../../domain/settings.ts";
import type { ClaimProposal } from "../tools/proposal.ts";
import type { DecisionContext } from "./decision-context.ts";
import type { AuthorNamesById } from "./match-known.ts";

/** All that a decision on a claim depends on. */
export interface DecideInput {
  readonly scope: Scope;
  readonly proposal: ClaimProposal;
  readonly seen: DecisionContext;
  /** The tenant's, with its policies. */
  readonly settings: Settings;
  /** The names of the speakers. */
  readonly names: AuthorNamesById;
  readonly now: number;
}
