import { CHANGE_EVENTS } from "../../domain/change.ts";
import { invalidArgument } from "../../domain/errors.ts";
import { DELIVERY_STATUSES } from "../../domain/hook.ts";
import type { DeliveryStatus, Hook, HookDelivery, HookOptions, HookTest, NewHook } from "../../index.ts";
import { groupCommand, type Host, limitOption, type MemoirCommand, newCommand } from "../command.ts";
import { EXIT } from "../failure.ts";
import { ago, countText, dueIn } from "../format.ts";
import { atTenant } from "../open.ts";
import { firstOf, moreLine, type Screen, table } from "../output.ts";
import { oneLine } from "../width.ts";

const HOOK_HELP = "its id, as hooks list shows it";

export function hooksCommand(host: Host): MemoirCommand {
  return groupCommand(
    newCommand(host, "hooks", "Send every change of a memory to an address of yours.", [
      "hooks add https://bot.example.com/memoir",
      "hooks list",
    ]),
    [
      listCommand(host),
      addCommand(host),
      removeCommand(host),
      switchCommand(host, "pause"),
      switchCommand(host, "resume"),
      testCommand(host),
      deliveriesCommand(host),
      retryCommand(host),
    ],
  );
}

function listCommand(host: Host): MemoirCommand {
  return newCommand(host, "list", "List the hooks, oldest first; their secrets are not shown again.", [
    "hooks list",
    "hooks list --tenant acme --json",
  ]).inTenant(async ({ operator, tenant, out }) => {
    const hooks = await operator.hooks.list();
    out.answer({ tenant, hooks }, (screen) =>
      hooks.length === 0
        ? [
            `Tenant ${oneLine(tenant)} has no hooks. Add one: ${screen.suggest("hooks add URL", { inScope: false })}`,
          ]
        : hookTable(screen, hooks),
    );
  });
}

function hookTable(screen: Screen, hooks: readonly Hook[]): string[] {
  const { colors, now } = screen;
  return table(screen, hooks, [
    ["ID", ({ id }) => id, colors.cyan],
    [
      "STATUS",
      ({ status }) => status,
      (text, { status }) => (status === "active" ? colors.green : colors.dim)(text),
    ],
    ["WAITING", ({ waiting }) => String(waiting)],
    ["PARKED", ({ parked }) => String(parked), (text, { parked }) => (parked > 0 ? colors.red(text) : text)],
    ["ADDED", ({ createdAt }) => ago(createdAt, now), colors.dim],
    ["CHANGES", reachText],
    ["URL", ({ url }) => oneLine(url)],
  ]);
}

function reachText({ events, scopes }: Hook): string {
  return `${events?.join(", ") ?? "every change"} in ${scopes?.map(oneLine).join(", ") ?? "all scopes"}`;
}

function addCommand(host: Host): MemoirCommand {
  return newCommand(host, "add", "Send changes to an address from now on, and show the secret, this once.", [
    "hooks add https://bot.example.com/memoir",
    "hooks add https://bot.example.com/memoir --event created --scope user:alice",
  ])
    .argument("<url>", "a public https address, or one that the setting hooks.allow names")
    .list<HookOptions>("events", "--event <event>", `only this change: ${CHANGE_EVENTS.join(", ")}`)
    .list<HookOptions>("scopes", "--scope <scope>", "only this scope, such as user:alice")
    .run((context, url: string, reach: Pick<HookOptions, "events" | "scopes">) =>
      atTenant(context, { creates: true }, async ({ operator, tenant, by, out }) => {
        const { secret, ...hook } = await operator.hooks.add({ url, ...by, ...reach });
        out.answer({ tenant, secret, ...hook }, (screen) => addedLines(screen, { secret, ...hook }));
      }),
    );
}

function addedLines({ colors, suggest, tick }: Screen, hook: NewHook): string[] {
  return [
    `${tick} Added the hook ${colors.cyan(hook.id)}: ${reachText(hook)}`,
    "",
    `  ${colors.bold(hook.secret)}`,
    "",
    "  Keep it where the receiver checks signatures: it is shown this once.",
    colors.dim(`  Try it: ${suggest(`hooks test ${hook.id}`, { inScope: false })}`),
  ];
}

function removeCommand(host: Host): MemoirCommand {
  return newCommand(host, "remove", "Remove a hook and everything it was still to be told.", [
    "hooks remove 5f0c1ab29d3e",
    "hooks remove 5f0c1ab29d3e --json",
  ])
    .argument("<id>", HOOK_HELP)
    .inTenant(async ({ operator, tenant, out }, id: string) => {
      await operator.hooks.remove(id);
      out.answer({ tenant, id }, ({ colors, tick }) => [`${tick} Removed the hook ${colors.cyan(id)}`]);
    });
}

const SWITCHES = {
  pause: { purpose: "Stop sending to a hook; changes are kept for it.", done: "Paused" },
  resume: { purpose: "Send to a paused hook again, beginning with what it missed.", done: "Resumed" },
} as const;

