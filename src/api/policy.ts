import type { Policies, PolicyDifference, PolicyPatch } from "../domain/policy.ts";

/** One complete version of a tenant's policies. */
export interface PolicyVersion extends Policies {
  /** Version 0 is the configuration of the engine. */
  readonly version: number;
  /** Whether this version is in force; the newest is. */
  readonly active: boolean;
  /** The actor, the reason and the time; `null` for version 0. */
  readonly actor: string | null;
  readonly reason: string | null;
  readonly createdAt: Date | null;
}

export interface PolicyOptions {
  /** Reason, recorded with the change. Default: the name of the call. */
  reason?: string;
  /** Actor, recorded with the change. Default: `"operator"`. */
  actor?: string;
  /** Fail with `conflict` unless this version is in force. Default: no check. */
  ifVersion?: number;
}

/** The policies of a tenant, for every process at its next call. Versions are added, never changed. */
export interface PolicyHandle {
  current(): Promise<PolicyVersion>;
  /** Newest first; the last is version 0. */
  versions(): Promise<PolicyVersion[]>;
  /** Creates a version with some settings changed. Does nothing if no setting would change. */
  set(patch: PolicyPatch, options?: PolicyOptions): Promise<PolicyVersion>;
  /** Differences between two versions. */
  diff(from: number, to: number): Promise<PolicyDifference[]>;
  /**
   * Creates a version equal to an older one; 0 is the configuration of the engine. Without a version, goes back to what was
   * there before: a running canary ends, or else the last stable version before this one is in force again.
   */
  rollback(version?: number | null, options?: PolicyOptions): Promise<PolicyVersion>;
}
