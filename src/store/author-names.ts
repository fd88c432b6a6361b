import { cleanName, nameInAccount } from "../language/names.ts";
import type { Place } from "./scopes.ts";
import type { Reader } from "./tx.ts";

/** What an account is called in a scope. All names are clean (see `cleanName`). */
export interface AuthorNames {
  /** The newest; `null` when no usable one is known, and the account's id is no name either. */
  readonly name: string | null;
  /** All that are known, the newest first. */
  readonly aliases: readonly string[];
}

/** Somebody may rename themselves every minute; the names that people still use are the last ones. */
const MAX_ALIASES = 20;

/**
 * What everybody who spoke in a scope is called: the newest display name, be it that of a message or of the map of
 * persons, and all names before it. One statement, by the primary keys.
 */
export async function namesIn(
  reader: Reader,
  { tenant, num: scope }: Place,
): Promise<Map<string, AuthorNames>> {
  const rows = await reader.all<{ account: string; name: string; clean: number }>(
    `select account, name, clean from (
       select account, name, seen_at, seen_seq, 1 as clean from author_name where tenant = $1 and scope = $2
       union
       select i.account, i.name, i.updated_at, 0, 0 from author_name n
       join identity i on i.tenant = n.tenant and i.account = n.account
       where n.tenant = $1 and n.scope = $2 and i.name is not null
     ) known order by account, seen_at desc, seen_seq desc`,
    [tenant, scope],
  );
  const names = new Map<string, AuthorNames & { aliases: string[] }>();
  for (const { account, name: given, clean } of rows) {
    const known = names.get(account) ?? { name: null, aliases: [] };
    // What a message brought was cleaned when it was written down.
    const name = given === "" ? null : clean === 1 ? given : cleanName(given);
    if (name !== null && !known.aliases.includes(name) && known.aliases.length < MAX_ALIASES) {
      known.aliases.push(name);
    }
    names.set(account, { name: known.aliases[0] ?? null, aliases: known.aliases });
  }
  for (const [account, { name }] of names) {
    if (name === null) names.set(account, namedByAccount(account));
  }
  return names;
}

function namedByAccount(account: string): AuthorNames & { aliases: string[] } {
  const name = nameInAccount(account);
  return { name, aliases: name === null ? [] : [name] };
}
