import type { CommandResult, Hit, ObserveResult, Recall, WriteEntry, WriteOutcome } from "../../index.ts";
import { countText, percentText } from "../format.ts";
import { laterOf, strongestText } from "../hit-view.ts";
import { beside, type Lines, type Screen } from "../output.ts";
import { outcomeWord, type ReportView } from "../report-view.ts";
import { harmless, oneLine, width, wrap } from "../width.ts";

/** More would push the conversation off the screen. */
const MAX_HITS = 5;
const PARTS = 2;
/** Under these columns the texts go on: behind a score and an id, and behind an id. */
const AFTER_SCORE = 16;
const AFTER_ID = 10;

export function recalledLines(screen: Screen, { hits, degraded }: Recall): Lines {
  const { dim } = screen.colors;
  const more = hits.length - MAX_HITS;
  return [
    dim(`  recalled ${hits.length === 0 ? "nothing that fits" : countText(hits.length, "line", "lines")}`),
    hits.slice(0, MAX_HITS).map((hit) => hitLines(screen, hit)),
    more > 0 && dim(`    and ${more} more`),
    degraded !== null && dim(`    ${oneLine(degraded.detail)} (${degraded.reason})`),
  ];
}

function hitLines(screen: Screen, hit: Hit): string[] {
  const { bold, cyan, dim } = screen.colors;
  const name =
    hit.kind === "memory" ? hit.memory.shortId : hit.kind === "event" ? "quote" : hit.entry.shortId;
  return [
    ...beside(screen, `    ${bold(percentText(hit.score))}  ${cyan(name)}`, `${hit.text}${laterOf(hit)}`),
    ...beside(screen, " ".repeat(AFTER_SCORE), `why: ${strongestText(hit, PARTS)}`, dim),
  ];
}

export function keptLines(
  screen: Screen,
  report: ReportView,
  { redacted }: Pick<ObserveResult, "redacted">,
): Lines {
  const { dim } = screen.colors;
  const { events } = report;
  const entries = report.entries.filter(({ outcome }) => outcome !== "ignored");
  const ignored = report.entries.find(({ outcome, reason }) => outcome === "ignored" && reason !== BOTS_OWN);
  const heading = entries.some(({ memory }) => memory !== null) ? "  kept" : "  no new memory";
  const nothing =
    events === 0
      ? "  read by another process meanwhile; /memories shows what it kept"
      : `  no new memory: ${ignored?.reason ?? "there is nothing to remember in it"}`;
  return [
    redacted > 0 && dim(`  cut ${countText(redacted, "secret", "secrets")} out before storing`),
    dim(entries.length === 0 ? nothing : heading),
    entries.map((entry) => entryLines(screen, entry, report)),
  ];
}

export function commandLines({ colors, suggest }: Screen, result: CommandResult): Lines {
  const { command, outcome, memories, hidden, batch } = result;
  const ids = memories.map(({ shortId }) => ` ${shortId}`).join("");
  const messages =
    hidden === 0
      ? ""
      : `; ${countText(hidden, "message is", "messages are")} no longer quoted, each as a whole`;
  const undo = memories.length > 1 ? suggest(`undo --batch ${batch}`) : "/undo";
  return [
    colors.dim(`  command ${command}: ${outcome.replace("_", " ")}${ids}${messages}`),
    batch !== null && colors.dim(`  Take it back: ${undo}`),
  ];
}

/** Of every turn one message is the bot's: that nothing is kept of it goes without saying. */
const BOTS_OWN = "an assistant's words";
const NO_ID = "-     ";
const LOUD: ReadonlySet<WriteOutcome> = new Set(["refused", "waiting", "shadowed"]);

function entryLines(screen: Screen, entry: WriteEntry, { replaced }: ReportView): Lines {
  const { cyan, dim, yellow } = screen.colors;
  const { memory, outcome, reason } = entry;
  const below = (text: string, style = dim): string[] => beside(screen, " ".repeat(AFTER_ID), text, style);
  return [
    beside(screen, `    ${memory === null ? NO_ID : cyan(memory.shortId)}`, memory?.text ?? entry.text),
    below(`${outcomeWord(outcome)}: ${reason}`, LOUD.has(outcome) ? yellow : dim),
    entry.replaced.map((id) => {
      const old = replaced.get(id);
      return old !== undefined && below(`superseded: ${old.text}`);
    }),
  ];
}

export function chatProblemLines({ colors, columns }: Screen, text: string): string[] {
  return wrap(oneLine(text), columns - 2).map((line, i) => `${i === 0 ? colors.yellow("!") : " "} ${line}`);
}

export function openingLines(
  { colors, columns }: Screen,
  place: { readonly scope: string; readonly session: string; readonly model: string | null },
): string[] {
  const { scope, session, model } = place;
  const who =
    model === null
      ? "No language model is configured (--model): the bot only says what it remembers. “Remember that …” makes a memory; everything else is kept as you say it, and quoted where it answers."
      : `${oneLine(model)} answers.`;
  return [
    ...wrap(
      `Chat in ${oneLine(scope)}, session ${oneLine(session)}. /help lists commands, Ctrl-D ends.`,
      columns,
    ).map(colors.bold),
    ...wrap(who, columns).map(colors.dim),
    "",
  ];
}

export function endedLines(
  { colors, suggest, tick }: Screen,
  session: string,
  turns: number,
  outcomes: ReadonlyMap<WriteOutcome, number>,
): Lines {
  const sums = [...outcomes].map(([outcome, many]) => `${many} ${outcomeWord(outcome)}`);
  return [
    `${tick} Ended session ${oneLine(session)} after ${countText(turns, "turn", "turns")}${sums.length === 0 ? "" : `: ${sums.join(", ")}`}.`,
    outcomes.size > 0 && colors.dim(`  See what is remembered: ${suggest("list")}`),
  ];
}

const NAME = "bot ›";
const INDENT = " ".repeat(width(NAME) + 1);

/** Writes a reply as it comes, a word at a time, each line of it under the first. */
export function replyWriter(
  { colors, columns }: Pick<Screen, "colors" | "columns">,
  write: (text: string) => void,
): { say(piece: string): void; end(): void } {
  let column = INDENT.length;
  // Written only with the word behind it, so that no line ends in spaces.
  let gap = "";
  write(`${colors.bold(colors.green(NAME))} `);
  const breakLine = (): void => {
    write(`\n${INDENT}`);
    column = INDENT.length;
    gap = "";
  };
  const word = (text: string): void => {
    if (gap !== "" && column + gap.length + width(text) > columns) breakLine();
    write(gap + text);
    column += gap.length + width(text);
    gap = "";
  };
  return {
    say(piece) {
      for (const part of harmless(piece).match(/\n|[^\S\n]+|\S+/gu) ?? []) {
        if (part === "\n") breakLine();
        else if (part.trim() === "") gap += part;
        else word(part);
      }
    },
    end: () => write("\n"),
  };
}
