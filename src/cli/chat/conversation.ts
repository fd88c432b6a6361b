import { randomUUID } from "node:crypto";
import { withoutUndefined } from "../../domain/arguments.ts";
import { MemoirError } from "../../domain/errors.ts";
import type { ChatMessage, EventInput, ObserveResult, Recall, WriteOutcome } from "../../index.ts";
import { readCommand } from "../../language/chat-commands/read-command.ts";
import { EXIT, type ExitCode, exitCodeOf } from "../failure.ts";
import { configOf, type OpenCommand } from "../open.ts";
import type { Lines, Screen } from "../output.ts";
import { withReplaced } from "../report-view.ts";
import { patiently } from "../terminal.ts";
import { slash } from "./slash.ts";
import type { Typed } from "./typed.ts";
import { chatProblemLines, commandLines, keptLines, recalledLines, replyWriter } from "./view.ts";

export interface ChatTurn {
  /** The conversation with the memories in it, the user's words last. */
  readonly messages: readonly ChatMessage[];
  readonly said: string;
  readonly recall: Recall;
  readonly signal: AbortSignal;
  /** Told of the words as they come. */
  readonly say: (piece: string) => void;
}

export interface Bot {
  /** The model's name; `null` for the echo. */
  readonly model: string | null;
  reply(asked: ChatTurn): Promise<string>;
}

const SYSTEM =
  "You are a friendly partner in a chat on a terminal. Answer in the language of the user, in a few plain sentences. " +
  "The quoted memory comes from earlier conversations: use it where it helps, and do not recite it.";

interface Chat {
  readonly session: string;
  readonly bot: Bot;
  readonly typed: Typed;
}

export interface Ended {
  readonly turns: number;
  /** How often each thing was done with what was said. */
  readonly kept: ReadonlyMap<WriteOutcome, number>;
  /** Something that was said could not be read; it waits. */
  readonly unread: boolean;
  /** The code of the last thing that went wrong. */
  readonly code: ExitCode;
}

/** How many messages of this conversation the model sees; older ones must be recalled. */
const HISTORY = 20;

/**
 * A conversation with the hook points of a bot: before the reply memories are recalled and put into the prompt;
 * after it the turn is recorded, and read while the person may already type on.
 */
