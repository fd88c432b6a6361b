import type { Memory, ScopeHandle, WriteEntry, WriteOutcome, WriteReport } from "../index.ts";
import { countText } from "./format.ts";
import { beside, type Lines, type Screen } from "./output.ts";
import { oneLine } from "./width.ts";

/** A report with the texts of the memories that were superseded. */
export interface ReportView extends WriteReport {
  readonly replaced: ReadonlyMap<string, Memory>;
}

export async function withReplaced(scope: ScopeHandle, report: WriteReport): Promise<ReportView> {
  const replaced = new Map<string, Memory>();
  for (const id of report.entries.flatMap((entry) => entry.replaced)) {
    const memory = replaced.has(id) ? null : await scope.memories.get(id);
    if (memory !== null) replaced.set(id, memory);
  }
  return { ...report, replaced };
}

/** In the order in which a person wants to know, with a heading and a word for the sum. */
const OUTCOMES: readonly [WriteOutcome, heading: string, word: string][] = [
  ["added", "Added", "added"],
  ["superseded", "Added, in place of what was so before", "replaced"],
  ["merged", "Known already, now with more detail", "merged"],
  ["reinforced", "Known already, confirmed", "confirmed"],
  ["revived", "So again", "so again"],
  ["forgotten", "Forgotten, as asked", "forgotten"],
  ["waiting", "Waits for approval", "waiting for approval"],
  ["shadowed", "Kept apart; not in use as a memory", "kept apart"],
  ["counted", "Counted as evidence only", "counted"],
  ["known", "Read before", "read before"],
  ["refused", "Refused", "refused"],
  ["ignored", "Nothing to keep", "with nothing to keep"],
];

export function outcomeWord(outcome: WriteOutcome): string {
  return OUTCOMES.find(([one]) => one === outcome)?.[2] ?? outcome;
}

/** Most of a long talk is nothing to keep: a few of it will do. */
const MAX_IGNORED = 5;

export function reportLines(screen: Screen, scope: string, report: ReportView): Lines {
  const { colors, suggest, tick } = screen;
  const { events, entries } = report;
  if (events === 0 && entries.length === 0) {
    return [`Nothing new was said in ${oneLine(scope)} since the last reading.`];
  }
  const read = `${tick} Read ${countText(events, "message", "messages")} of ${oneLine(scope)}`;
  const groups = OUTCOMES.map(([outcome, heading, word]) => {
    const groupEntries = entries.filter((entry) => entry.outcome === outcome);
    return {
      heading,
      word,
      entries: groupEntries,
      more: outcome === "ignored" ? groupEntries.length - MAX_IGNORED : 0,
    };
  }).filter((group) => group.entries.length > 0);
  const sums = entries.every(({ outcome }) => outcome === "ignored")
    ? `nothing to remember in ${events === 1 ? "it" : "them"}`
    : groups.map((group) => `${group.entries.length} ${group.word}`).join(", ");
  if (entries.length === 0) return [`${read}: ${sums}.`];
  const waits = entries.some(({ outcome }) => outcome === "waiting" || outcome === "shadowed");
  const exampleId = entries.find(({ memory }) => memory !== null)?.memory?.shortId;
  return [
    `${read}: ${sums}.`,
    groups.map(({ heading, entries: groupEntries, more }) => [
      "",
      colors.bold(heading),
      groupEntries
        .slice(0, more > 0 ? MAX_IGNORED : undefined)
        .map((entry) => entryLines(screen, entry, report)),
      more > 0 && colors.dim(`  and ${more} more; see them all: ${suggest("log")}`),
    ]),
    "",
    waits && colors.dim(`See what waits: ${suggest("review")}`),
    colors.dim(
      exampleId === undefined
        ? `See what was decided before: ${suggest("log")}`
        : `See what backs a memory: ${suggest(`why ${exampleId}`)}`,
    ),
  ];
}

/** As wide as a short id, for what has none. */
const NO_ID = "-     ";
const LEAD = 2 + NO_ID.length;

function entryLines(screen: Screen, entry: WriteEntry, { replaced }: ReportView): Lines {
  const { dim, cyan } = screen.colors;
  const { memory, reason, eventId } = entry;
  const below = (name: string, text: string): string[] =>
    beside(screen, " ".repeat(LEAD), `${name}: ${text}`, dim);
  const id = memory === null ? NO_ID : cyan(memory.shortId);
  return [
    beside(screen, `  ${id}`, memory?.text ?? shortenText(entry.text)),
    // A claim that matched a known memory has different text.
    memory !== null && memory.text !== entry.text && below("heard", entry.text),
    entry.replaced.map((id) => {
      const old = replaced.get(id);
      return old !== undefined && below("superseded", `${old.shortId}  ${old.text}`);
    }),
    below("why", `${reason} (message ${shortEvent(eventId)})`),
  ];
}

const LONGEST = 300;

/** A message may be long; a claim is one sentence. */
function shortenText(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST).toWellFormed()}…`;
}

/** An id of our own making is long and says nothing; one of the caller's is shown as it is. */
function shortEvent(id: string): string {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? `${id.slice(0, 8)}…` : id;
}
