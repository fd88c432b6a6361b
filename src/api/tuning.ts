import type { Fate } from "../domain/case.ts";
import type { Objective } from "../domain/objectives.ts";
import type { PolicyDifference, PolicyPatch } from "../domain/policy.ts";
import type { Page, PageOptions } from "./options.ts";
import type { PolicyOptions, PolicyVersion } from "./policy.ts";
import type { SpanOptions } from "./stats.ts";

/** A value with its confidence interval. */
export interface Interval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** One objective under both policies: a share from 0 to 1. */
export interface ObjectiveScore {
  readonly objective: Objective;
  readonly active: number;
  readonly candidate: number;
  /** Candidate minus active. */
  readonly difference: Interval;
  /** Whether it gets no worse than the settings' `tuning.bounds` allow. */
  readonly withinBound: boolean;
}

/** Both policies on some logged decisions. */
export interface Scores {
  readonly decisions: number;
  /** Of these, decisions that a person has shown to be right or wrong. */
  readonly labelled: number;
  /** The weighted sum of the objectives, and what the candidate gains. */
  readonly active: number;
  readonly candidate: number;
  readonly gain: Interval;
  readonly objectives: readonly ObjectiveScore[];
}

/** How a candidate compares with the policy in force, by deciding the logged decisions again. */
export interface Comparison {
  readonly at: Date;
  /** Decisions that were made again. */
  readonly decisions: number;
  /** Decisions that the candidate makes otherwise. */
  readonly changed: number;
  /** How many claims change from one fate to another; the most frequent first. */
  readonly changes: readonly { readonly was: Fate; readonly becomes: Fate; readonly count: number }[];
  /** The decisions that a candidate may be fitted to. */
  readonly training: Scores;
  /** The decisions that no candidate is ever fitted to: those of some scopes, and the latest ones. */
  readonly holdout: Scores;
  /** The two parts of the holdout. */
  readonly otherScopes: Scores;
  readonly later: Scores;
  /** `better` and `worse` on the holdout; `undecided`: too few labels, or no clear difference. */
  readonly verdict: "better" | "worse" | "undecided";
  /** Why, in sentences. */
  readonly reasons: readonly string[];
  /** Settings whose effect the log cannot show. */
  readonly notReplayed: readonly string[];
}

/**
 * Where a candidate stands: `shadow`: decided beside the policy in force, without effect. `canary`: in force in a share of
 * the scopes. `promoted`: in force everywhere, as a new version. `refused`: it lost. `withdrawn`: taken back.
 */
export type TrialStatus = "shadow" | "canary" | "promoted" | "refused" | "withdrawn";

/** A candidate policy that is being tried, or was. */
export interface Trial {
  /** The candidate's policy version. */
  readonly version: number;
  /** The version that it was proposed against. */
  readonly base: number;
  readonly status: TrialStatus;
  /** Share of the scopes in which it is in force; 0 unless it is a canary. */
  readonly share: number;
  readonly actor: string;
  readonly reason: string;
  readonly createdAt: Date;
  /** When it was last compared. */
  readonly updatedAt: Date;
  readonly canaryAt: Date | null;
  /** Its settings that differ from those of `base`. */
  readonly settings: readonly PolicyDifference[];
  readonly comparison: Comparison;
}

/** The result of a proposal. */
export interface Proposed {
  /** `null`: no change was found that is better. */
  readonly trial: Trial | null;
  /** Policies that were tried on the training part. */
  readonly tried: number;
  readonly reasons: readonly string[];
}

/** A logged decision that a candidate makes otherwise. */
export interface DecisionDifference {
  readonly scope: string;
  readonly eventId: string | null;
  readonly memoryId: string | null;
  /** What becomes of the claim under the policy in force, and under the candidate. */
  readonly was: Fate;
  readonly becomes: Fate;
  /** The candidate's reason. */
  readonly reason: string;
  readonly at: Date;
}

/** What another policy would have made of the decisions of a span. */
export interface PolicyPreview {
  readonly fromAt: Date;
  readonly toAt: Date;
  /** Decisions of the span that can be made again. */
  readonly decisions: number;
  /** Decisions that would have been different. */
  readonly changed: number;
  /** The newest 100 of these, newest first. */
  readonly differences: readonly DecisionDifference[];
  /** Settings whose effect the log cannot show. */
  readonly notReplayed: readonly string[];
}

