import type { DecidedHow, ProfileFieldName, ProposalNeed, ProposalStatus } from "../domain/profile.ts";
import type { Page, PageOptions } from "./options.ts";

/** A proposed change of the profile. */
export interface Proposal {
  /** Its number in the scope. */
  readonly id: string;
  readonly field: ProfileFieldName;
  readonly oldValue: string | null;
  /** `null` if the value was removed or erased. */
  readonly newValue: string | null;
  /** The confirmation that it needs or needed. */
  readonly needs: ProposalNeed;
  /** Ids of the events that support it. */
  readonly sources: readonly string[];
  readonly reason: string;
  readonly proposedBy: string;
  readonly status: ProposalStatus;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly decidedAt: Date | null;
  readonly decidedBy: string | null;
  readonly decidedHow: DecidedHow | null;
  /** When its text was purged; `null` if it was not. */
  readonly erasedAt: Date | null;
}

/** One value of the profile. */
export interface ProfileField {
  readonly field: ProfileFieldName;
  readonly value: string;
  /** Whether the user consented, by a command or by an answer. */
  readonly confirmed: boolean;
  /** Id of its source event. */
  readonly source: string | null;
  readonly updatedAt: Date;
}

export interface ProfileOptions {
  /** Id of the source event. Default: the call itself is recorded as an event. */
  source?: string;
  /** Reason, recorded with the change. Default: the name of the call. */
  reason?: string;
  signal?: AbortSignal;
}

/** The structured profile of a scope. Every change, including rejected ones, is recorded as a proposal. */
export interface ProfileHandle {
  /** Current values in field order. `goals` has one entry per goal. */
  get(): Promise<ProfileField[]>;
  /**
   * Suggests a value. Where `consent.mode` is on, a sensitive field waits for an answer and a benign one for a
   * second signal, or for a `confidence` of 0.9 or more. `goals` adds to the list; `goals_add` is its seed's name.
   */
  propose(
    field: ProfileFieldName | "goals_add",
    value: string,
    options?: ProfileOptions & { confidence?: number },
  ): Promise<Proposal>;
  /** Sets a value on the user's own command, which is consent. */
  set(field: ProfileFieldName | "goals_add", value: string, options?: ProfileOptions): Promise<Proposal>;
  /** Records the user's answer to a proposal, by id, or by field if exactly one is waiting. */
  confirm(target: string, answer: { accept: boolean; signal?: AbortSignal }): Promise<Proposal>;
  /** Removes a field or one goal; with `hard` also its text everywhere. Returns how many values were removed. */
  remove(
    field: ProfileFieldName,
    options?: { value?: string; hard?: boolean; reason?: string; signal?: AbortSignal },
  ): Promise<number>;
  /** Newest first. Default: every status. */
  proposals(
    options?: PageOptions & { status?: ProposalStatus; field?: ProfileFieldName },
  ): Promise<Page<Proposal>>;
}
