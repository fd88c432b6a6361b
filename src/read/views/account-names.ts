import type { Identity } from "../../api/operator.ts";
import type { Member } from "../../api/person.ts";
import { displayName } from "../../domain/identity.ts";
import type { Scope } from "../../domain/scope.ts";
import { findIdentity, listIdentities, namesIn, speakersIn } from "../../store/tables/authors.ts";
import { findScope } from "../../store/tables/scopes.ts";
import type { ReadContext } from "../shared/request.ts";

/** The name of each account: the one seen in the scope, else the one of its identity, else one made from its id. */
export async function namesOfAccounts(
  context: ReadContext,
  tenant: string,
  scope: Scope | null,
  accounts: readonly string[],
): Promise<Map<string, string>> {
  const reader = context.use();
  const scopeRef = scope === null ? undefined : await findScope(reader, scope);
  const seen =
    scopeRef === undefined ? undefined : await namesIn(reader, scopeRef, context.settings.identity);
  const names = new Map<string, string>();
  for (const account of accounts) {
    const name = seen?.get(account)?.name ?? (await findIdentity(reader, tenant, account))?.name;
    if (name != null) names.set(account, name);
  }
  return new Map(accounts.map((account) => [account, displayName(account, names)]));
}

/** The people who spoke in a scope that people share, the last one first; and how each account is called there. */
export async function speakersOf(
  context: ReadContext,
  scope: Scope,
  limit: number,
): Promise<{ nameOf: (account: string) => string; members: readonly Member[] }> {
  const reader = context.use();
  const scopeRef = await findScope(reader, scope);
  if (scopeRef === undefined) return { nameOf: (account) => account, members: [] };
  const names = await namesIn(reader, scopeRef, context.settings.identity);
  const nameOf = (account: string): string => names.get(account)?.name ?? account;
  const speakers = scope.kind === "user" ? [] : await speakersIn(reader, scopeRef, limit);
  const members = speakers.map(({ account, messages, last_at }) => ({
    account,
    name: nameOf(account),
    messages,
    lastAt: new Date(last_at),
  }));
  return { nameOf, members };
}

/** The person that an account belongs to, where somebody has said so. */
export async function personOf(
  context: ReadContext,
  tenant: string,
  account: string,
): Promise<string | undefined> {
  return (await findIdentity(context.use(), tenant, account))?.person;
}

/** All that somebody has said about whose account is whose. */
export async function identitiesOf(context: ReadContext, tenant: string): Promise<Identity[]> {
  return listIdentities(context.use(), tenant);
}
