import { nearest } from "../../domain/arguments.ts";
import { invalidArgument, MemoirError, show } from "../../domain/errors.ts";
import type { PolicyDifference, PolicyPatch, PolicyVersion } from "../../index.ts";
import { jsonOrText, withValue } from "../config-sources.ts";
import { beside, type Screen } from "../output.ts";
import { oneLine, pad, width } from "../width.ts";

/** Every setting of a version by its path: `writePolicy.mode`. */
export function settingsOf(version: PolicyVersion): Map<string, unknown> {
  return new Map(
    (["writePolicy", "readPolicy"] as const).flatMap((section) =>
      Object.entries(version[section]).map(([key, value]) => [`${section}.${key}`, value] as const),
    ),
  );
}

/** As `policy set` takes it. */
export function valueText(value: unknown): string {
  if (typeof value === "string") return value === "" ? '""' : oneLine(value);
  if (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string")) {
    return value.map(oneLine).join(",");
  }
  return oneLine(JSON.stringify(value) ?? "null");
}

/** A setting a line: what it was, and what it is. */
export function differenceLines(screen: Screen, differences: readonly PolicyDifference[]): string[] {
  const widest = Math.max(0, ...differences.map(({ path }) => width(path)));
  return differences.flatMap(({ path, from, to }) =>
    beside(screen, `  ${pad(path, widest)}`, `${valueText(from)} → ${valueText(to)}`),
  );
}

/** `policy.set()` checks the values; here the form is read. */
export function patchOf(settings: readonly string[], current: PolicyVersion): PolicyPatch {
  const knownSettings = settingsOf(current);
  let patch: unknown = {};
  for (const setting of settings) {
    const [, path, text] = /^([^=]+)=(.*)$/s.exec(setting) ?? [];
    if (path === undefined || text === undefined) {
      throw invalidArgument(`${show(setting)} is no KEY=VALUE. Write for example writePolicy.mode=manual.`);
    }
    if (!knownSettings.has(path)) throw unknownSetting(path, [...knownSettings.keys()]);
    patch = withValue(patch, path, parseValue(text, knownSettings.get(path)));
  }
  return patch as PolicyPatch;
}

function unknownSetting(path: string, names: readonly string[]): MemoirError {
  const ending = names.filter((one) => one.endsWith(`.${path}`));
  const close = nearest(path, names);
  const suggestions = ending.length > 0 ? ending : close === undefined ? [] : [close];
  const advice =
    suggestions.length > 0 ? `did you mean ${suggestions.join(" or ")}?` : "policy show lists them all.";
  return new MemoirError("invalid_settings", `${show(path)} is no setting of a policy; ${advice}`);
}

/** Where a list is wanted, words with commas between them are one. */
function parseValue(text: string, current: unknown): unknown {
  const value = jsonOrText(text);
  if (!Array.isArray(current) || Array.isArray(value)) return value;
  return text === "" ? [] : text.split(",").map((word) => word.trim());
}
