import type { Command } from "commander";
import { MemoirError } from "../../domain/errors.ts";
import type { PolicyHandle, PolicyVersion } from "../../index.ts";
import { newCommand, wholeNumber } from "../command.ts";
import type { Context, Host } from "../context.ts";
import { type Pair, pairs, type Screen, table } from "../output.ts";
import { withOperator } from "../with-operator.ts";
import { differenceLines, originText, settingsOf, valueText } from "./policy-view.ts";

const MOST = 2 ** 31 - 1;
export const versionNumber = wholeNumber(0, MOST);

export function policyShowCommand(host: Host): Command {
  return newCommand(
    host,
    "show",
    "Show what gates writes and bounds reads, and what differs from the settings.",
    ["policy show", "policy show 2 --tenant acme"],
  )
    .argument("[version]", "an earlier version (default: the one in force)", versionNumber)
    .action((version: number | undefined) => host.run((context) => show(context, version)));
}

async function show(context: Context, number: number | undefined): Promise<undefined> {
  await withOperator(context, { creates: false }, async ({ operator: { policy, tenant } }) => {
    const version = await versionOf(policy, number);
    const changed = new Map((await policy.diff(0, version.version)).map(({ path, from }) => [path, from]));
    context.out.answer({ tenant, ...version }, (screen) => showLines(screen, tenant, version, changed));
  });
}

async function versionOf(policy: PolicyHandle, number: number | undefined): Promise<PolicyVersion> {
  if (number === undefined) return policy.current();
  const found = (await policy.versions()).find(({ version }) => version === number);
  if (found !== undefined) return found;
  throw new MemoirError("not_found", `There is no policy version ${number}. See them with: policy versions`);
}

function showLines(
  screen: Screen,
  tenant: string,
  version: PolicyVersion,
  changed: ReadonlyMap<string, unknown>,
): string[] {
  const { colors, now, suggest } = screen;
  const entries = [...settingsOf(version)].map(([path, value]): Pair => {
    if (!changed.has(path)) return [path, valueText(value)];
    return [path, `${valueText(value)}  (opened with ${valueText(changed.get(path))})`, colors.yellow];
  });
  return [
    `${colors.bold(`Policy version ${version.version}`)} of tenant ${tenant}${version.active ? "" : ", no longer in force"}`,
    `  ${originText(version, now)}`,
    "",
    ...pairs(screen, entries),
    "",
    colors.dim(`Change one: ${suggest("policy set writePolicy.mode=manual", { inScope: false })}`),
  ];
}

export function policyDiffCommand(host: Host): Command {
  return newCommand(host, "diff", "Show what differs between two versions of the policy.", [
    "policy diff 0 2",
    "policy diff 1",
  ])
    .argument("<from>", "a version; 0 is what the engine was opened with", versionNumber)
    .argument("[to]", "another (default: the one in force)", versionNumber)
    .action((from: number, to: number | undefined) => host.run((context) => diff(context, from, to)));
}

async function diff(context: Context, from: number, given: number | undefined): Promise<undefined> {
  await withOperator(context, { creates: false }, async ({ operator: { policy, tenant } }) => {
    const to = given ?? (await policy.current()).version;
    const differences = await policy.diff(from, to);
    context.out.answer({ tenant, from, to, differences }, (screen) =>
      differences.length === 0
        ? [`Versions ${from} and ${to} say the same.`]
        : [`From version ${from} to version ${to}:`, ...differenceLines(screen, differences)],
    );
  });
}

export function policyVersionsCommand(host: Host): Command {
  return newCommand(host, "versions", "List the versions of the policy, newest first.", [
    "policy versions",
    "policy versions --tenant acme --json",
  ]).action(() => host.run(versions));
}

async function versions(context: Context): Promise<undefined> {
  await withOperator(context, { creates: false }, async ({ operator: { policy, tenant } }) => {
    const all = await policy.versions();
    context.out.answer({ tenant, versions: all }, (screen) =>
      table(
        screen,
        [
          { title: "VERSION", text: ({ version }) => String(version), style: screen.colors.cyan },
          {
            title: "IN FORCE",
            text: ({ active }) => (active ? "yes" : ""),
            style: screen.colors.green,
          },
          { title: "SET", text: (version) => originText(version, screen.now) },
        ],
        all,
      ),
    );
  });
}
