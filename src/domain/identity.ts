import { invalidArgument, show } from "./errors.ts";
import type { Scope } from "./scope.ts";
import type { IdentityRules } from "./settings/people.ts";
import { checkId, checkOptionalId } from "./text.ts";

/**
 * Where a chat message came from. There is no nickname here, and there must not be one: anyone can take
 * anyone's nickname, so names never decide identity. `displayName` is for prompts only.
 */
export interface Origin {
  readonly platform: string;
  /** The platform's own id of the person. */
  readonly userId?: string;
  /** Given for a message in a group, and only then. */
  readonly groupId?: string;
  /** AstrBot's unified_msg_origin, such as `aiocqhttp:FriendMessage:12345`. */
  readonly umo?: string;
}

export type ScopeName = Pick<Scope, "kind" | "id">;

export interface ResolvedOrigin {
  /** Where to write, and to read first. */
  readonly primary: ScopeName;
  /** Where else to read; never holds `primary`. */
  readonly legacy: ScopeName[];
}

/** The id of one person on one platform. */
export function account(platform: string, id: string): string {
  return checkId(`${checkPlatform(platform)}:${checkId(id, "origin.userId")}`, "account");
}

/** The scopes that a message belongs to. `personOf` looks an account up in the map of persons. */
export function resolveOrigin(
  origin: Origin,
  rules: IdentityRules,
  personOf: (account: string) => string | undefined,
  agent: string | null = null,
): ResolvedOrigin {
  const platform = checkPlatform(origin.platform);
  const userId = checkOptionalId(origin.userId, "origin.userId");
  const groupId = checkOptionalId(origin.groupId, "origin.groupId");
  const umo = checkOptionalId(origin.umo, "origin.umo");
  const pinned = pinnedScope(rules.scope, userId, groupId, agent);
  const ownAccount = userId === null ? null : account(platform, userId);
  // Nothing told in a direct message is read in a group, unless the settings say so.
  const isPersonal = rules.scope === "origin" || rules.scope === "group_member";
  const shared: ScopeName[] =
    rules.ownInGroups && isPersonal && groupId !== null && ownAccount !== null
      ? [{ kind: "user", id: userScopeId(ownAccount, null, rules, personOf) }]
      : [];
  if (pinned !== null) return { primary: pinned, legacy: shared };
  const scopes: ScopeName[] = [];
  if (groupId !== null) {
    // A group stays on its own id under every strategy: people must not be mixed up in groups.
    scopes.push({ kind: "group", id: checkId(`${platform}/${groupId}`, "group") });
    if (umo !== null) scopes.push({ kind: "group", id: umo });
  } else {
    for (const id of [
      ownAccount === null ? null : userScopeId(ownAccount, umo, rules, personOf),
      umo,
      ownAccount,
    ]) {
      if (id !== null) scopes.push({ kind: "user", id });
    }
  }
  const [primary, ...others] = scopes;
  if (primary === undefined) {
    throw invalidArgument(`The origin on ${show(platform)} names nobody. Pass userId, groupId or umo.`, {
      path: "origin",
    });
  }
  return { primary, legacy: [...(rules.includeLegacyOnRead ? distinct(others, primary) : []), ...shared] };
}

/** The scope where the settings leave no choice of a strategy; `null` where they do. */
function pinnedScope(
  scope: IdentityRules["scope"],
  userId: string | null,
  groupId: string | null,
  agent: string | null,
): ScopeName | null {
  if (scope === "global") return { kind: "global", id: "default" };
  if (scope === "agent") {
    if (agent !== null) return { kind: "user", id: agent };
    throw invalidArgument('identity.scope is "agent": pass the agent whose memory it is.', {
      path: "agent",
    });
  }
  if (scope !== "group_member" || groupId === null || userId === null) return null;
  // `a:b` + `c` and `a` + `b:c` would be one member.
  if (groupId.includes(":")) {
    throw invalidArgument(
      `origin.groupId holds ":" (${show(groupId)}), which parts it from the user under identity.scope "group_member".`,
      { path: "origin.groupId" },
    );
  }
  return { kind: "user", id: checkId(`${groupId}:${userId}`, "group member") };
}

/**
 * Where the facts about a member of a group are kept: with the member in that group alone under
 * `group_member`, as `scopeFor()` finds them; else with the group itself, as a separate subject.
 */
export function memberScope(
  group: ScopeName,
  person: string,
  { scope }: Pick<IdentityRules, "scope">,
): ScopeName {
  if (group.kind !== "group" || scope !== "group_member") return group;
  // `discord/42` is the group 42, and `discord:7` its member 7.
  const [platform, ...rest] = group.id.split("/");
  const groupId = rest.length === 0 ? group.id : rest.join("/");
  const ownId = person.startsWith(`${platform}:`) ? person.slice(platform!.length + 1) : person;
  return pinnedScope(scope, ownId, groupId, null) ?? group;
}

/** How the ids of the scopes begin in which a group keeps the facts about its members; `null`: it keeps them itself. */
export function memberPrefix(group: ScopeName, rules: Pick<IdentityRules, "scope">): string | null {
  if (group.kind !== "group" || rules.scope !== "group_member") return null;
  const [platform, ...rest] = group.id.split("/");
  return `${rest.length === 0 ? platform : rest.join("/")}:`;
}

/** The current display name, for prompts only; the id itself where no name is known. */
export function displayName(actor: string, names: ReadonlyMap<string, string>): string {
  const name = names.get(actor);
  return name === undefined || name.trim() === "" ? actor : name;
}

function userScopeId(
  ownAccount: string,
  umo: string | null,
  rules: IdentityRules,
  personOf: (account: string) => string | undefined,
): string {
  switch (rules.userScopeStrategy) {
    case "unified_msg_origin":
      return umo ?? ownAccount;
    case "platform_user":
      return ownAccount;
    case "person":
      return checkId(
        personOf(ownAccount) ?? rules.aliases[ownAccount] ?? ownAccount,
        `the person of ${ownAccount}`,
      );
  }
}

/** `a:b` + `c` and `a` + `b:c` would be one account; so the platform's name may hold no separator. */
function checkPlatform(value: unknown): string {
  const platform = checkId(value, "origin.platform");
  if (!/[:/]/.test(platform)) return platform;
  throw invalidArgument(
    `origin.platform holds ":" or "/" (${show(platform)}), which part it from the id. Pass the bare name.`,
    { path: "origin.platform" },
  );
}

function distinct(scopes: readonly ScopeName[], primary: ScopeName): ScopeName[] {
  const seen = new Set([primary.id]);
  return scopes.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** Whether a subject is the one who speaks, or somebody of theirs: `alice`, `alice's brother`. Ids are compared exactly. */
export function isOwn(subject: string, actor: string): boolean {
  return subject === actor || subject.startsWith(`${actor}'s `);
}

/** The person in `4170938's brother`. */
export function ownerOf(subject: string): string {
  return subject.split("'s ", 1)[0]!;
}

/** Whether two names in a text are written alike: `Alice` is `alice`. It never tells who somebody is. */
export function sameName(a: string, b: string): boolean {
  return normaliseName(a) === normaliseName(b);
}

function normaliseName(name: string): string {
  return name.normalize("NFKC").trim().toLowerCase();
}
