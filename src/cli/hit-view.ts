import { SHORT_ID } from "../domain/memory.ts";
import { PART_TEXTS } from "../domain/relevance/relevance.ts";
import type { Hit, MemoryHit, RelevancePart, ScorePart, ScoreParts } from "../index.ts";
import { ago, momentText, percentText } from "./format.ts";
import { beside, type Screen, table } from "./output.ts";
import { authorLabel } from "./proof-view.ts";
import { cutToWidth, oneLine, pad, wrap } from "./width.ts";

export function isMemoryHit(hit: Hit): hit is MemoryHit {
  return hit.kind === "memory";
}

export function memoryTable(screen: Screen, hits: readonly MemoryHit[]): string[] {
  const { colors } = screen;
  return table(screen, hits, [
    ["SCORE", (hit) => percentText(hit.score), colors.bold],
    ["ID", (hit) => hit.memory.shortId, colors.cyan],
    ["MEMORY", (hit) => oneLine(hit.text)],
  ]);
}

/** A memory with its whole text beside it. */
export function memoryHitLines(screen: Screen, { score, memory, text }: MemoryHit): string[] {
  const { bold, cyan } = screen.colors;
  return beside(screen, `${bold(percentText(score))}  ${cyan(memory.shortId)}`, text);
}

/** On a terminal a long passage is cut here, unless it is wanted whole. */
const MAX_LINES = 3;

/** Kind, author and time of a hit; under them its text. */
export function hitLines(screen: Screen, hit: Hit, { whole }: { whole: boolean }): string[] {
  const { colors, columns } = screen;
  const room = columns - 6;
  const lines = wrap(passageOf(hit), room);
  const visibleLines =
    whole || lines.length <= MAX_LINES
      ? lines
      : [...lines.slice(0, MAX_LINES - 1), cutToWidth(lines.slice(MAX_LINES - 1).join(" "), room)];
  return [
    ...beside(screen, colors.bold(scoreOf(hit)), headOf(hit, screen.now), colors.cyan),
    ...visibleLines.map((line) => `      ${line}`),
  ];
}

/** A line that only belongs to the hit above it was not scored. */
function scoreOf({ kind, why, score }: Hit): string {
  return kind === "event" && why.via === "related" ? "   +" : percentText(score);
}

