import { isRecord } from "./arguments.ts";
import { mergeSettings } from "./settings/problems.ts";
import type { Settings, SettingsInput } from "./settings.ts";

/** The highest number of a version of the policies, or of a step of tuning. */
export const MAX_POLICY_VERSION = 2 ** 31 - 1;

/** The content of a policy version: the rules that gate writes and bound reads. */
export type Policies = Pick<Settings, "writePolicy" | "readPolicy">;
/** Any part of them. */
export type PolicyPatch = Pick<SettingsInput, "writePolicy" | "readPolicy">;

export const SECTIONS = ["writePolicy", "readPolicy"] as const satisfies readonly (keyof Policies)[];

/** Both policies with a patch on top. */
export function patchedPolicies(base: Policies, patch: PolicyPatch): Policies {
  return mergeSettings(policiesOf(base), patch) as Policies;
}

/** The policies of all that `settings` hold. */
export function policiesOf({ writePolicy, readPolicy }: Policies): Policies {
  return { writePolicy, readPolicy };
}

/**
 * A stored version over the settings the engine was opened with. Settings that the version does not have come from the
 * opened settings; settings of another release are left out.
 */
export function policiesOver(opened: Policies, stored: unknown): Policies {
  const from = <K extends keyof Policies>(section: K): Policies[K] => {
    const storedPolicy = isRecord(stored) && isRecord(stored[section]) ? stored[section] : {};
    const keys = Object.keys(opened[section]).filter((key) => Object.hasOwn(storedPolicy, key));
    return { ...opened[section], ...Object.fromEntries(keys.map((key) => [key, storedPolicy[key]])) };
  };
  return { writePolicy: from("writePolicy"), readPolicy: from("readPolicy") };
}

/** One setting that two versions do not share. */
export interface PolicyDifference {
  /** As in a config file: `writePolicy.mode`. */
  readonly path: string;
  readonly from: unknown;
  readonly to: unknown;
}

export function policyDifferences(from: Policies, to: Policies): PolicyDifference[] {
  return SECTIONS.flatMap((section) => {
    const [a, b] = [from[section], to[section]] as [Record<string, unknown>, Record<string, unknown>];
    return Object.keys(b)
      .filter((key) => JSON.stringify(a[key]) !== JSON.stringify(b[key]))
      .map((key) => ({ path: `${section}.${key}`, from: a[key], to: b[key] }));
  });
}
