import type { DecidedHow, Need, ProfileFieldName, ProposalStatus } from "../domain/profile.ts";
import type { Page, PageOptions } from "./page.ts";

/** A proposal as anybody may see it. */
export interface Proposal {
  /** Its number in the scope. */
  readonly id: string;
  readonly field: ProfileFieldName;
  readonly oldValue: string | null;
  /** `null` where the value was taken away, or erased. */
  readonly newValue: string | null;
  /** What it waits, or waited, for. */
  readonly needs: Need;
  /** The ids of the events that say so. */
  readonly sources: readonly string[];
  readonly reason: string;
  readonly proposedBy: string;
  readonly status: ProposalStatus;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly decidedAt: Date | null;
  readonly decidedBy: string | null;
  readonly decidedHow: DecidedHow | null;
  /** When a purge took its words, if one did. */
  readonly erasedAt: Date | null;
}

/** One value of the profile. */
export interface ProfileField {
  readonly field: ProfileFieldName;
  readonly value: string;
  /** Whether the user agreed to it, by a command or by an answer. */
  readonly confirmed: boolean;
  /** The id of the event it came from. */
  readonly source: string | null;
  readonly updatedAt: Date;
}

export interface ProfileOptions {
  /** The id of the event in which it was said. Default: the call itself becomes one. */
  source?: string;
  /** Why, for the record. Default: the name of the call. */
  reason?: string;
  signal?: AbortSignal;
}

/** The structured profile of a scope. Every change, also one that was refused, stays on record as a proposal (R280). */
export interface ProfileHandle {
  /** What is known, in the order of the fields. `goals` has an entry for each goal. */
  get(): Promise<ProfileField[]>;
  /**
   * Suggests a value. Where `consent.mode` is on, a sensitive field waits for an answer (R277) and a benign one for a
   * second signal, or for a `confidence` of 0.9 or more (R278). `goals` adds to the list; `goals_add` is its seed's name.
   */
  propose(
    field: ProfileFieldName | "goals_add",
    value: string,
    options?: ProfileOptions & { confidence?: number },
  ): Promise<Proposal>;
  /** Sets a value on the user's own command, which is consent (C21). */
  set(field: ProfileFieldName | "goals_add", value: string, options?: ProfileOptions): Promise<Proposal>;
  /** The user's answer to a proposal, by its id, or by the field when exactly one waits. */
  confirm(target: string, answer: { accept: boolean; signal?: AbortSignal }): Promise<Proposal>;
  /** Takes a field away, or one goal; with `hard` also its words, wherever they are on record. Says how many there were. */
  remove(
    field: ProfileFieldName,
    options?: { value?: string; hard?: boolean; reason?: string; signal?: AbortSignal },
  ): Promise<number>;
  /** Newest first. Default: every status. */
  proposals(
    options?: PageOptions & { status?: ProposalStatus; field?: ProfileFieldName },
  ): Promise<Page<Proposal>>;
}
