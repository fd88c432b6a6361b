import { type Command, Option } from "commander";
import { ROLES } from "../../domain/api-key.ts";
import { given } from "../../domain/arguments.ts";
import { MemoirError } from "../../domain/errors.ts";
import type { NewApiKey, Role } from "../../index.ts";
import { newCommand, several } from "../command.ts";
import type { Context, Host } from "../context.ts";
import { namedByFlag } from "../flags.ts";
import type { Screen } from "../output.ts";
import { expiry } from "../times.ts";
import { oneLine } from "../width.ts";
import { withOperator } from "../with-operator.ts";
import { endText, reachText } from "./key-view.ts";

interface CreateFlags {
  readonly role?: Role;
  readonly scope?: readonly string[];
  readonly agent?: string;
  readonly category?: readonly string[];
  readonly expires?: string;
}

export function keysCreateCommand(host: Host): Command {
  return newCommand(host, "create", "Make a key and show it, this once.", [
    "keys create support-bot --scope user:alice --expires 30d",
    "keys create ann --role operator",
  ])
    .argument("<name>", "how to call it; no two living keys have the same name")
    .addOption(
      new Option(
        "--role <role>",
        "what it may do, each role all that the ones before it may (default: write)",
      ).choices(ROLES),
    )
    .option("--scope <scope>", "only this scope, such as user:alice; may be given several times", several)
    .option("--agent <name>", "the agent it speaks for, with its allowlist")
    .option("--category <name>", "only this category; may be given several times", several)
    .option(
      "--expires <when>",
      "when it stops working: a date, a time, or 12h, 30d, 4w from now (default: never)",
    )
    .action((name: string, flags: CreateFlags) => host.run((context) => create(context, name, flags)));
}

async function create(context: Context, name: string, flags: CreateFlags): Promise<undefined> {
  refuseScopeFlag(context);
  const { out } = context;
  const { role, scope, agent, category, expires } = flags;
  const made = await withOperator(context, { creates: true }, async ({ operator, by }) => {
    const expiresAt =
      expires === undefined ? undefined : expiry(expires, out.screen.now, "the key would open nothing");
    const key = await operator.keys.create({
      ...{ name, ...by },
      ...given({ role, scopes: scope, agent, categories: category, expiresAt }),
    });
    return { tenant: operator.tenant, key };
  });
  const { key, ...info } = made.key;
  out.answer({ tenant: made.tenant, key, ...info }, (screen) => madeLines(screen, made.tenant, made.key));
}

/** Everywhere else `--user` says whose memory is meant; a key that it did not narrow would be too wide unnoticed. */
function refuseScopeFlag({ flags }: Context): void {
  const flag = namedByFlag(flags);
  if (flag === undefined) return;
  const scope = flag === "global" ? "global" : `${flag}:${flags[flag]}`;
  throw new MemoirError(
    "invalid_argument",
    `--${flag} does not narrow a key. To limit it to that scope write --scope ${scope}.`,
  );
}

function madeLines({ colors, now, suggest }: Screen, tenant: string, made: NewApiKey): string[] {
  const { name, role } = made;
  return [
    `${colors.green("✓")} Made the key ${oneLine(name)} of tenant ${oneLine(tenant)}: ${role}, ${reachText(made)}, ends ${endText(made, now)}`,
    "",
    `  ${colors.bold(made.key)}`,
    "",
    "  Keep it now, where a password would be kept: it is shown this once. Programs send it as",
    "  Authorization: Bearer KEY",
    colors.dim(`  Take it back: ${suggest(`keys revoke ${made.id}`, { inScope: false })}`),
  ];
}
