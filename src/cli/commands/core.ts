import { invalidArgument } from "../../domain/errors.ts";
import type { CoreLine, Event, ScopeHandle } from "../../index.ts";
import type { Context } from "../context.ts";
import { type ExitCode, notFound, tellDegraded } from "../failure.ts";
import { momentText } from "../format.ts";
import { atScope, embedMissing, type OpenCommand } from "../open.ts";
import { beside, type Lines, type Screen, shellWord } from "../output.ts";
import { authorLabel } from "../proof-view.ts";
import { oneLine, pad } from "../width.ts";

/** `list --core`: the lines of every prompt, with where each comes from and how to take it out. */
export function listCore(context: Context, asker: string | undefined): Promise<ExitCode | undefined> {
  // Which words of users belong in every prompt is judged by their vectors.
  return atScope(context, { creates: false, words: "core" }, async (at) => {
    const { scope, here, io, out } = at;
    await embedMissing(at);
    const options = { signal: io.signal, ...(asker === undefined ? {} : { asker }) };
    const { lines, degraded } = await scope.core(options);
    const { suggest } = out.screen;
    const document = lines.map((line) => ({ ...line, takeOut: suggest(takingOut(line)) }));
    out.answer({ ...here, lines: document, degraded }, (screen) =>
      lines.length === 0 ? emptyLines(at) : lines.map((line) => lineOf(screen, line)),
    );
    return tellDegraded(out, degraded);
  });
}

function takingOut({ source }: CoreLine): string {
  return "memory" in source
    ? `forget ${source.memory.shortId}`
    : `forget --core ${shellWord(oneLine(source.event.id))}`;
}

/** As wide as the longest sort. */
const SORT_COLUMNS = 7;

function lineOf(screen: Screen, line: CoreLine): Lines {
  const { colors, now, suggest } = screen;
  const { sort, text, later, source, at } = line;
  const changed = later === null ? "" : ` (later: ${oneLine(later.text)})`;
  const from =
    "memory" in source
      ? `memory ${source.memory.shortId}`
      : `message ${oneLine(source.event.id)} · ${authorLabel(source.event)}`;
  const below = " ".repeat(SORT_COLUMNS);
  return [
    beside(screen, colors.cyan(pad(sort, SORT_COLUMNS)), `${text}${changed}`),
    beside(screen, below, `${from} · ${momentText(at, now)}`, colors.dim),
    // Never wrapped: it is to be copied.
    `${below}  ${colors.dim(`take it out: ${suggest(takingOut(line))}`)}`,
  ];
}

function emptyLines({ memoir, here, missing }: OpenCommand): Lines {
  return [
    `No line stands in every prompt of ${oneLine(here.scope)}.`,
    !memoir.settings.readPolicy.core && "The setting readPolicy.core is off, so prompts have none.",
    missing !== null && `There is no database at ${missing} yet; the first add creates it.`,
  ];
}

/** `forget --core`: takes the line of a message out of every prompt. */
export function takeOut(
  context: Context,
  id: string,
  { hard, dryRun }: { readonly hard: boolean; readonly dryRun: boolean },
): Promise<ExitCode | undefined> {
  if (hard || dryRun) {
    throw invalidArgument(
      `--core takes a line out of every prompt and erases nothing; it goes without ${hard ? "--hard" : "--dry-run"}.`,
    );
  }
  return atScope(context, { creates: false }, async ({ scope, here, io, out }) => {
    const event = await setEventCore(scope, id, false, io.signal);
    out.answer({ ...here, event, core: false }, (screen) => [
      `${screen.tick} Out of every prompt from now on:`,
      beside(screen, `  ${screen.colors.cyan(oneLine(id))}`, event.text),
      screen.colors.dim(
        `  The message stays, and is quoted where it answers. Undo: ${screen.suggest(`undo --core ${shellWord(oneLine(id))}`)}`,
      ),
    ]);
  });
}

/** `undo --core`: lets the line of a message into the core again. */
export async function letIn({ scope, here, io, out }: OpenCommand, id: string): Promise<void> {
  const event = await setEventCore(scope, id, true, io.signal);
  out.answer({ ...here, event, core: true }, (screen) => [
    `${screen.tick} Undone: it may stand in every prompt again.`,
    beside(screen, `  ${screen.colors.cyan(oneLine(id))}`, event.text),
  ]);
}

async function setEventCore(
  scope: ScopeHandle,
  id: string,
  core: boolean,
  signal: AbortSignal,
): Promise<Event> {
  const changed = await scope.events.allowCore(id, core, { signal });
  const event = changed ? await scope.events.get(id) : null;
  if (event !== null) return event;
  throw notFound(`There is no message ${id} in ${scope.scope}, or its words are gone. See: list --core`, {
    id,
    scope: scope.scope,
  });
}
