import { urmom } from "../blocks/urmom.ts";
import { sanitise } from "../render/sanitise.ts";
import { joinWithin } from "./clip.ts";
import type { DaySummary, DigestParts } from "./xml.ts";

/** The parts in the order of R83: facts, then today, then the days before. */
export function partsInOrder({ facts, today, history }: DigestParts): string[] {
  return [facts, today, history].filter((part): part is string => part !== null);
}

/** A context without a model: the parts in their order, as long as they fit; `null` where there are none. */
export function joinedParts(parts: DigestParts, most: number): string | null {
  const texts = partsInOrder(parts);
  return texts.length === 0 ? null : joinWithin(texts, most);
}

/** The days before without a model: the newest first, each with its date. */
export function joinedDays(days: readonly DaySummary[], most: number): string {
  const lines = days.toReversed().map(({ day, summary }) => `${day}: ${summary}`);
  return joinWithin(lines, most);
}

/** A person's context as a block for a prompt (R117); `""` when nothing is known. */
export function renderContext(name: string, text: string | null): string {
  if (text === null) return "";
  const { head, foot } = urmom;
  return `${head}- ${sanitise(name)}: ${sanitise(text)}${foot}`;
}
