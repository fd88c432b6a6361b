import type { Hit, MemoryHit } from "../index.ts";
import { moment, share } from "./format.ts";
import { beside, type Screen, table } from "./output.ts";
import { cut, oneLine, wrap } from "./width.ts";

export function isMemoryHit(hit: Hit): hit is MemoryHit {
  return hit.kind === "memory";
}

/** Memories, a line each. */
export function memoryTable(screen: Screen, hits: readonly MemoryHit[]): string[] {
  const { colors } = screen;
  return table(
    screen,
    [
      { title: "SCORE", text: (hit) => share(hit.score), style: colors.bold },
      { title: "ID", text: (hit) => hit.memory.shortId, style: colors.cyan },
      { title: "MEMORY", text: (hit) => oneLine(hit.text) },
    ],
    hits,
  );
}

/** A memory with its whole text beside it. */
export function memoryLines(screen: Screen, { score, memory, text }: MemoryHit): string[] {
  const { bold, cyan } = screen.colors;
  return beside(screen, `${bold(share(score))}  ${cyan(memory.shortId)}`, text);
}

/** On a terminal a long passage is cut here, unless it is wanted whole. */
const MOST_LINES = 3;

/** Kind, author and time of a hit; under them its text. */
export function hitLines(screen: Screen, hit: Hit, { whole }: { whole: boolean }): string[] {
  const { colors, columns } = screen;
  const room = columns - 6;
  const lines = wrap(passageOf(hit), room);
  const shown =
    whole || lines.length <= MOST_LINES
      ? lines
      : [...lines.slice(0, MOST_LINES - 1), cut(lines.slice(MOST_LINES - 1).join(" "), room)];
  return [
    ...beside(screen, colors.bold(scoreOf(hit)), headOf(hit, screen.now), colors.cyan),
    ...shown.map((line) => `      ${line}`),
  ];
}

/** What only belongs to the hit above it was not measured. */
function scoreOf({ kind, why, score }: Hit): string {
  return kind === "event" && why.via === "related" ? "   +" : share(score);
}

function headOf(hit: Hit, now: Date): string {
  if (hit.kind === "memory") return `memory ${hit.memory.shortId} · ${hit.memory.category}`;
  if (hit.kind === "timeline") {
    return `timeline ${hit.entry.shortId} · ${moment(hit.entry.createdAt, now)}`;
  }
  const { actor, role, type, at } = hit.event;
  const kind = type === "message" ? "event" : `event (${type})`;
  return `${kind} · ${actor === null ? role : `${actor} (${role})`} · ${moment(at, now)}`;
}

/** Dots where a long text goes on before or behind the passage. */
function passageOf(hit: Hit): string {
  const text = oneLine(hit.text);
  if (hit.kind !== "event") return text;
  const all = oneLine(hit.event.text);
  return `${all.startsWith(text) ? "" : "… "}${text}${all.endsWith(text) ? "" : " …"}${laterOf(hit)}`;
}

/** The author's later words about a quote, shown after it. */
export function laterOf(hit: Hit): string {
  return hit.kind === "event" && hit.later !== null ? ` (later: ${oneLine(hit.later.text)})` : "";
}
