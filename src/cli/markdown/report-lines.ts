import type { MarkdownReport } from "../../index.ts";
import type { Screen } from "../output.ts";
import { oneLine } from "../width.ts";

const SIGN = { added: "+", changed: "~", removed: "-", waiting: "?", refused: "!" } as const;

/** The result of a sync, real or simulated. */
export function reportLines(screen: Screen, report: MarkdownReport, isDry = false): string[] {
  const { colors, suggest } = screen;
  const { file, archive, entries, edits, conflicts, unparsed, held, written } = report;
  const verb = isDry ? (written ? "Would write" : "Up to date:") : written ? "Wrote" : "Up to date:";
  const waits = edits.some(({ kind }) => kind === "waiting");
  return [
    `${colors.green("✓")} ${verb} ${oneLine(file)} (${entries} ${entries === 1 ? "memory" : "memories"})`,
    ...(archive === null ? [] : [`  and the archive, ${oneLine(archive)}`]),
    ...edits.map(
      ({ kind, id, reason }) =>
        `  ${SIGN[kind]} ${kind} by hand${id === null ? "" : ` ${colors.cyan(id)}`}${reason === null ? "" : `: ${oneLine(reason)}`}`,
    ),
    ...conflicts.map(
      ({ id, fields, winner }) =>
        `  ${colors.yellow("!")} ${colors.cyan(id)} changed on both sides (${fields.join(", ")}); the ${winner} won`,
    ),
    ...unparsed.map(
      ({ id, problem }) =>
        `  ${colors.yellow("!")} unreadable${id === null ? "" : ` ${colors.cyan(id)}`}: ${problem}. It is kept under "Unparsed".`,
    ),
    ...(held.length === 0
      ? []
      : [
          `  ${colors.yellow("!")} ${held.length} entries are gone from the file and were kept. To forget them, delete them again and sync with --accept-removals.`,
        ]),
    ...(waits ? [colors.dim(`See what waits: ${suggest("review")}`)] : []),
  ];
}
