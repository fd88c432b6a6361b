import type { ForgettingStatus, ForgottenCounts, ForgottenKind } from "../domain/forgotten.ts";
import type { ScopeInput } from "../domain/scope.ts";
import type { Page, PageOptions, ReasonOptions } from "./options.ts";

/**
 * Whom to forget: a whole scope; one member of a scope, by the account that its messages have as author; or a person in
 * all scopes of the tenant, by the name in the map of persons or by an account.
 */
export type PersonTarget =
  | { readonly scope: ScopeInput; readonly member?: string }
  | { readonly person: string };

export interface ForgetPersonOptions extends ReasonOptions {
  /** Erase permanently. Default: false; `restore()` takes it back for `forget.purgeAfterDays`. */
  hard?: boolean;
  /** The name to record in the receipt and the history. Default: `"operator"`; on a server, the key. */
  actor?: string;
}

/** One scope of a forgetting. */
export interface ForgottenPart {
  readonly scope: string;
  /** The accounts whose part of the scope it is; `null` = the whole scope. */
  readonly accounts: readonly string[] | null;
}

/** What a forgetting took. It holds no word of what was forgotten. */
export interface PersonReceipt {
  /** `people.restore()` takes it. */
  readonly id: string;
  readonly tenant: string;
  readonly who: { readonly scope?: string; readonly member?: string; readonly person?: string };
  readonly scopes: readonly ForgottenPart[];
  readonly hard: boolean;
  readonly status: ForgettingStatus;
  /** How much of each kind went; `core`, `vectors`, `files` and `deliveries` as they were when it began. */
  readonly counts: ForgottenCounts;
  readonly actor: string;
  readonly reason: string;
  readonly begunAt: Date;
  /** `null` while it runs. */
  readonly endedAt: Date | null;
  /** Until when `restore()` works; `null` after a hard one. */
  readonly restorableUntil: Date | null;
}

/** What a forgetting would take, with a few words of each kind. */
export interface PersonPreview {
  readonly tenant: string;
  readonly who: PersonReceipt["who"];
  readonly scopes: readonly ForgottenPart[];
  readonly hard: boolean;
  readonly counts: ForgottenCounts;
  /** Up to three of a kind, each cut to 120 characters. */
  readonly examples: Partial<Record<ForgottenKind, readonly string[]>>;
  /** MEMORY.md files on other machines: they are rewritten when they are synced there. */
  readonly filesElsewhere: readonly string[];
}

/** Forgets people, or takes that back. */
export interface PeopleHandle {
  /** Says what `forget()` would take. */
  preview(who: PersonTarget, options?: Pick<ForgetPersonOptions, "hard" | "signal">): Promise<PersonPreview>;
  /** Forgets everything of a scope, a member or a person. The same call goes on with one that was interrupted. */
  forget(who: PersonTarget, options?: ForgetPersonOptions): Promise<PersonReceipt>;
  /** Takes a forgetting that was not hard back, as a whole. */
  restore(id: string, options?: ReasonOptions & { actor?: string }): Promise<PersonReceipt>;
  /** The receipts, newest first. */
  receipts(options?: PageOptions): Promise<Page<PersonReceipt>>;
}
