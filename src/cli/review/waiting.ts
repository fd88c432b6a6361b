import { invalidArgument } from "../../domain/errors.ts";
import { SHORT_ID } from "../../domain/memory.ts";
import type {
  Event,
  Page,
  ReviewOptions,
  ScopeHandle,
  Waiting,
  WaitingMemory,
  WaitingProposal,
} from "../../index.ts";
import { namesScope } from "../context.ts";
import { notFound } from "../failure.ts";
import { ago, momentText } from "../format.ts";
import { styledStatus } from "../memory-view.ts";
import type { OpenCommand } from "../open.ts";
import { beside, type Lines, type Screen } from "../output.ts";
import { authorLabel, quoteLines } from "../proof-view.ts";
import { oneLine } from "../width.ts";

export const WAITING_ID_HELP = "its id in the list, or at least the first six characters of a memory's";

export function waitingIn(at: OpenCommand, options: ReviewOptions): Promise<Page<Waiting>> {
  return namesScope(at) ? at.scope.review(options) : at.memoir.operator(at.here.tenant).review(options);
}

/** A memory's short id, or a proposal's number behind a p. */
export function idOf(waiting: Waiting): string {
  return waiting.kind === "memory" ? waiting.memory.shortId : `p${waiting.proposal.id}`;
}

/** The one that an id names, among all that waits. */
export async function theWaiting(at: OpenCommand, id: string): Promise<Waiting> {
  const matches: Waiting[] = [];
  for await (const item of await waitingIn(at, { limit: 200 })) {
    if (isMeant(item, id)) matches.push(item);
  }
  const [first, second] = matches;
  if (first === undefined) {
    const where = namesScope(at) ? at.here.scope : `tenant ${at.here.tenant}`;
    const message = `Nothing with the id ${id} waits in ${where}. List what does: review`;
    throw notFound(message, { id });
  }
  if (second !== undefined) {
    const scopes = matches.map(({ scope }) => scope).join(", ");
    throw invalidArgument(
      `More than one with the id ${id} waits (${scopes}). Name the scope, with --user for example, or give more of the id.`,
    );
  }
  return first;
}

function isMeant(waiting: Waiting, id: string): boolean {
  if (waiting.kind === "profile") return idOf(waiting) === id;
  return waiting.memory.id === id || (id.length >= SHORT_ID && waiting.memory.id.startsWith(id));
}

export function scopeOfWaiting({ memoir, here, by }: OpenCommand, waiting: Waiting): ScopeHandle {
  return memoir.scope(waiting.scope, { tenant: here.tenant, ...by });
}

const INDENT = 8;

/** A waiting item: its text, the reason, its evidence, and the memories that it would supersede. */
export function waitingLines(screen: Screen, waiting: Waiting): Lines {
  return waiting.kind === "memory" ? memoryLines(screen, waiting) : proposalLines(screen, waiting);
}

function headLine({ colors }: Screen, waiting: Waiting, standing: string): string {
  const id = idOf(waiting).padEnd(INDENT - 2);
  return `${colors.cyan(id)}  ${oneLine(waiting.scope)} · ${standing}`;
}

function below(screen: Screen, text: string, style?: (text: string) => string): string[] {
  return beside(screen, " ".repeat(INDENT - 2), text, style);
}

function memoryLines(screen: Screen, waiting: WaitingMemory): Lines {
  const { colors, now } = screen;
  const { memory, evidence, replaces } = waiting;
  const standing = waiting.asks === "forget" ? "a tool asks to forget it" : STANDING[memory.status];
  const status = styledStatus(colors, standing ?? memory.status, memory.status);
  return [
    headLine(screen, waiting, `${status} · ${ago(memory.createdAt, now)}`),
    below(screen, memory.text, colors.bold),
    evidence.map(({ event, span }) => saidLines(screen, event, span)),
    replaces.map((old) => below(screen, `instead of ${old.shortId}: ${old.text}`)),
    waiting.reason !== null && below(screen, `why: ${waiting.reason}`, colors.dim),
  ];
}

const STANDING: Readonly<Record<string, string>> = {
  pending: "waits for approval",
  shadow: "kept apart",
};

function proposalLines(screen: Screen, waiting: WaitingProposal): Lines {
  const { colors, now } = screen;
  const { field, oldValue, newValue, needs, expiresAt, createdAt } = waiting.proposal;
  const was = oldValue === null ? "" : `, now ${oldValue}`;
  const until = expiresAt === null ? "" : `, until ${momentText(expiresAt, now)}`;
  return [
    headLine(screen, waiting, `${colors.yellow(`profile needs ${needs}`)} · ${ago(createdAt, now)}`),
    below(screen, `${field}: ${newValue ?? "none"}${was}`, colors.bold),
    waiting.events.map((event) => saidLines(screen, event, null)),
    below(screen, `why: a change of ${field} waits for ${WANTED[needs]}${until}`, colors.dim),
  ];
}

const WANTED: Readonly<Record<WaitingProposal["proposal"]["needs"], string>> = {
  consent: "the user's consent",
  signals: "a second sign of it",
};

function saidLines(screen: Screen, event: Event, span: readonly [number, number] | null): string[] {
  const from = event.type === "import" ? `${authorLabel(event)}, imported` : authorLabel(event);
  const lines = quoteLines(screen, event.text, span, INDENT);
  return [
    ...lines,
    `${" ".repeat(INDENT)}${screen.colors.dim(`${from}, ${momentText(event.at, screen.now)}`)}`,
  ];
}
