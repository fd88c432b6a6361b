import type { ForeignFormat, ForeignReport, ImportOutcome, ImportReport } from "../../index.ts";
import { countsText } from "../commands/export.ts";
import { count, utc } from "../format.ts";
import type { Screen } from "../output.ts";
import { oneLine } from "../width.ts";

/** Scopes that are listed one by one, at most. */
const SHOWN = 20;

/** The result of importing a Memoir export, real or simulated. */
export function importLines(screen: Screen, report: ImportReport): string[] {
  const { colors } = screen;
  const { dryRun, from, scopes, counts } = report;
  const of = (outcome: ImportOutcome): number => scopes.filter((one) => one.outcome === outcome).length;
  const conflicts = of("conflict") + (report.tenant === "conflict" ? 1 : 0);
  const restored = of("restored");
  const head =
    conflicts > 0
      ? `${colors.red("✗")} Nothing would be imported: ${count(conflicts, "part holds", "parts hold")} other rows than the file.`
      : restored === 0 && report.tenant !== "restored"
        ? `${colors.green("✓")} ${dryRun ? "Nothing would change" : "Nothing has changed"}: all of it is there already.`
        : `${colors.green("✓")} ${dryRun ? "Would restore" : "Restored"} ${count(restored, "scope", "scopes")}`;
  return [
    head,
    `  The file holds ${countsText(counts)}, exported ${utc(new Date(from.createdAt))} from tenant ${oneLine(from.tenant)}`,
    ...scopes
      .slice(0, SHOWN)
      .map(({ scope, outcome }) => `  ${outcomeText(screen, outcome, dryRun)}  ${oneLine(scope)}`),
    ...(scopes.length > SHOWN ? [colors.dim(`  … and ${scopes.length - SHOWN} more; --json tells all`)] : []),
    ...(report.tenant === null
      ? []
      : [`  ${outcomeText(screen, report.tenant, dryRun)}  identities and policies`]),
  ];
}

export function hasConflict({ scopes, tenant }: ImportReport): boolean {
  return tenant === "conflict" || scopes.some(({ outcome }) => outcome === "conflict");
}

function outcomeText({ colors }: Screen, outcome: ImportOutcome, dryRun: boolean): string {
  if (outcome === "conflict") return colors.red("conflict ");
  if (outcome === "unchanged") return colors.dim("unchanged");
  return colors.green(dryRun ? "restore  " : "restored ");
}

const NAMES: Readonly<Record<ForeignFormat, string>> = {
  chatgpt: "a ChatGPT export",
  mem0: "memories of mem0",
  markdown: "Markdown",
  jsonl: "JSON Lines",
};

/** The result of importing another program's file. */
export function foreignLines(
  screen: Screen,
  { dryRun, format, scopes, skipped, batch }: ForeignReport,
): string[] {
  const { colors, suggest } = screen;
  const waiting = scopes.reduce((sum, { outcomes }) => sum + (outcomes.waiting ?? 0), 0);
  return [
    ...scopes.flatMap(({ scope, recorded, duplicates, redacted, outcomes }) => {
      const told = Object.entries(outcomes).map(([outcome, number]) => `${number} ${outcome}`);
      return [
        `${colors.green("✓")} ${dryRun ? "Would record" : "Recorded"} ${count(recorded, "item", "items")} of ${NAMES[format]} in ${oneLine(scope)}`,
        ...(duplicates === 0 ? [] : [`  ${count(duplicates, "was", "were")} known already`]),
        ...(redacted === 0 ? [] : [`  ${count(redacted, "secret", "secrets")} cut out before storing`]),
        ...(told.length === 0 ? [] : [`  of what they say: ${told.join(", ")}`]),
      ];
    }),
    ...(scopes.length === 0 ? ["There is nothing in the file that could be taken."] : []),
    ...(skipped === 0 ? [] : [`  ${count(skipped, "item has", "items have")} no words`]),
    ...(waiting === 0
      ? []
      : [colors.dim(`  What waits is used once you approve it: ${suggest("review", { inScope: false })}`)]),
    ...(batch === null || scopes.every(({ outcomes }) => Object.keys(outcomes).length === 0)
      ? []
      : [
          colors.dim(
            `  Take it back, in each scope: ${suggest(`undo --batch ${batch}`, { inScope: false })}`,
          ),
        ]),
  ];
}
