import type { PolicyDifference, PolicyVersion } from "../../index.ts";
import { ago } from "../format.ts";
import { beside, type Screen } from "../output.ts";
import { oneLine, pad, width } from "../width.ts";

const SECTIONS = ["writePolicy", "readPolicy"] as const;

/** Every setting of a version by its path: `writePolicy.mode`. */
export function settingsOf(version: PolicyVersion): Map<string, unknown> {
  return new Map(
    SECTIONS.flatMap((section) =>
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

/** Who, when and why, in a few words. */
export function originText({ version, actor, reason, createdAt }: PolicyVersion, now: Date): string {
  if (version === 0 || createdAt === null)
    return "as the engine was opened: preset, config file, environment";
  return `by ${oneLine(actor ?? "nobody")}, ${ago(createdAt, now)} (${oneLine(reason ?? "")})`;
}

/** A setting a line: what it was, and what it is. */
export function differenceLines(screen: Screen, differences: readonly PolicyDifference[]): string[] {
  const widest = Math.max(0, ...differences.map(({ path }) => width(path)));
  return differences.flatMap(({ path, from, to }) =>
    beside(screen, `  ${pad(path, widest)}`, 2 + widest, `${valueText(from)} → ${valueText(to)}`),
  );
}
