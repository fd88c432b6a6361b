import type { Command } from "commander";
import { MemoirError, show } from "../../domain/errors.ts";
import { merge } from "../../domain/settings/merge.ts";
import { nearest } from "../../domain/settings/nearest.ts";
import type { PolicyPatch, PolicyVersion } from "../../index.ts";
import { newCommand } from "../command.ts";
import { jsonOrText } from "../config-env.ts";
import { withOperator } from "../with-operator.ts";
import type { Host, World } from "../world.ts";
import { changedLines } from "./changed.ts";
import { settingsOf } from "./policy-view.ts";

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
    .action((settings: string[], flags: SetFlags) => host.run((world) => set(world, settings, flags)));
}

async function set(world: World, settings: readonly string[], { reason }: SetFlags): Promise<undefined> {
  await withOperator(world, { creates: true }, async ({ operator: { policy, tenant }, by }) => {
    const before = await policy.current();
    const patch = patchOf(settings, before);
    const after = await policy.set(patch, { ...by, ...(reason === undefined ? {} : { reason }) });
    const changes = await policy.diff(before.version, after.version);
    world.out.answer({ tenant, ...after, changes }, (screen) =>
      changedLines(screen, tenant, before, after, changes),
    );
  });
  return undefined;
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
