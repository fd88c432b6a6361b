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
  reply(turn: ChatTurn): Promise<string>;
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
  readonly outcomes: ReadonlyMap<WriteOutcome, number>;
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
export async function converse(at: OpenCommand, chat: Chat): Promise<Ended> {
  return new Conversation(at, chat).run();
}

class Conversation {
  readonly #at: OpenCommand;
  readonly #chat: Chat;
  /** The bot's names, by which a command may address it. */
  readonly #names: readonly string[];
  readonly #history: ChatMessage[] = [];
  readonly #outcomes = new Map<WriteOutcome, number>();
  #turns = 0;
  #code: ExitCode = EXIT.ok;
  #unread = false;
  #reading: Promise<void> = Promise.resolve();

  constructor(at: OpenCommand, chat: Chat) {
    this.#at = at;
    this.#chat = chat;
    this.#names = configOf(at).settings.commands.names;
  }

  async run(): Promise<Ended> {
    const { typed } = this.#chat;
    for (let line = await typed.next(); line !== null; line = await typed.next()) {
      // The last message must be known when the next one asks for it.
      await this.#untilRead();
      const said = line.trim();
      if (said === "") continue;
      try {
        if (!said.startsWith("/")) {
          if (!(await this.#runCommand(said))) await this.#turn(said);
        } else if (!(await this.#slash(said))) break;
      } catch (error) {
        this.#failed("Not done", error);
      }
      // Where nobody watches, one thing comes after the other.
      if (!typed.interactive) await this.#reading;
    }
    await this.#untilRead();
    return { turns: this.#turns, outcomes: this.#outcomes, unread: this.#unread, code: this.#code };
  }

  /** Runs a command that begins with a slash. False: it ends the chat. */
  async #slash(line: string): Promise<boolean> {
    const { scope, out } = this.#at;
    const result = await slash(line, scope, { ...out.screen, now: new Date() }, this.#chat.typed.stopped);
    if (result === "quit") return false;
    this.#tell({ event: "command", line, ...result.document }, () => result.lines);
    return true;
  }

  /**
   * "forget that", "remember that …": done at once, as a bot would through `commands.handle()`. Questions about memory
   * go to the language model, where there is one.
   */
  async #runCommand(said: string): Promise<boolean> {
    const { scope, out } = this.#at;
    const { session, bot, typed } = this.#chat;
    const kind = readCommand(said, { names: this.#names, addressed: true })?.command.kind;
    if (kind === undefined || (kind === "ask" && bot.model !== null)) return false;
    const message = { text: said, session, addressed: true };
    const result = await scope.commands.handle(message, { signal: typed.stopped });
    const { command, outcome, say, memories } = result;
    if (say === null) return false;
    this.#turns += 1;
    this.#history.push({ role: "user", content: said }, { role: "assistant", content: say });
    if (outcome === "remembered" || outcome === "waits") this.#count("added", memories.length);
    if (out.json) out.record({ event: "told", said, command, outcome, reply: say, memories });
    else {
      const writer = replyWriter(out.screen, typed.write);
      writer.say(say);
      writer.end();
      typed.say(commandLines(out.screen, result));
    }
    return true;
  }

  async #turn(said: string): Promise<void> {
    const { scope, out } = this.#at;
    const { session, bot, typed } = this.#chat;
    const recall = await scope.recall(said, { thread: session, signal: typed.stopped });
    if (!out.json) typed.say(recalledLines(out.screen, recall));
    let reply: string | null = null;
    try {
      reply = await this.#answer(said, recall);
      this.#history.push({ role: "user", content: said }, { role: "assistant", content: reply });
    } catch (error) {
      this.#failed("No reply", error);
    }
    const events = eventsOf(session, said, bot.model === null ? null : reply);
    const recorded = await scope.observe(events);
    const [question, answered] = events.map(({ id }) => id);
    // Counting is not worth an error.
    if (reply !== null)
      recall.delivered(withoutUndefined({ question, reply: answered })).catch(() => undefined);
    this.#turns += 1;
    const { hits, degraded } = recall;
    const document = { event: "turn", said, recalled: hits, degraded, reply, redacted: recorded.redacted };
    this.#reading = this.#read(document, recorded);
  }

  async #answer(said: string, recall: Recall): Promise<string> {
    const { out } = this.#at;
    const { bot, typed } = this.#chat;
    const messages: ChatMessage[] = [
      { role: "system", content: SYSTEM },
      ...this.#history.slice(-HISTORY),
      { role: "user", content: said },
    ];
    const writer = out.json ? null : replyWriter(out.screen, typed.write);
    try {
      const turnInput = { messages: recall.injectInto(messages), said, recall, signal: typed.stopped };
      return await bot.reply({ ...turnInput, say: (piece) => writer?.say(piece) });
    } finally {
      writer?.end();
    }
  }

  async #read(document: object, recorded: ObserveResult): Promise<void> {
    const { scope, out, io } = this.#at;
    try {
      const report = await withReplaced(scope, await scope.flush({ signal: io.signal }));
      const { events, entries } = report;
      this.#unread = false;
      for (const { outcome } of entries) {
        if (outcome !== "ignored") this.#count(outcome, 1);
      }
      this.#tell({ ...document, kept: { events, entries } }, (screen) => keptLines(screen, report, recorded));
    } catch (error) {
      if (out.json) out.record({ ...document, kept: null });
      this.#unread = true;
      this.#failed("Recorded, but not read yet", error);
    }
  }

  #untilRead(): Promise<void> {
    return patiently(this.#at, () => "Reading what was said…", this.#reading);
  }

  #count(outcome: WriteOutcome, times: number): void {
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + times);
  }

  #tell(document: object, lines: (screen: Screen) => Lines): void {
    const { out } = this.#at;
    if (out.json) out.record(document);
    else this.#chat.typed.say(lines({ ...out.screen, now: new Date() }));
  }

  /** A failure ends a step of the turn, not the chat. */
  #failed(step: string, error: unknown): void {
    if (this.#chat.typed.stopped.aborted) return;
    if (!MemoirError.is(error)) throw error;
    this.#code = exitCodeOf(error.code) ?? EXIT.unexpected;
    const { code, message } = error;
    this.#tell({ event: "error", step, code, message }, (screen) =>
      chatProblemLines(screen, `${step}: ${message} (${code})`),
    );
  }
}

/** The turn as it is recorded. The echo's text is made of memories and is no source for new ones. */
function eventsOf(session: string, said: string, reply: string | null): EventInput[] {
  const turn = randomUUID();
  const userEvent: EventInput = { id: randomUUID(), role: "user", text: said, session, turn };
  if (reply === null || reply.trim() === "") return [userEvent];
  return [userEvent, { id: randomUUID(), role: "assistant", text: reply, session, turn }];
}
