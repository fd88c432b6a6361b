import type { Command } from "commander";
import { given } from "../../domain/arguments.ts";
import { MemoirError, show } from "../../domain/errors.ts";
import { merge } from "../../domain/settings/merge.ts";
import { nearest } from "../../domain/settings/nearest.ts";
import type { PolicyDifference, PolicyPatch, PolicyVersion } from "../../index.ts";
import { newCommand } from "../command.ts";
import { jsonOrText } from "../config-env.ts";
import type { Context, Host } from "../context.ts";
import type { Screen } from "../output.ts";
import { oneLine } from "../width.ts";
import { withOperator } from "../with-operator.ts";
import { differenceLines, settingsOf } from "./policy-view.ts";
import { versionNumber } from "./show.ts";

interface SetFlags {
  readonly reason?: string;
}

export function policySetCommand(host: Host): Command {
  return newCommand(host, "set", "Change settings of the policy: a new version, in force at once.", [
    "policy set writePolicy.mode=manual --reason audit",
    "policy set writePolicy.requireApprovalTypes=constraint,profile readPolicy.maxItems=5",
  ])
    .argument("<settings...>", "KEY=VALUE as policy show lists them; a list with commas, anything as JSON")
    .option("--reason <words>", "why, for the record")
    .action((settings: string[], flags: SetFlags) => host.run((context) => set(context, settings, flags)));
}

async function set(context: Context, settings: readonly string[], { reason }: SetFlags): Promise<undefined> {
  await withOperator(context, { creates: true }, async ({ operator: { policy, tenant }, by }) => {
    const before = await policy.current();
    const patch = patchOf(settings, before);
    const after = await policy.set(patch, { ...by, ...given({ reason }) });
    const changes = await policy.diff(before.version, after.version);
    context.out.answer({ tenant, ...after, changes }, (screen) =>
      changedLines(screen, tenant, before, after, changes),
    );
  });
}

/** `policy.set()` checks the values; here the form is read. */
function patchOf(settings: readonly string[], current: PolicyVersion): PolicyPatch {
  const known = settingsOf(current);
  let patch: unknown = {};
  for (const setting of settings) {
    const [, path, text] = /^([^=]+)=(.*)$/s.exec(setting) ?? [];
    if (path === undefined || text === undefined) {
      throw new MemoirError(
        "invalid_argument",
        `${show(setting)} is no KEY=VALUE. Write for example writePolicy.mode=manual.`,
      );
    }
    if (!known.has(path)) throw unknownSetting(path, [...known.keys()]);
    const value = givenValue(text, known.get(path));
    patch = merge(
      patch,
      path.split(".").reduceRight<unknown>((inner, key) => ({ [key]: inner }), value),
    );
  }
  return patch as PolicyPatch;
}

function unknownSetting(path: string, known: readonly string[]): MemoirError {
  const ending = known.filter((one) => one.endsWith(`.${path}`));
  const close = nearest(path, known);
  const meant = ending.length > 0 ? ending : close === undefined ? [] : [close];
  const advice = meant.length > 0 ? `did you mean ${meant.join(" or ")}?` : "policy show lists them all.";
  return new MemoirError("invalid_settings", `${show(path)} is no setting of a policy; ${advice}`);
}

/** Where a list is wanted, words with commas between them are one. */
function givenValue(text: string, current: unknown): unknown {
  const value = jsonOrText(text);
  if (!Array.isArray(current) || Array.isArray(value)) return value;
  return text === "" ? [] : text.split(",").map((word) => word.trim());
}

interface RollbackFlags {
  readonly reason?: string;
}

export function policyRollbackCommand(host: Host): Command {
  return newCommand(
    host,
    "rollback",
    "Go back to an earlier policy: a new version that is as that one was.",
    ["policy rollback 1", 'policy rollback 0 --reason "start over"'],
  )
    .argument("<version>", "the version to go back to; 0 is what the engine was opened with", versionNumber)
    .option("--reason <words>", "why, for the record")
    .action((version: number, flags: RollbackFlags) =>
      host.run((context) => rollback(context, version, flags)),
    );
}

async function rollback(context: Context, version: number, { reason }: RollbackFlags): Promise<undefined> {
  await withOperator(context, { creates: false }, async ({ operator: { policy, tenant }, by }) => {
    const before = await policy.current();
    const after = await policy.rollback(version, { ...by, ...given({ reason }) });
    const changes = await policy.diff(before.version, after.version);
    context.out.answer({ tenant, ...after, changes }, (screen) =>
      changedLines(screen, tenant, before, after, changes),
    );
  });
}

/** The result of `set` and `rollback`. */
function changedLines(
  screen: Screen,
  tenant: string,
  before: PolicyVersion,
  after: PolicyVersion,
  changes: readonly PolicyDifference[],
): string[] {
  const { colors, suggest } = screen;
  if (after.version === before.version) {
    return [`Nothing to change: version ${after.version} of tenant ${oneLine(tenant)} says so already.`];
  }
  const back = suggest(`policy rollback ${before.version}`, { inScope: false });
  return [
    `${colors.green("✓")} Policy version ${after.version} of tenant ${oneLine(tenant)} is in force, in every process`,
    ...differenceLines(screen, changes),
    colors.dim(`  Take it back: ${back}`),
  ];
}
