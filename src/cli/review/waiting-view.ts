import type { Event, Waiting, WaitingMemory, WaitingProposal } from "../../index.ts";
import { quoteLines } from "../evidence-view.ts";
import { ago, moment } from "../format.ts";
import { styledStatus } from "../memory-view.ts";
import { beside, type Screen } from "../output.ts";
import { oneLine } from "../width.ts";
import { idOf } from "./find-waiting.ts";

const INDENT = 8;

/** A waiting item: its text, the reason, its evidence, and the memories that it would supersede. */
export function waitingLines(screen: Screen, waiting: Waiting): string[] {
  return waiting.kind === "memory" ? memoryLines(screen, waiting) : proposalLines(screen, waiting);
}

function headLine({ colors }: Screen, waiting: Waiting, standing: string): string {
  const id = idOf(waiting).padEnd(INDENT - 2);
  return `${colors.cyan(id)}  ${oneLine(waiting.scope)} · ${standing}`;
}

function below(screen: Screen, text: string, style?: (text: string) => string): string[] {
  return beside(screen, " ".repeat(INDENT - 2), INDENT - 2, text, style);
}

function memoryLines(screen: Screen, waiting: WaitingMemory): string[] {
  const { colors, now } = screen;
  const { memory, evidence, replaces } = waiting;
  const standing = waiting.asks === "forget" ? "a tool asks to forget it" : STANDING[memory.status];
  const status = styledStatus(colors, standing ?? memory.status, memory.status);
  return [
    headLine(screen, waiting, `${status} · ${ago(memory.createdAt, now)}`),
    ...below(screen, memory.text, colors.bold),
    ...evidence.flatMap(({ event, span }) => saidLines(screen, event, span)),
    ...replaces.flatMap((old) => below(screen, `instead of ${old.shortId}: ${old.text}`)),
    ...(waiting.reason === null ? [] : below(screen, `why: ${waiting.reason}`, colors.dim)),
  ];
}

const STANDING: Readonly<Record<string, string>> = {
  pending: "waits for approval",
  shadow: "kept apart",
};

function proposalLines(screen: Screen, waiting: WaitingProposal): string[] {
  const { colors, now } = screen;
  const { field, oldValue, newValue, needs, expiresAt, createdAt } = waiting.proposal;
  const was = oldValue === null ? "" : `, now ${oldValue}`;
  const until = expiresAt === null ? "" : `, until ${moment(expiresAt, now)}`;
  return [
    headLine(screen, waiting, `${colors.yellow(`profile needs ${needs}`)} · ${ago(createdAt, now)}`),
    ...below(screen, `${field}: ${newValue ?? "none"}${was}`, colors.bold),
    ...waiting.events.flatMap((event) => saidLines(screen, event, null)),
    ...below(screen, `why: a change of ${field} waits for ${WANTED[needs]}${until}`, colors.dim),
  ];
}

const WANTED: Readonly<Record<WaitingProposal["proposal"]["needs"], string>> = {
  consent: "the user's consent",
  signals: "a second sign of it",
};

function saidLines(screen: Screen, event: Event, span: readonly [number, number] | null): string[] {
  const who = event.actor === null ? event.role : `${oneLine(event.actor)} (${event.role})`;
  const from = event.type === "import" ? `${who}, imported` : who;
  const lines = quoteLines(screen, event.text, span, INDENT);
  return [...lines, `${" ".repeat(INDENT)}${screen.colors.dim(`${from}, ${moment(event.at, screen.now)}`)}`];
}
