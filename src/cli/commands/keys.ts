import { ROLES } from "../../domain/api-key.ts";
import { invalidArgument } from "../../domain/errors.ts";
import type { ApiKey, KeyOptions, NewApiKey } from "../../index.ts";
import { groupCommand, type Host, type MemoirCommand, newCommand } from "../command.ts";
import type { Context } from "../context.ts";
import type { ExitCode } from "../failure.ts";
import { ago } from "../format.ts";
import { namedByFlag } from "../io.ts";
import { atTenant } from "../open.ts";
import { expiry } from "../options.ts";
import { type Screen, table } from "../output.ts";
import { oneLine } from "../width.ts";

export function keysCommand(host: Host): MemoirCommand {
  return groupCommand(
    newCommand(host, "keys", "See, make and revoke the API keys that let programs in.", [
      "keys create support-bot",
      "keys list",
    ]),
    [listCommand(host), createCommand(host), revokeCommand(host)],
  );
}

function listCommand(host: Host): MemoirCommand {
  return newCommand(
    host,
    "list",
    "List the keys, newest first; of a key itself nothing is kept to be shown.",
    ["keys list", "keys list --tenant acme --json"],
  )
    .option("--all", "also those that were revoked or have expired")
    .inTenant(async ({ operator, tenant, missing, out }, { all }: { all?: boolean }) => {
      const every = await operator.keys.list();
      const keys = all === true ? every : every.filter(({ status }) => status === "active");
      const hidden = every.length - keys.length;
      const works = hidden === 1 ? "works" : "work";
      out.answer({ tenant, keys }, (screen) => [
        keys.length === 0 ? emptyLines(screen, tenant, missing) : keyTable(screen, keys),
        hidden > 0 && screen.colors.dim(`${hidden} no longer ${works}. Show with --all.`),
      ]);
    });
}

function keyTable(screen: Screen, keys: readonly ApiKey[]): string[] {
  const { colors, now } = screen;
  const paint = { active: colors.green, revoked: colors.red, expired: colors.dim };
  return table(screen, keys, [
    ["ID", ({ id }) => id, colors.cyan],
    ["NAME", ({ name, kind }) => oneLine(kind === "key" ? name : `${name} (${kind})`)],
    ["ROLE", ({ role }) => role],
    ["STATUS", ({ status }) => status, (text, { status }) => paint[status](text)],
    ["MADE", ({ createdAt }) => ago(createdAt, now), colors.dim],
    ["ENDS", ({ expiresAt }) => agoOrNever(expiresAt, now)],
    ["LAST USED", ({ lastUsedAt }) => agoOrNever(lastUsedAt, now)],
    ["REACH", reachText],
  ]);
}

function agoOrNever(at: Date | null, now: Date): string {
  return at === null ? "never" : ago(at, now);
}

/** Where a key may go: its scopes, its agent and its categories. */
function reachText({ scopes, agent, categories }: ApiKey): string {
  const parts = [
    scopes === null ? "all scopes" : scopes.map(oneLine).join(", "),
    agent !== null && `as agent ${oneLine(agent)}`,
    categories !== null && `only ${categories.map(oneLine).join(", ")}`,
  ];
  return parts.filter((part) => part !== false).join(" · ");
}

function emptyLines({ suggest }: Screen, tenant: string, missing: string | null): string[] {
  const make = `Make one: ${suggest("keys create NAME", { inScope: false })}`;
  return missing === null
    ? [`Tenant ${oneLine(tenant)} has no key that works. ${make}`]
    : [`There is no database at ${missing} yet, so there are no keys. ${make}`];
}

function createCommand(host: Host): MemoirCommand {
  return newCommand(host, "create", "Make a key and show it, this once.", [
    "keys create support-bot --scope user:alice --expires 30d",
    "keys create ann --role operator",
  ])
    .argument("<name>", "how to call it; no two living keys have the same name")
    .choice(
      "--role <role>",
      "what it may do, each role all that the ones before it may (default: write)",
      ROLES,
    )
    .list<KeyOptions>("scopes", "--scope <scope>", "only this scope, such as user:alice")
    .option("--agent <name>", "the agent it speaks for, with its allowlist")
    .list<KeyOptions>("categories", "--category <name>", "only this category")
    .named<KeyOptions>(
      "expiresAt",
      "--expires <when>",
      "when it stops working: a date, a time, or 12h, 30d, 4w from now (default: never)",
      (text) => expiry(text, new Date(), "the key would open nothing"),
    )
    .run(create);
}

function create(
  context: Context,
  name: string,
  grant: Omit<KeyOptions, "name" | "actor">,
): Promise<ExitCode | undefined> {
  // Everywhere else `--user` says whose memory is meant; a key that it did not narrow would be too wide unnoticed.
  const flag = namedByFlag(context.flags);
  if (flag !== undefined) {
    const scopeName = flag === "global" ? "global" : `${flag}:${context.flags[flag]}`;
    throw invalidArgument(
      `--${flag} does not narrow a key. To limit it to that scope write --scope ${scopeName}.`,
    );
  }
  return atTenant(context, { creates: true }, async ({ operator, tenant, by, out }) => {
    const newKey = await operator.keys.create({ name, ...by, ...grant });
    const { key, ...info } = newKey;
    out.answer({ tenant, key, ...info }, (screen) => madeLines(screen, tenant, newKey));
  });
}

function madeLines({ colors, now, suggest, tick }: Screen, tenant: string, newKey: NewApiKey): string[] {
  const { name, role, expiresAt } = newKey;
  return [
    `${tick} Made the key ${oneLine(name)} of tenant ${oneLine(tenant)}: ${role}, ${reachText(newKey)}, ends ${agoOrNever(expiresAt, now)}`,
    "",
    `  ${colors.bold(newKey.key)}`,
    "",
    "  Keep it now, where a password would be kept: it is shown this once. Programs send it as",
    "  Authorization: Bearer KEY",
    colors.dim(`  Take it back: ${suggest(`keys revoke ${newKey.id}`, { inScope: false })}`),
  ];
}

function revokeCommand(host: Host): MemoirCommand {
  return newCommand(host, "revoke", "Take a key back: nobody gets in with it any more.", [
    "keys revoke support-bot",
    "keys revoke 5f0c1ab29d3e",
  ])
    .argument("<key>", "its name or its id, as keys list shows them; not the key itself")
    .inTenant(async ({ operator, tenant, out }, idOrName: string) => {
      const key = await operator.keys.revoke(idOrName);
      out.answer({ tenant, key }, ({ colors, tick }) => [
        `${tick} Revoked ${colors.cyan(key.id)}  ${oneLine(key.name)} of tenant ${oneLine(tenant)}`,
        "  A running server refuses it within two seconds.",
      ]);
    });
}
