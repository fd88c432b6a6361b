import type { Command } from "commander";
import type { ApiKey } from "../../index.ts";
import { newCommand } from "../command.ts";
import type { Context, Host } from "../context.ts";
import { ago } from "../format.ts";
import { type Screen, table } from "../output.ts";
import { oneLine } from "../width.ts";
import { withOperator } from "../with-operator.ts";
import { endText, reachText, styledKeyStatus, usedText } from "./key-view.ts";

export function keysListCommand(host: Host): Command {
  return newCommand(
    host,
    "list",
    "List the keys, newest first; of a key itself nothing is kept to be shown.",
    ["keys list", "keys list --tenant acme --json"],
  )
    .option("--all", "also those that were revoked or have expired")
    .action((flags: { all?: boolean }) => host.run((context) => list(context, flags.all === true)));
}

async function list(context: Context, all: boolean): Promise<undefined> {
  await withOperator(context, { creates: false }, async ({ operator, missing }) => {
    const every = await operator.keys.list();
    const keys = all ? every : every.filter(({ status }) => status === "active");
    const hidden = every.length - keys.length;
    context.out.answer({ tenant: operator.tenant, keys }, (screen) => [
      ...(keys.length === 0 ? emptyLines(screen, operator.tenant, missing) : keyTable(screen, keys)),
      ...(hidden === 0
        ? []
        : [screen.colors.dim(`${hidden} no longer ${hidden === 1 ? "works" : "work"}. Show with --all.`)]),
    ]);
  });
}

function keyTable(screen: Screen, keys: readonly ApiKey[]): string[] {
  const { colors, now } = screen;
  return table(
    screen,
    [
      { title: "ID", text: ({ id }) => id, style: colors.cyan },
      { title: "NAME", text: ({ name, kind }) => oneLine(kind === "key" ? name : `${name} (${kind})`) },
      { title: "ROLE", text: ({ role }) => role },
      {
        title: "STATUS",
        text: ({ status }) => status,
        style: (text, key) => styledKeyStatus(colors, text, key),
      },
      { title: "MADE", text: ({ createdAt }) => ago(createdAt, now), style: colors.dim },
      { title: "ENDS", text: (key) => endText(key, now) },
      { title: "LAST USED", text: (key) => usedText(key, now) },
      { title: "REACH", text: reachText },
    ],
    keys,
  );
}

function emptyLines({ suggest }: Screen, tenant: string, missing: string | null): string[] {
  const make = `Make one: ${suggest("keys create NAME", { inScope: false })}`;
  return missing === null
    ? [`Tenant ${oneLine(tenant)} has no key that works. ${make}`]
    : [`There is no database at ${missing} yet, so there are no keys. ${make}`];
}