export async function converse(at: OpenCommand, { session, bot, typed }: Chat): Promise<Ended> {
  const { scope, out } = at;
  const { names } = configOf(at).settings.commands;
  const history: ChatMessage[] = [];
  const outcomes = new Map<WriteOutcome, number>();
  let turns = 0;
  let code: ExitCode = EXIT.ok;
  let unread = false;
  let reading: Promise<void> = Promise.resolve();

  const untilRead = (): Promise<void> => patiently(at, () => "Reading what was said…", reading);
  const tell = (document: object, lines: (screen: Screen) => Lines): void => {
    if (out.json) out.record(document);
    else typed.say(lines({ ...out.screen, now: new Date() }));
  };
  /** A failure ends a step of the turn, not the chat. */
  const failed = (step: string, error: unknown): void => {
    if (typed.stopped.aborted) return;
    if (!MemoirError.is(error)) throw error;
    code = exitCodeOf(error.code) ?? EXIT.unexpected;
    const { message } = error;
    tell({ event: "error", step, code: error.code, message }, (screen) =>
      chatProblemLines(screen, `${step}: ${message} (${error.code})`),
    );
  };

  const answer = async (said: string, recall: Recall): Promise<string> => {
    const messages: ChatMessage[] = [
      { role: "system", content: SYSTEM },
      ...history.slice(-HISTORY),
      { role: "user", content: said },
    ];
    const writer = out.json ? null : replyWriter(out.screen, typed.write);
    try {
      const asked = { messages: recall.injectInto(messages), said, recall, signal: typed.stopped };
      return await bot.reply({ ...asked, say: (piece) => writer?.say(piece) });
    } finally {
      writer?.end();
    }
  };

  const read = async (document: object, recorded: ObserveResult): Promise<void> => {
    try {
      const report = await withReplaced(scope, await scope.flush({ signal: at.io.signal }));
      const { events, entries } = report;
      unread = false;
      for (const { outcome } of entries) {
        if (outcome !== "ignored") outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }
      tell({ ...document, kept: { events, entries } }, (screen) => keptLines(screen, report, recorded));
    } catch (error) {
      if (out.json) out.record({ ...document, kept: null });
      unread = true;
      failed("Recorded, but not read yet", error);
    }
  };

  const turn = async (said: string): Promise<void> => {
    const recall = await scope.recall(said, { thread: session, signal: typed.stopped });
    if (!out.json) typed.say(recalledLines(out.screen, recall));
    let reply: string | null = null;
    try {
      reply = await answer(said, recall);
      history.push({ role: "user", content: said }, { role: "assistant", content: reply });
    } catch (error) {
      failed("No reply", error);
    }
    const events = eventsOf(session, said, bot.model === null ? null : reply);
    const recorded = await scope.observe(events);
    const [question, answered] = events.map(({ id }) => id);
    // Counting is not worth an error.
    if (reply !== null)
      recall.delivered(withoutUndefined({ question, reply: answered })).catch(() => undefined);
    turns += 1;
    const { hits, degraded } = recall;
    const document = { event: "turn", said, recalled: hits, degraded, reply, redacted: recorded.redacted };
    reading = read(document, recorded);
  };

  /**
   * "forget that", "remember that …": done at once, as a bot would through `commands.handle()`. Questions about memory
   * go to the language model, where there is one.
   */
  const runCommand = async (said: string): Promise<boolean> => {
    const kind = readCommand(said, { names, addressed: true })?.command.kind;
    if (kind === undefined || (kind === "ask" && bot.model !== null)) return false;
    const message = { text: said, session, addressed: true };
    const result = await scope.commands.handle(message, { signal: typed.stopped });
    const { command: done, outcome, say, memories } = result;
    if (say === null) return false;
    turns += 1;
    history.push({ role: "user", content: said }, { role: "assistant", content: say });
    if (outcome === "remembered" || outcome === "waits")
      outcomes.set("added", (outcomes.get("added") ?? 0) + memories.length);
    if (out.json) out.record({ event: "told", said, command: done, outcome, reply: say, memories });
    else {
      const writer = replyWriter(out.screen, typed.write);
      writer.say(say);
      writer.end();
      typed.say(commandLines(out.screen, result));
    }
    return true;
  };

  const command = async (line: string): Promise<boolean> => {
    const slashResult = await slash(line, scope, { ...out.screen, now: new Date() }, typed.stopped);
    if (slashResult !== "quit")
      tell({ event: "command", line, ...slashResult.document }, () => slashResult.lines);
    return slashResult !== "quit";
  };

  for (let line = await typed.next(); line !== null; line = await typed.next()) {
    // The last message must be known when the next one asks for it.
    await untilRead();
    const said = line.trim();
    if (said === "") continue;
    try {
      if (!said.startsWith("/")) {
        if (!(await runCommand(said))) await turn(said);
      } else if (!(await command(said))) break;
    } catch (error) {
      failed("Not done", error);
    }
    // Where nobody watches, one thing comes after the other.
    if (!typed.interactive) await reading;
  }
  await untilRead();
  return { turns, kept: outcomes, unread, code };
}

/** The turn as it is recorded. The echo's text is made of memories and is no source for new ones. */
function eventsOf(session: string, said: string, reply: string | null): EventInput[] {
  const turn = randomUUID();
  const own: EventInput = { id: randomUUID(), role: "user", text: said, session, turn };
  if (reply === null || reply.trim() === "") return [own];
  return [own, { id: randomUUID(), role: "assistant", text: reply, session, turn }];
}