/** One rate before and after. */
export interface RateShift {
  /** `active`, `pending`, `shadow`, `refused` of all claims; `wrong` of the labelled ones. */
  readonly rate: string;
  readonly was: number;
  readonly is: number;
  /** Whether the change is larger than the settings allow, and larger than chance. */
  readonly isAlarm: boolean;
}

/** A span of time and its claims. */
export interface SpanClaims {
  readonly fromAt: Date;
  readonly toAt: Date;
  readonly claims: number;
}

/** Two spans of logged decisions side by side. */
export interface DriftSpan {
  readonly baseline: SpanClaims;
  readonly current: SpanClaims;
  /** Cosine similarity of the distributions of types, fates and ways; `null` = too few claims to tell. */
  readonly similarity: number | null;
  readonly rates: readonly RateShift[];
  /** What is out of bounds, in sentences; empty = nothing. */
  readonly alarms: readonly string[];
}

export interface Drift {
  readonly at: Date;
  /** The last days against those before them. */
  readonly recent: DriftSpan;
  /** Since the policy in force was set, against the time before it; `null` = it was never changed. */
  readonly sincePolicy: (DriftSpan & { readonly version: number }) | null;
  /** Alarms that were raised and are not over. */
  readonly open: readonly TuningStep[];
}

/** The kinds of steps; `canary_end` also where a canary is promoted, `clear` where an alarm is over. */
export type StepKind =
  | "set"
  | "rollback"
  | "promote"
  | "propose"
  | "withdraw"
  | "canary"
  | "canary_end"
  | "alarm"
  | "clear";

/** One step of tuning, for the record. */
export interface TuningStep {
  readonly num: number;
  readonly kind: StepKind;
  /** The policy version that it concerns. */
  readonly version: number;
  /** The version in force, or the share of scopes, before it. */
  readonly was: number | null;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly actor: string;
  readonly reason: string;
  readonly at: Date;
  /** The step that took it back; `null` = it stands. */
  readonly undoneBy: number | null;
}

export type TuningOptions = Omit<PolicyOptions, "ifVersion">;

export interface CanaryOptions extends TuningOptions {
  /** Share of the scopes, above 0 and below 1. Default: the settings' `tuning.canaryShare`. */
  share?: number;
}

/** Tries policies on logged decisions, without a model and without touching a memory, before they are in force. */
export interface TuningHandle {
  /**
   * Decides the logged decisions of a span again, as the policy in force with this patch would. Nothing is written. Default:
   * the last 24 hours.
   */
  preview(patch: PolicyPatch, options?: SpanOptions): Promise<PolicyPreview>;
  /**
   * Makes a candidate version and compares it with the policy in force. Without a patch, looks for a better policy on the
   * training part, and makes a candidate of the best only if it wins on the holdout. Nothing is put in force.
   */
  propose(patch?: PolicyPatch | null, options?: TuningOptions): Promise<Proposed>;
  /** Candidates, newest first; at most 100. */
  trials(): Promise<Trial[]>;
  /** Decides the logged decisions again up to now, and stores the differences. Fails with `not_found` if there is no such candidate. */
  compare(version: number): Promise<Trial>;
  /** Decisions that a candidate makes otherwise, newest first; the newest 1,000 are kept. */
  differences(version: number, options?: PageOptions): Promise<Page<DecisionDifference>>;
  /** Puts a candidate in force in a share of the scopes. Fails with `conflict` if it lost, or if another canary runs. */
  canary(version: number, options?: CanaryOptions): Promise<Trial>;
  /** Ends a canary or a shadow run; nothing of the candidate stays in force. */
  withdraw(version: number, options?: TuningOptions): Promise<Trial>;
  /** Puts a candidate in force everywhere, as a new version. Fails with `conflict` if it lost. */
  promote(version: number, options?: TuningOptions): Promise<PolicyVersion>;
  /** How far what is remembered has changed. */
  drift(): Promise<Drift>;
  /** All steps, newest first: who did what, when and why. */
  steps(options?: PageOptions): Promise<Page<TuningStep>>;
  /** Takes a step back: the policy, the canary or the candidate is as it was before. Returns the step that did it. */
  undo(step: number, options?: TuningOptions): Promise<TuningStep>;
}
