import { displayName } from "../domain/identity.ts";
import type { Scope } from "../domain/scope.ts";
import { type AuthorNames, namesIn } from "../store/authors.ts";
import { findScope, type Place } from "../store/scopes.ts";
import type { DigestTools } from "./tools.ts";

/** A scope whose days are told, as it is at one moment. */
export interface DigestPlace extends Place {
  readonly scope: Scope;
  readonly seq: number;
  /** Moves when messages of an earlier time come, go or change. */
  readonly days: number;
  /** Begins the key of everything that is kept of this scope. */
  readonly key: string;
  readonly names: ReadonlyMap<string, AuthorNames>;
  /** What an account is called now; the account itself where no name is known. */
  nameOf(account: string): string;
}

export function keyOf({ tenant, kind, id }: Scope): string {
  return `${JSON.stringify([tenant, kind, id])}|`;
}

/** `undefined`: nothing was ever said or remembered there. */
export async function placeOf(tools: DigestTools, scope: Scope): Promise<DigestPlace | undefined> {
  const reader = tools.use();
  const found = await findScope(reader, scope);
  if (found === undefined) return undefined;
  const names = await namesIn(reader, found);
  const current = new Map<string, string>();
  for (const [account, { name }] of names) if (name !== null) current.set(account, name);
  const { tenant, num, seq, days } = found;
  return {
    scope,
    tenant,
    num,
    seq,
    days,
    key: keyOf(scope),
    names,
    nameOf: (account) => displayName(account, current),
  };
}
