import { displayName } from "../../domain/identity.ts";
import type { Scope } from "../../domain/scope.ts";
import { findIdentity, namesIn } from "../../store/tables/authors.ts";
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