function switchCommand(host: Host, call: keyof typeof SWITCHES): MemoirCommand {
  const { purpose, done } = SWITCHES[call];
  return newCommand(host, call, purpose, [`hooks ${call} 5f0c1ab29d3e`, `hooks ${call} 5f0c1ab29d3e --json`])
    .argument("<id>", HOOK_HELP)
    .inTenant(async ({ operator, tenant, out }, id: string) => {
      const hook = await operator.hooks[call](id);
      out.answer({ tenant, hook }, ({ colors, tick }) => [
        `${tick} ${done} ${colors.cyan(hook.id)}, ${countText(hook.waiting, "delivery waits", "deliveries wait")}`,
      ]);
    });
}

function testCommand(host: Host): MemoirCommand {
  return newCommand(host, "test", "Send a test to a hook, and say how it was answered.", [
    "hooks test 5f0c1ab29d3e",
    "hooks test 5f0c1ab29d3e --json",
  ])
    .argument("<id>", HOOK_HELP)
    .inTenant(async ({ operator, tenant, out, io }, id: string) => {
      const test = await operator.hooks.test(id, { signal: io.signal });
      out.answer({ tenant, id, ...test }, (screen) => [
        test.delivered
          ? `${screen.tick} Delivered: ${outcomeText(test)}`
          : `${screen.colors.red("✗")} Not delivered: ${outcomeText(test)}`,
      ]);
      return test.delivered ? EXIT.ok : EXIT.no;
    });
}

function outcomeText({ code, error }: Pick<HookTest, "code" | "error">): string {
  if (code !== null) return `answered with ${code}`;
  return error === "not_allowed"
    ? "the address is private and the setting hooks.allow does not name it"
    : (error ?? "-");
}

function deliveriesCommand(host: Host): MemoirCommand {
  return newCommand(host, "deliveries", "List what a hook was or is to be sent, newest first.", [
    "hooks deliveries 5f0c1ab29d3e",
    "hooks deliveries 5f0c1ab29d3e --status parked",
  ])
    .argument("<id>", HOOK_HELP)
    .choice("--status <status>", "only this status", DELIVERY_STATUSES)
    .addOption(limitOption(50))
    .inTenant(
      async (
        { operator, tenant, out },
        id: string,
        { status, limit }: { readonly status?: DeliveryStatus; readonly limit: number },
      ) => {
        const all = await operator.hooks.deliveries(id, { status });
        const { items: deliveries, more } = await firstOf(all, limit);
        out.answer({ tenant, id, deliveries, more }, (screen) =>
          deliveries.length === 0
            ? ["No such delivery."]
            : [deliveryTable(screen, deliveries), moreLine(screen, more, limit)],
        );
      },
    );
}

function deliveryTable(screen: Screen, deliveries: readonly HookDelivery[]): string[] {
  const { colors, now } = screen;
  const paint = { delivered: colors.green, waiting: colors.yellow, parked: colors.red };
  return table(screen, deliveries, [
    ["ID", ({ id }) => id, colors.cyan],
    ["STATUS", ({ status }) => status, (text, { status }) => paint[status](text)],
    ["TRIES", ({ attempts }) => String(attempts)],
    ["LAST TRY", ({ lastAt }) => (lastAt === null ? "-" : ago(lastAt, now))],
    ["NEXT TRY", ({ nextAt }) => (nextAt === null ? "-" : dueIn(nextAt, now))],
    ["ANSWER", ({ code, error }) => (code === null ? (error ?? "-") : String(code))],
    ["CHANGE", ({ event, memoryId, scope }) => `${event} ${memoryId.slice(0, 8)} in ${oneLine(scope)}`],
  ]);
}

function retryCommand(host: Host): MemoirCommand {
  return newCommand(host, "retry", "Try parked and waiting deliveries of a hook now.", [
    "hooks retry 5f0c1ab29d3e --all",
    "hooks retry 5f0c1ab29d3e 5f0c1ab29d3e-17",
  ])
    .argument("<id>", HOOK_HELP)
    .argument("[delivery]", "one delivery's id, as hooks deliveries shows it")
    .option("--all", "all that wait or are parked")
    .run((context, id: string, delivery: string | undefined, { all = false }: { readonly all?: boolean }) => {
      if ((delivery === undefined) !== all) {
        throw invalidArgument("Say what to retry in one way: a delivery's id, or --all.");
      }
      return atTenant(context, { creates: false }, async ({ operator, tenant, out }) => {
        const retried = await operator.hooks.retry(id, delivery);
        out.answer({ tenant, id, retried }, (screen) => [
          retried === 0
            ? "Nothing waits and nothing is parked."
            : `${screen.tick} ${countText(retried, "delivery is", "deliveries are")} tried next, where jobs run: ${screen.suggest("work --once", { inScope: false })}`,
        ]);
      });
    });
}
