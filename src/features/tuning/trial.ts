import type { Comparison, Proposed, Trial } from "../../api/tuning.ts";
import { invalidArgument, MemoirError } from "../../domain/errors.ts";
import { type Policies, type PolicyPatch, patchedPolicies, policyDifferences } from "../../domain/policy.ts";
import type { Settings } from "../../domain/settings.ts";
import { runInSteps } from "../../runtime/yield.ts";
import type { Store } from "../../store/port.ts";
import {
  findPolicy,
  type PolicyInForce,
  type PolicyRow,
  policiesIn,
  policyFor,
} from "../../store/tables/policies.ts";
import { type DifferenceRow, listTrials, type TrialRow, trialsSince } from "../../store/tables/trials.ts";
import { existingTrial, type SaveTrialArgs } from "../../store/writes/tuning.ts";
import { notReplayed } from "./levers.ts";
import { loadCases } from "./load.ts";
import type { LoggedCase } from "./logged-case.ts";
import { comparePolicies, type Difference, type ReplayRules, replay } from "./replay.ts";
import { searchPolicies } from "./tuner.ts";

/** The engine parts that tuning uses. */
export interface TuningTools {
  readonly store: Store;
  readonly settings: Settings;
  readonly now: () => number;
}

/** Who proposes, and why. */
export interface ProposedBy {
  readonly actor: string;
  readonly reason: string;
  /** The upkeep run that does. Default: a person does. */
  readonly run?: string | undefined;
}

const DAY = 86_400_000;
/** Differences that are kept of a candidate, the newest ones. */
const MAX_DIFFERENCES = 1_000;
/** Candidates that are listed. */
const MAX_TRIALS = 100;

/** The logged decisions that candidates are compared on. */
export function casesOf(
  { store, settings: { tuning }, now }: TuningTools,
  tenant: string,
): Promise<LoggedCase[]> {
  const to = now();
  return loadCases(store.read, tenant, { from: to - tuning.windowDays * DAY, to }, tuning.labelDays);
}

/**
 * Makes a candidate version of a patch, or of the best policy that the tuner finds, and compares it with the one in force
 * by deciding the logged decisions again. The tuner's own is kept in the running only if it wins on the holdout.
 */
export async function proposeTrial(
  tools: TuningTools,
  tenant: string,
  patch: PolicyPatch | null,
  by: ProposedBy,
): Promise<Proposed> {
  const { store, settings, now } = tools;
  const { read } = store;
  const active = await policyFor(read, { tenant }, settings);
  const cases = await casesOf(tools, tenant);
  const splitAt = now() - settings.tuning.holdoutDays * DAY;
  const looks = await trialsSince(read, tenant, now() - settings.tuning.windowDays * DAY);
  const rules = rulesOf(settings, splitAt, looks);
  const best = patch === null ? await bestOf(tools, tenant, { cases, active }, rules) : null;
  if (best !== null && best.policy === null) return { trial: null, ...best };
  const candidate = candidateOf(active, patch, best?.policy ?? null);
  const { comparison, differences } = await compareNow(cases, { active, candidate }, rules, now());
  const isOut = comparison.verdict === "worse" || (patch === null && comparison.verdict !== "better");
  const version = await store.write("openTrial", {
    tenant,
    base: active.version,
    settings: JSON.stringify(candidate),
    splitAt,
    ...by,
    at: now(),
    status: isOut ? "refused" : "shadow",
    verdict: comparison.verdict,
    report: JSON.stringify({ ...comparison, looks }),
    differences: newest(differences),
  });
  const trial = await trialOf(tools, tenant, version);
  const { reasons } = comparison;
  return { trial: isOut && patch === null ? null : trial, tried: best?.tried ?? 1, reasons };
}

function candidateOf(
  { writePolicy, readPolicy }: PolicyInForce,
  patch: PolicyPatch | null,
  tuned: Settings["writePolicy"] | null,
): Policies {
  const active: Policies = { writePolicy, readPolicy };
  const candidate = patch === null ? { ...active, writePolicy: tuned! } : patchedPolicies(active, patch);
  if (policyDifferences(active, candidate).length > 0) return candidate;
  throw invalidArgument("The proposal changes nothing: the policy in force says so already.");
}

interface BestFound {
  readonly policy: Settings["writePolicy"] | null;
  readonly tried: number;
  readonly reasons: readonly string[];
}

