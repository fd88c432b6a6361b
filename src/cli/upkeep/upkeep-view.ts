import { SHORT_ID } from "../../domain/memory.ts";
import type { OperatorHandle } from "../../index.ts";
import type { Screen } from "../output.ts";
import { oneLine } from "../width.ts";

type Upkeep = OperatorHandle["upkeep"];
export type UpkeepStatus = Awaited<ReturnType<Upkeep["status"]>>[number];
export type UpkeepResult = Awaited<ReturnType<Upkeep["run"]>>;

export function countsText(counts: UpkeepResult["counts"]): string {
  const named = Object.entries(counts).filter(([, value]) => value > 0);
  return named.length === 0 ? "nothing" : named.map(([name, value]) => `${value} ${name}`).join(", ");
}

/** One line a change: what, where, since when, and the memory's words. */
export function changeLines({ colors }: Screen, changes: UpkeepResult["changes"]): string[] {
  return changes.map(({ action, scope, memoryId, text, detail, at }) =>
    [
      `  ${action}`,
      ...(memoryId === null ? [] : [colors.cyan(memoryId.slice(0, SHORT_ID))]),
      ...(scope === null ? [] : [oneLine(scope)]),
      `${detail},`,
      colors.dim(`due ${at.toISOString()}`),
      ...(text === null ? [] : [oneLine(text)]),
    ].join(" "),
  );
}
