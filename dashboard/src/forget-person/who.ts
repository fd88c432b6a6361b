import type { PersonReceipt, PersonTarget } from "../../../src/api/people.ts";

/** Whom a dialog is about. A scope is a text on this page. */
export type Who =
  | Exclude<PersonTarget, { scope: unknown }>
  | { readonly scope: string; readonly member?: string };

export function nameOf(who: Who): string {
  if ("person" in who) return who.person;
  return who.member === undefined ? who.scope : who.member;
}

/** A scope that several people share, of which one member can be chosen. */
export function isShared(who: Who): who is { readonly scope: string } {
  return "scope" in who && who.member === undefined && who.scope.startsWith("group:");
}

/** Whom a receipt is about: a member may have been chosen in the dialog. */
export function forgottenIn({ who }: Pick<PersonReceipt, "who">): string {
  return [who.person, who.member, who.scope].filter((one) => one !== undefined).join(" · ");
}
