import type { PolicyDifference, PolicyVersion } from "../../index.ts";
import type { Screen } from "../output.ts";
import { oneLine } from "../width.ts";
import { differenceLines } from "./policy-view.ts";

/** What `set` and `rollback` have done. */
export function changedLines(
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