function headOf(hit: Hit, now: Date): string {
  if (hit.kind === "memory") return `memory ${hit.memory.shortId} · ${hit.memory.category}`;
  if (hit.kind === "timeline") {
    return `timeline ${hit.entry.shortId} · ${momentText(hit.entry.createdAt, now)}`;
  }
  const { type, at } = hit.event;
  const kind = type === "message" ? "event" : `event (${type})`;
  return `${kind} ${oneLine(hit.event.id)} · ${authorLabel(hit.event)} · ${momentText(at, now)}`;
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

const VIA: Readonly<Record<ScoreParts["via"], string>> = {
  hybrid: "how well it answers, by words and meaning",
  terms: "how well it answers, by words alone",
  scan: "its letters match, no word does: at most 0.60",
  recent: "no word to look for, so the newest",
  strength: "the strongest come first, whatever is asked",
  all: "taken whatever is asked, the newest first",
  overview: "what matters most about whom is asked for",
  core: "in every prompt, whatever is asked",
  related: "linked to a memory that answers",
};

/** What each addend of a score says. */
function meaningOf({ name }: ScorePart, hit: Hit, now: Date): string {
  const { why } = hit;
  const confirmed = memoryOf(hit)?.confirmedAt;
  switch (name) {
    case "importance":
      return "how much it matters";
    case "rerank":
      return "how well it answers, by the reranker";
    case "link":
      return why.related === null
        ? "linked to a memory that answers"
        : `linked to ${why.related.id.slice(0, SHORT_ID)} with ${percentText(why.related.strength)}`;
    case "recency":
      return confirmed === undefined || why.via === "all"
        ? VIA[why.via]
        : `confirmed ${ago(confirmed, now)}; half after 30 days`;
    default:
      return VIA[why.via];
  }
}

/** A hit's score as a sum that can be checked by hand: the parts that are printed add up to the score that is printed. */
export function explainLines(screen: Screen, hit: Hit): string[] {
  const { why, score } = hit;
  const [only] = why.sum;
  if (only === undefined) return [...note(screen, `      ${pad("said beside", 10)}`, VIA[why.via]), ""];
  if (why.sum.length === 1) {
    const numbers = `      ${pad(only.name, 10)}  ${percentText(score)}`;
    return [...note(screen, numbers, meaningOf(only, hit, screen.now)), ...partLines(screen, why), ""];
  }
  const parts = roundedTo(
    score,
    why.sum.map(({ part }) => part),
  );
  return [
    ...why.sum.flatMap((part, i) => [
      ...note(
        screen,
        `      ${pad(part.name, 10)}  ${percentText(part.value)} × ${percentText(part.weight)} = ${percentText(parts[i]!)}`,
        meaningOf(part, hit, screen.now),
      ),
      ...(part.name === "relevance" ? partLines(screen, why) : []),
    ]),
    `      ${pad("score", 10)} ${" ".repeat(12)} = ${screen.colors.bold(percentText(score))}`,
    "",
  ];
}

/** The same on one line. */
export function sumText({ why }: Hit): string {
  const [only] = why.sum;
  if (only === undefined || why.sum.length === 1) return `= ${only?.name ?? "said beside"}: ${VIA[why.via]}`;
  return `= ${why.sum.map(({ name, value, weight }) => `${name} ${percentText(value)} × ${percentText(weight)}`).join(" + ")}`;
}

/** Numbers with two digits that add up to their total with two digits: the largest remainders are rounded up. */
export function roundedTo(sum: number, parts: readonly number[]): number[] {
  const floors = parts.map((part) => Math.floor(part * 100 + 1e-9));
  const remainder = Math.round(sum * 100) - floors.reduce((all, one) => all + one, 0);
  const byRemainder = [...parts.keys()].sort(
    (a, b) => parts[b]! * 100 - floors[b]! - (parts[a]! * 100 - floors[a]!),
  );
  for (let i = 0; i < Math.abs(remainder); i++) {
    const at = remainder > 0 ? byRemainder[i % parts.length]! : byRemainder.at(-1 - (i % parts.length))!;
    floors[at]! += Math.sign(remainder);
  }
  return floors.map((floor) => floor / 100);
}

/** The strongest signals of this hit that not all hits share, in a few words. */
export function strongestText({ why }: Hit, most: number): string {
  const strongest = groupsOf(why.signals)
    .filter(({ name }) => name !== "scope")
    .flatMap(({ parts }) => [...parts])
    .filter(([, part]) => part > 0 && isSeen(part))
    .sort((a, b) => b[1] - a[1])
    .slice(0, most);
  if (strongest.length === 0) return VIA[why.via];
  return strongest.map(([says, part]) => `${says} ${signedPercent(part)}`).join(", ");
}

/** The legend of the numbers, once for all hits. */
export function legendLines(
  { colors, columns }: Screen,
  hits: readonly Hit[],
  least: number | null,
): string[] {
  if (hits.every(({ why }) => why.signals.length === 0)) return [];
  const condition =
    least === null
      ? "as far as the question needs memory and there is room, or when it holds every word of the question"
      : `from ${percentText(least)} on`;
  const text = `Relevance goes from 0 (nothing speaks for it) to 1 (it answers 19 times in 20); the lines under it add up to it. It is shown ${condition}.`;
  return wrap(text, columns).map((line) => colors.dim(line));
}

function memoryOf(hit: Hit): { readonly confirmedAt: Date } | null {
  return hit.kind === "event" ? null : hit.kind === "memory" ? hit.memory : hit.entry;
}

interface Group {
  readonly name: string;
  sum: number;
  /** Its parts; equal ones are merged. */
  readonly parts: Map<string, number>;
}

function groupsOf(signals: readonly RelevancePart[]): Group[] {
  const alone = signals.some(({ signal }) => signal === "alone");
  const groups = new Map<string, Group>();
  for (const { signal, part } of signals) {
    const { group: name, text, textAlone = text } = PART_TEXTS[signal];
    const group = groups.get(name) ?? { name, sum: 0, parts: new Map() };
    groups.set(name, group);
    const says = alone ? textAlone : text;
    group.sum += part;
    group.parts.set(says, (group.parts.get(says) ?? 0) + part);
  }
  return [...groups.values()];
}

/** The largest group first; those that are too small to be seen in two digits are one line with what the scale cuts off. */
function partLines(screen: Screen, { signals, relevance }: ScoreParts): string[] {
  const groups = groupsOf(signals)
    .filter(({ sum }) => isSeen(sum))
    .sort((a, b) => Math.abs(b.sum) - Math.abs(a.sum));
  if (groups.length === 0) return [];
  const rest = relevance - groups.reduce((all, { sum }) => all + sum, 0);
  const lines = [...groups.map(({ sum }) => sum), ...(isSeen(rest) ? [rest] : [])];
  const rounded = roundedTo(relevance, lines);
  return lines.flatMap((_, i) => {
    const group = groups[i];
    const meaning =
      group === undefined ? "small parts, and what the scale from 0 to 1 cuts off" : partsText(group.parts);
    return note(screen, `        ${signedPercent(rounded[i]!)}  ${pad(group?.name ?? "rest", 7)}`, meaning);
  });
}

function partsText(parts: ReadonlyMap<string, number>): string {
  const seen = [...parts].filter(([, part]) => isSeen(part)).sort((a, b) => b[1] - a[1]);
  const [first] = seen;
  if (seen.length === 1 && first !== undefined) return first[0];
  return seen.map(([says, part]) => `${signedPercent(part)} ${says}`).join(", ");
}

function isSeen(part: number): boolean {
  return Math.abs(part) >= 0.005;
}

function signedPercent(part: number): string {
  return `${part < 0 ? "-" : "+"}${percentText(Math.abs(part))}`;
}

/** Where a note has less room than this, it is left out. */
const LEAST_ROOM = 20;

/** Numbers, and what they mean beside them. */
function note(screen: Screen, numbers: string, meaning: string): string[] {
  if (screen.columns - numbers.length - 2 < LEAST_ROOM) return [numbers.trimEnd()];
  return beside(screen, numbers, meaning, screen.colors.dim);
}
