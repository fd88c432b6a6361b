import type { PersonReceipt, PersonTarget } from "../../api/people.ts";
import { invalidArgument, MemoirError, show } from "../../domain/errors.ts";
import { account as accountOn, ownerOf, sameName } from "../../domain/identity.ts";
import { formatScope, parseScope, type Scope, type ScopeKind } from "../../domain/scope.ts";
import { checkId } from "../../domain/text.ts";
import { listIdentities, namesIn } from "../../store/tables/authors.ts";
import { countBelongings, type Whose } from "../../store/tables/belongings.ts";
import type { PartOfForgetting } from "../../store/tables/forgettings.ts";
import { findScope, type ScopeRecord } from "../../store/tables/scopes.ts";
import type { SqlReader } from "../../store/tx.ts";

/** Whom a forgetting is about, as it was asked for, and the parts of scopes that this comes to. */
interface Resolved {
  readonly who: PersonReceipt["who"];
  readonly parts: readonly PartOfForgetting[];
}

/** Checks whom to forget, and finds everything that is theirs. */
export async function resolvePerson(
  reader: SqlReader,
  tenant: string,
  target: PersonTarget,
): Promise<Resolved> {
  if (typeof target !== "object" || target === null)
    throw invalidArgument(
      `Say whom to forget: { scope }, { scope, member } or { person }, got ${show(target)}.`,
    );
  if ("person" in target && target.person !== undefined) {
    const person = checkId(target.person, "person");
    return { who: { person }, parts: await partsOfPerson(reader, tenant, person) };
  }
  if (!("scope" in target) || target.scope === undefined)
    throw invalidArgument("Say whom to forget: { scope }, { scope, member } or { person }.");
  const scope = parseScope(target.scope, tenant);
  const name = formatScope(scope);
  const scopeRow = await findScope(reader, scope);
  if (scopeRow === undefined) {
    throw new MemoirError(
      "not_found",
      `Nothing is stored of ${name}. List the scopes to see which there are.`,
      {
        details: { scope: name },
      },
    );
  }
  if (target.member === undefined)
    return { who: { scope: name }, parts: [await partOf(reader, scope, scopeRow, null)] };
  const member = checkId(target.member, "member");
  // A user's own scope is that user's, also where messages do not say so.
  const accounts = scope.kind === "user" && member === scope.id ? null : [member];
  return { who: { scope: name, member }, parts: [await partOf(reader, scope, scopeRow, accounts)] };
}

/** Every part of every scope that is a person's: their own scopes whole, elsewhere what is theirs as a member. */
async function partsOfPerson(reader: SqlReader, tenant: string, person: string): Promise<PartOfForgetting[]> {
  const accounts = await accountsOf(reader, tenant, person);
  // In a group of a platform messages carry the platform's own id, without its name.
  const bare = accounts.map((one) => one.slice(one.indexOf(":") + 1));
  const accountsJson = JSON.stringify([...new Set([...accounts, ...bare])]);
  const theirs = (column: string): string => reader.dialect.inJson(column, "$2");
  const scopes = await reader.all<{ kind: ScopeKind; id: string }>(
    `select s.kind, s.id from scope s where s.tenant = $1 and ((s.kind = 'user' and ${theirs("s.id")})
       or s.num in (select n.scope from author_name n where n.tenant = $1 and ${theirs("n.account")})
       or s.num in (select m.scope from memory m where m.tenant = $1 and (${theirs("m.subject")} or ${theirs("m.user_id")})))
     order by s.num`,
    [tenant, accountsJson],
  );
  const parts: PartOfForgetting[] = [];
  for (const { kind, id } of scopes) {
    const scope: Scope = { tenant, kind, id };
    const scopeRow = await findScope(reader, scope);
    if (scopeRow === undefined) continue;
    const isOwn = kind === "user" && accounts.includes(id);
    const there = isOwn ? null : accounts.flatMap((one) => [one, ...bareIn(scope, one)]);
    const part = await partOf(reader, scope, scopeRow, there);
    if (isOwn || (await hasAny(reader, scopeRow, part))) parts.push(part);
  }
  return parts;
}

/** Also as a hard forgetting sees it: what was forgotten before counts. */
async function hasAny(reader: SqlReader, scopeRow: ScopeRecord, part: Whose): Promise<boolean> {
  return Object.values(await countBelongings(reader, scopeRow, part, true)).some((n) => n > 0);
}

/** The accounts of a person, by the map of persons. */
export async function accountsOf(reader: SqlReader, tenant: string, person: string): Promise<string[]> {
  const mapped = (await listIdentities(reader, tenant)).filter((one) => one.person === person);
  return [...new Set([person, ...mapped.map(({ account }) => account)])];
}

/** `123` for `discord:123` in `group:discord/42`: another platform's `123` is somebody else. */
function bareIn({ kind, id }: Scope, account: string): string[] {
  const at = account.indexOf(":");
  if (kind === "user" || at <= 0) return [];
  const platform = account.slice(0, at);
  const isThere = id.startsWith(`${platform}/`) || id.startsWith(`${platform}:`);
  const bareId = account.slice(at + 1);
  return isThere && account === accountOn(platform, bareId) ? [bareId] : [];
}

async function partOf(
  reader: SqlReader,
  scope: Scope,
  scopeRow: ScopeRecord,
  accounts: readonly string[] | null,
): Promise<PartOfForgetting> {
  const subjects = accounts === null ? [] : await subjectsOf(reader, scopeRow, accounts);
  return { scope: formatScope(scope), accounts, subjects, until: scopeRow.seq };
}

/** How memories of a scope name one member: by an account, or by a name that nobody else there goes by. */
async function subjectsOf(
  reader: SqlReader,
  scopeRow: ScopeRecord,
  accounts: readonly string[],
): Promise<string[]> {
  const names = await namesIn(reader, scopeRow);
  const aliases = (theirs: boolean): string[] =>
    [...names].flatMap(([one, { aliases }]) => (accounts.includes(one) === theirs ? [...aliases] : []));
  const others = aliases(false);
  const ownAliases = aliases(true).filter((name) => !others.some((other) => sameName(other, name)));
  const rows = await reader.all<{ subject: string }>(
    "select distinct subject from memory where tenant = $1 and scope = $2 and subject is not null",
    [scopeRow.tenant, scopeRow.num],
  );
  return rows
    .map(({ subject }) => subject)
    .filter((subject) => {
      const owner = ownerOf(subject);
      return accounts.includes(owner) || ownAliases.some((name) => sameName(name, owner));
    });
}
