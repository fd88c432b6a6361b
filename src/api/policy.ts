import type { Policies, PolicyDifference, PolicyPatch } from "../domain/policy.ts";

/** A version of a tenant's policies, whole. */
export interface PolicyVersion extends Policies {
  /** 0 = what the engine was opened with. */
  readonly version: number;
  /** Whether it is in force: the newest is. */
  readonly active: boolean;
  /** Who set it, why and when; nobody set version 0. */
  readonly actor: string | null;
  readonly reason: string | null;
  readonly createdAt: Date | null;
}

export interface PolicyOptions {
  /** Why, for the record. Default: the name of the call. */
  reason?: string;
  /** Who, for the record. Default: `"operator"`. */
  actor?: string;
  /** Only when this version is still in force; else `conflict`. Default: whichever is. */
  ifVersion?: number;
}

/** The policies of a tenant, for every process at its next call (R37, R53, R54). Versions are added, never changed. */
export interface PolicyHandle {
  current(): Promise<PolicyVersion>;
  /** Newest first; the last is version 0. */
  versions(): Promise<PolicyVersion[]>;
  /** A new version: what is in force with some settings changed. Nothing happens when nothing would change. */
  set(patch: PolicyPatch, options?: PolicyOptions): Promise<PolicyVersion>;
  /** What another version has otherwise. */
  diff(from: number, to: number): Promise<PolicyDifference[]>;
  /** A new version that is as an old one was; 0 = as the engine was opened. */
  rollback(version: number, options?: PolicyOptions): Promise<PolicyVersion>;
}
