import { MemoirError } from "../domain/errors.ts";
import type { DecisionEntry, Event, EvidenceMethod, HistoryEntry, Proof } from "../index.ts";
import { percentText, utc } from "./format.ts";
import { beside, type Lines, type Screen } from "./output.ts";
import { cutToWidth, harmless, oneLine, pad, width, wrap } from "./width.ts";

export const METHODS: Readonly<Record<EvidenceMethod, string>> = {
  user_explicit: "told to remember",
  rule: "found by a rule",
  llm_extract: "found by a model",
};

/** How many columns of an event's text are shown around the words that count. */
const AROUND = 80;

/** Every event behind a memory, with its words quoted; «…» marks those that say it. */
export function evidenceLines(screen: Screen, evidence: Proof["evidence"]): Lines {
  return evidence.map(({ event, method, model, span, trust }, i) => {
    const how = model === null ? METHODS[method] : `${METHODS[method]} ${oneLine(model)}`;
    return [
      `  ${i + 1}. ${authorLabel(event)}, ${utc(event.at)}, ${how}, trust ${percentText(trust)}`,
      quoteLines(screen, event.text, span, 5),
      screen.colors.dim(`     event ${oneLine(event.id)}, ${event.type} ${event.seq} of its scope`),
    ];
  });
}

export function authorLabel({ actor, role }: Pick<Event, "actor" | "role">): string {
  return actor === null ? role : `${oneLine(actor)} (${role})`;
}

/** The words of an event, some columns in, with those that count marked. */
export function quoteLines(
  screen: Screen,
  text: string,
  span: readonly [number, number] | null,
  indent: number,
): string[] {
  const lines = colorMarks(screen, wrap(excerptText(text, span), screen.columns - indent));
  return lines.map((line) => `${" ".repeat(indent)}${line}`);
}

/** The span and some words around it. Without a span the beginning. */
function excerptText(text: string, span: readonly [number, number] | null): string {
  const start = span === null ? 0 : Math.min(span[0], text.length);
  const end = span === null ? 0 : Math.min(Math.max(span[1], start), text.length);
  const from = Math.max(0, start - AROUND);
  const to = Math.min(text.length, Math.max(end, start) + (span === null ? 4 * AROUND : AROUND));
  const said = span === null || start === end ? "" : `«${text.slice(start, end).toWellFormed()}»`;
  const words = `${text.slice(from, start).toWellFormed()}${said}${text.slice(end, to).toWellFormed()}`;
  const visible = harmless(words).replace(/\n{2,}/g, "\n");
  return `“${from > 0 ? "…" : ""}${visible}${to < text.length ? "…" : ""}”`;
}

/** The marked words in a colour as well; a mark may go on over several lines. */
function colorMarks({ colors }: Screen, lines: readonly string[]): string[] {
  let inside = false;
  return lines.map((line) =>
    line
      .split(/(?=«)|(?<=»)/)
      .map((part) => {
        inside ||= part.startsWith("«");
        const text = inside ? colors.yellow(part) : part;
        inside &&= !part.endsWith("»");
        return text;
      })
      .join(""),
  );
}

/** All entries of a record, newest first; `null` when the settings keep none. */
export async function readOrNull<T>(list: () => Promise<AsyncIterable<T>>): Promise<readonly T[] | null> {
  try {
    const entries: T[] = [];
    for await (const entry of await list()) entries.push(entry);
    return entries;
  } catch (error) {
    if (MemoirError.is(error) && error.code === "audit_off") return null;
    throw error;
  }
}

/** The history's own words, and ours. */
const WHAT: Readonly<Record<HistoryEntry["event"], string>> = {
  ADD: "added",
  UPDATE: "changed",
  MERGE: "confirmed",
  TTL: "forgotten",
  RESTORE: "restored",
  DELETE: "erased",
  LINK: "linked",
};

/** Fields that mean something to a person; the rest is bookkeeping of the engine. */
const TOLD = ["text", "status", "type", "category", "importance", "confidence", "tags", "pinned", "subject"];

export function historyLines({ colors, columns }: Screen, entries: readonly HistoryEntry[]): Lines {
  if (entries.length === 0) return ["  Nothing is on record."];
  const by = Math.max(...entries.map((entry) => WHAT[entry.event].length));
  return entries.map((entry) => {
    const details = [oneLine(entry.reason), entry.batch === null ? "" : `batch ${entry.batch}`];
    const why = details.some(Boolean) ? ` (${details.filter(Boolean).join(", ")})` : "";
    const head = `  ${pad(`rev ${entry.rev}`, 7)} ${utc(entry.at)}  ${pad(WHAT[entry.event], by)}`;
    return [
      `${head}  ${colors.dim(`by ${oneLine(entry.actor)}${why}`)}`,
      changesOf(entry).map((change) => `          ${cutToWidth(change, columns - 10)}`),
    ];
  });
}

function changesOf({ before, after }: HistoryEntry): string[] {
  if (after === null) return [];
  // The first words of a memory are its text; a change tells both sides.
  if (before === null) return [`text: ${fieldText(after.text)}`];
  return TOLD.filter((field) => field in after).map(
    (field) => `${field}: ${fieldText(before[field])} → ${fieldText(after[field])}`,
  );
}

function fieldText(value: unknown): string {
  return typeof value === "string" ? oneLine(value) : JSON.stringify(value);
}

const UNDONE: Readonly<Record<string, string>> = {
  ADD: "the adding",
  UPDATE: "the change",
  MERGE: "the confirmation",
  TTL: "the forgetting",
  RESTORE: "the restoring",
  HIDE: "the forgetting of messages",
};

export function undoneText(event: string): string {
  return UNDONE[event] ?? event;
}

/** The log's own words, and ours. */
const OUTCOMES: Readonly<Record<string, string>> = {
  create: "new",
  supersede: "corrects another",
  coexist: "contradicts one",
  reinforce: "confirmed",
  merge: "merged",
  revive: "so again",
  count: "counted only",
  known: "read before",
  forget: "forgotten, as asked",
  forgotten: "refused",
  limited: "refused",
  ignored: "nothing kept",
};

export function outcomeText({ outcome }: DecisionEntry): string {
  return OUTCOMES[outcome] ?? outcome;
}

/** Whether nothing came of what was said. */
export function isRefusal({ outcome }: DecisionEntry): boolean {
  return outcome === "refused" || outcome === "forgotten" || outcome === "limited";
}

export function decisionLines(screen: Screen, entries: readonly DecisionEntry[]): Lines {
  if (entries.length === 0) return ["  None: it was stored on command, and no rule was asked."];
  const widest = Math.max(...entries.map((entry) => width(outcomeText(entry))));
  return entries.map((entry) => {
    const lead = `  ${utc(entry.at)}  ${pad(outcomeText(entry), widest)}`;
    const policy = entry.policy === 0 ? "" : `, policy version ${entry.policy}`;
    const source = entry.eventId === null ? "" : `, event ${entry.eventId}`;
    return beside(screen, lead, `${entry.reason || "(erased)"} (${entry.stage}${policy}${source})`);
  });
}
