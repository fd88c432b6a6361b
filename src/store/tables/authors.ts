import type { Identity } from "../../api/operator.ts";
import type { Scope, ScopeKind } from "../../domain/scope.ts";
import type { IdentityRules } from "../../domain/settings/people.ts";
import { cleanName, nameInAccount } from "../../language/person-names.ts";
import { type AuthorNames, shownNames } from "../../language/shown-name.ts";
import type { SqlReader, Tx, Value } from "../tx.ts";
import type { NewEvent } from "./events.ts";
import { IN_SCOPE, type OpenScope, refuseReadOnly, type ScopeRef, scopeReader } from "./scopes.ts";

export type { AuthorNames };

/** The speaker: in a user's own scope that is the user, unless the message names another. */
export function authorOf(
  scope: Pick<Scope, "kind" | "id">,
  { actor, role }: { readonly actor: string | null; readonly role: string },
): string | null {
  return actor ?? (role === "user" && scope.kind === "user" ? scope.id : null);
}

/** The name in a speaker's account; none in the id of an agent, whose scope is its user's too. */
export function nameOfAccount(
  { kind, id }: Pick<Scope, "kind" | "id">,
  account: string,
  { scope }: Pick<IdentityRules, "scope">,
): string | null {
  return scope === "agent" && kind === "user" && account === id ? null : nameInAccount(account);
}

/** Writes down who spoke, and under which name: the newest moment of each name is kept. */
export async function noteAuthors(
  open: OpenScope,
  scope: Pick<Scope, "kind" | "id">,
  events: readonly NewEvent[],
): Promise<void> {
  const seen = new Map<string, { account: string; name: string; at: number; seq: number }>();
  for (const [i, event] of events.entries()) {
    const account = authorOf(scope, event);
    if (account === null) continue;
    const name = event.authorName ?? "";
    // No name has a line break: see `cleanName`.
    const key = `${name}\n${account}`;
    const before = seen.get(key);
    if (before !== undefined && before.at > event.at) continue;
    // Of two names of one moment the one that came later is the newer.
    const seq = open.seq - events.length + i + 1;
    seen.set(key, { account, name, at: event.at, seq });
  }
  const rows = [...seen.values()];
  for (let from = 0; from < rows.length; from += ROWS) await upsert(open, rows.slice(from, from + ROWS));
}

/** SQLite takes 32,766 parameters. */
const ROWS = 5_000;

async function upsert(
  { tx, tenant, num }: OpenScope,
  rows: readonly { account: string; name: string; at: number; seq: number }[],
): Promise<void> {
  const params: Value[] = [];
  const values = rows.map((row) => {
    const numbers = [tenant, num, row.account, row.name, row.at, row.seq].map((value) => params.push(value));
    return `(${numbers.map((n) => `$${n}`).join(", ")})`;
  });
  // An account without a name is written once: its time says nothing.
  await tx.run(
    `insert into author_name (tenant, scope, account, name, seen_at, seen_seq) values ${values.join(", ")}
     on conflict (tenant, scope, account, name) do update set seen_at = excluded.seen_at, seen_seq = excluded.seen_seq
     where excluded.name <> '' and (excluded.seen_at, excluded.seen_seq) > (author_name.seen_at, author_name.seen_seq)`,
    params,
  );
}

/** Somebody may rename themselves every minute; the names that people still use are the last ones. */
const MAX_ALIASES = 20;

/**
 * The names of every speaker of a scope: the newest display name, from a message or from the map of persons, and all
 * earlier names. In a scope that several people share, those who could be mixed up are told apart. One statement, by the
 * primary keys.
 */
export async function namesIn(
  reader: SqlReader,
  scopeRef: ScopeRef,
  /** What a user's scope is; other scopes need not say. */
  identity: Pick<IdentityRules, "scope"> = { scope: "origin" },
): Promise<Map<string, AuthorNames>> {
  const rows = await scopeReader(reader, scopeRef).all<{
    account: string;
    name: string;
    clean: number;
    kind: ScopeKind;
    scope: string;
  }>(
    `select account, name, clean, kind, own.id as scope from (
       select account, name, seen_at, seen_seq, 1 as clean from author_name where ${IN_SCOPE}
       union
       select i.account, i.name, i.updated_at, 0, 0 from author_name n
       join identity i on i.tenant = n.tenant and i.account = n.account
       where n.tenant = $1 and n.scope = $2 and i.name is not null
     ) known, (select kind, id from scope where tenant = $1 and num = $2) own
     order by account, seen_at desc, seen_seq desc`,
  );
  const aliasesOf = new Map<string, string[]>();
  for (const { account, name: storedName, clean } of rows) {
    const aliases = aliasesOf.get(account) ?? [];
    aliasesOf.set(account, aliases);
    // A message's text was cleaned when it was stored.
    const name = storedName === "" ? null : clean === 1 ? storedName : cleanName(storedName);
    if (name !== null && !aliases.includes(name) && aliases.length < MAX_ALIASES) aliases.push(name);
  }
  const { kind = "global", scope: id = "" } = rows[0] ?? {};
  for (const [account, aliases] of aliasesOf) {
    const accountName = aliases.length === 0 ? nameOfAccount({ kind, id }, account, identity) : null;
    if (accountName !== null) aliases.push(accountName);
  }
  if (kind !== "user") return shownNames(aliasesOf);
  return new Map(
    [...aliasesOf].map(([account, aliases]) => [account, { name: aliases[0] ?? null, aliases, label: "" }]),
  );
}

/** A speaker of a scope, without their name. */
export interface ScopeSpeaker {
  readonly account: string;
  readonly messages: number;
  readonly last_at: number;
}

/** Who sent messages that are still on record, the last to speak first. */
export function speakersIn(reader: SqlReader, scopeRef: ScopeRef, limit: number): Promise<ScopeSpeaker[]> {
  return scopeReader(reader, scopeRef).all(
    `select actor as account, count(*) as messages, max(at) as last_at from event
     where ${IN_SCOPE} and role = 'user' and type = 'message' and actor is not null and erased_at is null
     group by actor order by max(at) desc, max(seq) desc limit $3`,
    [limit],
  );
}

export async function identify(
  tx: Tx,
  { tenant, identity, at }: { tenant: string; identity: Identity; at: number },
): Promise<void> {
  await refuseReadOnly(tx, tenant);
  await tx.run(
    `insert into identity (tenant, account, person, name, updated_at) values ($1, $2, $3, $4, $5)
     on conflict (tenant, account) do update
     set person = excluded.person, name = excluded.name, updated_at = excluded.updated_at`,
    [tenant, identity.account, identity.person, identity.name, at],
  );
}

export async function unidentify(
  tx: Tx,
  { tenant, account }: { tenant: string; account: string },
): Promise<boolean> {
  await refuseReadOnly(tx, tenant);
  return (await tx.run("delete from identity where tenant = $1 and account = $2", [tenant, account])) > 0;
}

export function findIdentity(
  reader: SqlReader,
  tenant: string,
  account: string,
): Promise<Identity | undefined> {
  return reader.one("select account, person, name from identity where tenant = $1 and account = $2", [
    tenant,
    account,
  ]);
}

export function listIdentities(reader: SqlReader, tenant: string): Promise<Identity[]> {
  return reader.all("select account, person, name from identity where tenant = $1 order by person, account", [
    tenant,
  ]);
}
