import { fitBudget } from "../domain/budget.ts";
import type { Memory } from "../domain/memory.ts";
import { FORMATS } from "../domain/render/formats.ts";
import type { Settings } from "../domain/settings.ts";

/** What bounds one answer, and whether its request carries tools (R327). */
export interface Bounds {
  readonly maxItems: number;
  readonly maxTokens: number | null;
}

/** The best that fit into the preset's block, its frame and the delta header counted (R3, R29, R32, C20). */
export function withinBudget<T extends { readonly memory: Memory }>(
  hits: readonly T[],
  settings: Settings,
  bounds: Bounds,
  delta: string,
): T[] {
  const format = FORMATS[settings.render.format];
  const lines = hits.map((hit) => ({ hit, line: format.line(hit.memory), type: hit.memory.type }));
  const frame = [delta, format.wrap([])].filter((part) => part !== "").join("\n");
  const budget = { ...bounds, maxPerType: settings.readPolicy.maxPerType, fill: settings.render.fill };
  return fitBudget(lines, budget, frame).map(({ hit }) => hit);
}

/** The delta header first, then the block; nothing at all when there is neither (C19). */
export function toPrompt(
  hits: readonly { readonly memory: Memory }[],
  settings: Settings,
  delta: string,
): string {
  const format = FORMATS[settings.render.format];
  const block = hits.length === 0 ? "" : format.wrap(hits.map((hit) => format.line(hit.memory)));
  return [delta, block].filter((part) => part !== "").join("\n");
}
