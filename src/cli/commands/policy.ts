import { MAX_POLICY_VERSION } from "../../domain/policy.ts";
import type { PolicyDifference, PolicyHandle, PolicyOptions, PolicyVersion } from "../../index.ts";
import {
  groupCommand,
  type Host,
  type MemoirCommand,
  newCommand,
  REASON_OPTION,
  wholeNumber,
} from "../command.ts";
import { notFound } from "../failure.ts";
import { ago } from "../format.ts";
import { type AtTenant, atTenant } from "../open.ts";
import { type Pair, pairs, type Screen, table } from "../output.ts";
import { oneLine } from "../width.ts";
import { differenceLines, patchOf, settingsOf, valueText } from "./policy-settings.ts";
import {
  canaryCommand,
  compareCommand,
  driftCommand,
  promoteCommand,
  proposeCommand,
  stepsCommand,
} from "./policy-trials.ts";

export function policyCommand(host: Host): MemoirCommand {
  return groupCommand(
    newCommand(host, "policy", "See and change what gates writes and bounds reads, in versions.", [
      "policy",
      "policy set writePolicy.mode=manual",
    ]),
    [
      showCommand(host),
      setCommand(host),
      diffCommand(host),
      rollbackCommand(host),
      versionsCommand(host),
      proposeCommand(host),
      compareCommand(host),
      canaryCommand(host),
      promoteCommand(host),
      driftCommand(host),
      stepsCommand(host),
    ],
  );
}

type Why = Pick<PolicyOptions, "reason">;

const versionNumber = wholeNumber(0, MAX_POLICY_VERSION);

function showCommand(host: Host): MemoirCommand {
  return newCommand(
    host,
    "show",
    "Show what gates writes and bounds reads, and what differs from the settings.",
    ["policy show", "policy show 2 --tenant acme"],
  )
    .argument("[version]", "an earlier version (default: the one in force)", versionNumber)
    .inTenant(async ({ operator: { policy }, tenant, out }, number: number | undefined) => {
      const version = await versionOf(policy, number);
      const changed = await policy.diff(0, version.version);
      out.answer({ tenant, ...version }, (screen) => showLines(screen, tenant, version, changed));
    });
}

async function versionOf(policy: PolicyHandle, number: number | undefined): Promise<PolicyVersion> {
  if (number === undefined) return policy.current();
  const policyVersion = (await policy.versions()).find(({ version }) => version === number);
  if (policyVersion !== undefined) return policyVersion;
  throw notFound(`There is no policy version ${number}. See them with: policy versions`);
}

function showLines(
  screen: Screen,
  tenant: string,
  version: PolicyVersion,
  changed: readonly PolicyDifference[],
): string[] {
  const { colors, now, suggest } = screen;
  const entries = [...settingsOf(version)].map(([path, value]): Pair => {
    const change = changed.find((one) => one.path === path);
    if (change === undefined) return [path, valueText(value)];
    return [path, `${valueText(value)}  (opened with ${valueText(change.from)})`, colors.yellow];
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

function originText({ version, actor, reason, createdAt }: PolicyVersion, now: Date): string {
  if (version === 0 || createdAt === null)
    return "as the engine was opened: preset, config file, environment";
  return `by ${oneLine(actor ?? "nobody")}, ${ago(createdAt, now)} (${oneLine(reason ?? "")})`;
}

function setCommand(host: Host): MemoirCommand {
  return newCommand(host, "set", "Change settings of the policy: a new version, in force at once.", [
    "policy set writePolicy.mode=manual --reason audit",
    "policy set writePolicy.requireApprovalTypes=constraint,profile readPolicy.maxItems=5",
  ])
    .argument("<settings...>", "KEY=VALUE as policy show lists them; a list with commas, anything as JSON")
    .option(...REASON_OPTION)
    .run((context, settings: string[], why: Why) =>
      atTenant(context, { creates: true }, (at) =>
        change(at, (policy, before) => policy.set(patchOf(settings, before), { ...at.by, ...why })),
      ),
    );
}

function rollbackCommand(host: Host): MemoirCommand {
  return newCommand(
    host,
    "rollback",
    "Go back at once: a canary ends, else the last stable policy is in force again; or to a version of your choice.",
    ["policy rollback", 'policy rollback 0 --reason "start over"'],
  )
    .argument(
      "[version]",
      "the version to go back to; 0 is what the engine was opened with (default: what was there before)",
      versionNumber,
    )
    .option(...REASON_OPTION)
    .inTenant((at, version: number | undefined, why: Why) =>
      change(at, (policy) => policy.rollback(version, { ...at.by, ...why })),
    );
}

/** Makes a new version, and says what is different in it. */
async function change(
  { operator: { policy, tuning }, tenant, out }: AtTenant,
  make: (policy: PolicyHandle, before: PolicyVersion) => Promise<PolicyVersion>,
): Promise<void> {
  const canaryNow = async (): Promise<number | null> =>
    (await tuning.trials()).find(({ status }) => status === "canary")?.version ?? null;
  const [before, canary] = [await policy.current(), await canaryNow()];
  const after = await make(policy, before);
  const ended = canary !== null && (await canaryNow()) === null ? canary : null;
  const changes = await policy.diff(before.version, after.version);
  out.answer({ tenant, ...after, changes, endedCanary: ended }, (screen) => {
    const { colors, suggest, tick } = screen;
    if (after.version === before.version && ended !== null) {
      return [`${tick} Canary ${ended} has ended: every scope goes by version ${after.version}`];
    }
    if (after.version === before.version) {
      return [`Nothing to change: version ${after.version} of tenant ${oneLine(tenant)} says so already.`];
    }
    const back = suggest(`policy rollback ${before.version}`, { inScope: false });
    return [
      `${tick} Policy version ${after.version} of tenant ${oneLine(tenant)} is in force, in every process`,
      ...differenceLines(screen, changes),
      colors.dim(`  Take it back: ${back}`),
    ];
  });
}

function diffCommand(host: Host): MemoirCommand {
  return newCommand(host, "diff", "Show what differs between two versions of the policy.", [
    "policy diff 0 2",
    "policy diff 1",
  ])
    .argument("<from>", "a version; 0 is what the engine was opened with", versionNumber)
    .argument("[to]", "another (default: the one in force)", versionNumber)
    .inTenant(
      async ({ operator: { policy }, tenant, out }, from: number, requestedVersion: number | undefined) => {
        const to = requestedVersion ?? (await policy.current()).version;
        const differences = await policy.diff(from, to);
        out.answer({ tenant, from, to, differences }, (screen) =>
          differences.length === 0
            ? [`Versions ${from} and ${to} say the same.`]
            : [`From version ${from} to version ${to}:`, ...differenceLines(screen, differences)],
        );
      },
    );
}

function versionsCommand(host: Host): MemoirCommand {
  return newCommand(host, "versions", "List the versions of the policy, newest first.", [
    "policy versions",
    "policy versions --tenant acme --json",
  ]).inTenant(async ({ operator, tenant, out }) => {
    const versions = await operator.policy.versions();
    out.answer({ tenant, versions }, (screen) =>
      table(screen, versions, [
        ["VERSION", ({ version }) => String(version), screen.colors.cyan],
        ["IN FORCE", ({ active }) => (active ? "yes" : ""), screen.colors.green],
        ["SET", (version) => originText(version, screen.now)],
      ]),
    );
  });
}
