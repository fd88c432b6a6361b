import type { ChangeEvent } from "../change.ts";
import { importanceLevel } from "../memory.ts";
import { bracketed, sanitise } from "./sanitise.ts";

/** A change as the header tells it. A purged memory has no words any more. */
export interface DeltaChange {
  readonly event: ChangeEvent;
  readonly rev: number;
  readonly memory: { readonly category: string; readonly text: string; readonly importance: number } | null;
}

/** R241: no more than three. */
const MOST = 3;

/** Which change a reader most needs to know of; among equals the newest (C25). */
const PRIORITY: Readonly<Record<ChangeEvent, number>> = {
  deleted: 0,
  soft_deleted: 0,
  merged: 1,
  created: 2,
  restored: 2,
  updated: 3,
};

/** F7's symbols, and those C25 gives the three events that the seed leaves without. */
const SYMBOL: Readonly<Record<ChangeEvent, string>> = {
  created: "+",
  updated: "↑",
  merged: "↔",
  deleted: "-",
  soft_deleted: "↓",
  restored: "↺",
};

/** F7, the delta header (R241, R242): the changes in their order, nothing when nothing changed. */
export function deltaHeader(sinceRev: number, changes: readonly DeltaChange[]): string {
  if (changes.length === 0) return "";
  const shown = [...changes]
    .sort((a, b) => PRIORITY[a.event] - PRIORITY[b.event] || b.rev - a.rev)
    .slice(0, MOST)
    .sort((a, b) => a.rev - b.rev)
    .map(deltaLine);
  return [`Memory updates since rev ${sinceRev}:`, ...shown].join("\n");
}

function deltaLine({ event, memory }: DeltaChange): string {
  const head = `- ${SYMBOL[event]}${event}: `;
  if (memory === null) return `${head}a memory was erased`;
  if (event === "merged") return head + sanitise(memory.text);
  const told = `${head}${bracketed(heading(memory.category))} ${sanitise(memory.text)}`;
  return event === "created" ? `${told} (imp=${importanceLevel(memory.importance)})` : told;
}

/** `goals` is shown as `Goals`. */
function heading(category: string): string {
  const clean = sanitise(category);
  return clean.slice(0, 1).toUpperCase() + clean.slice(1);
}