async function bestOf(
  { store, settings, now }: TuningTools,
  tenant: string,
  { cases, active }: { readonly cases: readonly LoggedCase[]; readonly active: PolicyInForce },
  rules: ReplayRules,
): Promise<BestFound> {
  const { minLabels, retryDays } = settings.tuning;
  const lost = new Set<string>();
  for (const { version, status, created_at } of await listTrials(store.read, tenant, MAX_TRIALS)) {
    if (status !== "refused" && status !== "withdrawn") continue;
    if (created_at < now() - retryDays * DAY) continue;
    const row = await findPolicy(store.read, tenant, version);
    lost.add(JSON.stringify(policiesIn(row, settings).writePolicy));
  }
  const isTried = (policy: Settings["writePolicy"]): boolean => lost.has(JSON.stringify(policy));
  const { policy, tried, labelled } = await searchPolicies(cases, active.writePolicy, rules, isTried);
  const reason =
    labelled < minLabels
      ? `${labelled} of ${minLabels} labelled decisions to learn from: too few to tell.`
      : "No change of a setting is better on the decisions to learn from.";
  return { policy, tried, reasons: policy === null ? [reason] : [] };
}

function rulesOf({ tuning }: Settings, splitAt: number, looks: number): ReplayRules {
  const { weights, bounds, minLabels, minGain, holdoutShare } = tuning;
  return { weights, bounds, minLabels, minGain, looks, split: { share: holdoutShare, at: splitAt } };
}

async function compareNow(
  cases: readonly LoggedCase[],
  { active, candidate }: { readonly active: Policies; readonly candidate: Policies },
  rules: ReplayRules,
  at: number,
): Promise<{ comparison: Comparison; differences: readonly Difference[] }> {
  const contest = { active: active.writePolicy, candidate: candidate.writePolicy };
  const replayed = await runInSteps(replay(cases, contest, rules.split));
  const comparison = {
    ...comparePolicies(replayed, rules),
    at: new Date(at),
    notReplayed: notReplayed(active, candidate),
  };
  return { comparison, differences: replayed.differences };
}

function newest(differences: readonly Difference[]): DifferenceRow[] {
  return differences.slice(-MAX_DIFFERENCES).map((one) => ({ ...one }));
}

/** A tenant's logged decisions, which candidates are compared on. */
export interface Comparing {
  readonly tools: TuningTools;
  readonly tenant: string;
  readonly cases: readonly LoggedCase[];
}

/** Decides the logged decisions again up to now. `save` stores the result, by itself or as a step of a job. */
export async function compareTrial(
  { tools, tenant, cases }: Comparing,
  trial: TrialRow,
  save: (args: SaveTrialArgs) => Promise<unknown>,
): Promise<Comparison> {
  const { store, settings, now } = tools;
  const { version, split_at, report } = trial;
  const active = await policyFor(store.read, { tenant }, settings);
  const candidate = policiesIn(await findPolicy(store.read, tenant, version), settings);
  const { looks } = JSON.parse(report) as { looks: number };
  const rules = rulesOf(settings, split_at, looks);
  const { comparison, differences } = await compareNow(cases, { active, candidate }, rules, now());
  await save({
    tenant,
    version,
    at: now(),
    differences: newest(differences),
    report: JSON.stringify({ ...comparison, looks }),
  });
  return comparison;
}

/** The same of one candidate, stored at once. */
export async function compareAgain(tools: TuningTools, tenant: string, version: number): Promise<Trial> {
  const { store } = tools;
  const trial = await existingTrial(store.read, tenant, version);
  const cases = await casesOf(tools, tenant);
  await compareTrial({ tools, tenant, cases }, trial, (args) => store.write("saveTrial", args));
  return trialOf(tools, tenant, version);
}

/** A trial as people see it. */
export async function trialOf(tools: TuningTools, tenant: string, version: number): Promise<Trial> {
  return toTrial(tools, tenant, await existingTrial(tools.store.read, tenant, version));
}

export async function trialsOf(tools: TuningTools, tenant: string): Promise<Trial[]> {
  const rows = await listTrials(tools.store.read, tenant, MAX_TRIALS);
  return Promise.all(rows.map((row) => toTrial(tools, tenant, row)));
}

async function toTrial({ store, settings }: TuningTools, tenant: string, row: TrialRow): Promise<Trial> {
  const { read } = store;
  const version = (await findPolicy(read, tenant, row.version)) as PolicyRow;
  const base = row.base === 0 ? undefined : await findPolicy(read, tenant, row.base);
  const { looks: _, at, ...comparison } = JSON.parse(row.report) as Comparison & { looks: number };
  return {
    version: row.version,
    base: row.base,
    status: row.status,
    share: row.share,
    actor: version.actor,
    reason: version.reason,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
    canaryAt: row.canary_at === null ? null : new Date(row.canary_at),
    settings: policyDifferences(policiesIn(base, settings), policiesIn(version, settings)),
    comparison: { ...comparison, at: new Date(at) },
  };
}

/** Refuses a candidate that loses: a person who wants it all the same sets it by hand. */
export function refuseLoser({ version, comparison: { verdict, reasons } }: Trial): void {
  if (verdict !== "worse") return;
  throw new MemoirError(
    "conflict",
    `Candidate ${version} is worse than the policy in force: ${reasons.join(" ")} Set it by hand if you want it all the same.`,
    { details: { version, reasons } },
  );
}
