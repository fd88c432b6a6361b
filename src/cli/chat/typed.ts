import { clearScreenDown, createInterface, cursorTo, type Interface, moveCursor } from "node:readline";
import { Writable } from "node:stream";
import type { Io } from "../io.ts";
import { flatLines, type Lines } from "../output.ts";
import { harmless } from "../width.ts";

/** A conversation's two ends in a terminal: lines come in, and what is said goes out without tearing them apart. */
export interface Typed {
  /** The next line; `null` when there will be none: the end of the input, Ctrl-D or Ctrl-C. */
  next(): Promise<string | null>;
  /** Prints lines; above the prompt, if somebody is typing there. */
  say(lines: Lines): void;
  write(text: string): void;
  /** Whether a person sits there, who may type on while something is done. */
  readonly interactive: boolean;
  /** Ctrl-C, at any moment. */
  readonly stopped: AbortSignal;
  /** Gives the terminal back. */
  close(): void;
}

/** `prompt` stands before each line; `null` prints neither it nor what was typed, for answers that a program reads. */
export function readTyped(io: Io, prompt: string | null): Typed {
  return new TypedLines(io, prompt);
}

class TypedLines implements Typed {
  readonly interactive: boolean;
  readonly stopped: AbortSignal;
  readonly #io: Io;
  readonly #prompt: string | null;
  readonly #lines: Interface;
  readonly #queue: string[] = [];
  readonly #stopping = new AbortController();
  #waiting: ((line: string | null) => void) | null = null;
  #ended = false;

  constructor(io: Io, prompt: string | null) {
    this.#io = io;
    this.#prompt = prompt;
    this.stopped = this.#stopping.signal;
    this.interactive = prompt !== null && io.stdin.isTTY === true && io.stdout.isTTY === true;
    this.#lines = this.#open();
    if (io.signal.aborted) this.#stop();
    else io.signal.addEventListener("abort", this.#stop, { once: true });
  }

  async next(): Promise<string | null> {
    if (this.stopped.aborted) return null;
    const early = this.#queue.shift();
    if (early !== undefined) return this.#withPrompt(early);
    if (this.#ended) return null;
    return new Promise((resolve) => {
      this.#waiting = resolve;
      if (this.interactive) this.#drawPrompt();
    });
  }

  say(texts: Lines): void {
    const { stdout } = this.#io;
    const text = flatLines(texts)
      .map((line) => `${line}\n`)
      .join("");
    if (this.#waiting === null || !this.interactive) {
      // Over a word of patience that may stand there.
      stdout.write(this.interactive ? `\r\u001b[K${text}` : text);
      return;
    }
    const { rows } = this.#lines.getCursorPos();
    moveCursor(stdout, 0, -rows);
    cursorTo(stdout, 0);
    clearScreenDown(stdout);
    stdout.write(text);
    this.#drawPrompt();
  }

  /** A field, because it is handed on by itself. */
  readonly write = (text: string): void => {
    this.#io.stdout.write(text);
  };

  close(): void {
    this.#io.signal.removeEventListener("abort", this.#stop);
    this.#lines.close();
  }

  #open(): Interface {
    const { stdin, stdout } = this.#io;
    // Between two prompts readline goes on listening, also for Ctrl-C; what it would echo would tear the answer apart.
    const echo = new Writable({
      write: (chunk, _encoding, done) => {
        if (this.#waiting !== null) stdout.write(chunk);
        done();
      },
    });
    const lines = createInterface({
      input: stdin,
      ...(this.interactive
        ? { output: Object.assign(echo, { columns: stdout.columns }), terminal: true }
        : {}),
      prompt: this.#prompt ?? "",
    });
    lines.on("line", (line) => {
      if (this.#waiting === null) this.#queue.push(line);
      else this.#answer(this.interactive ? line : this.#withPrompt(line));
    });
    lines.on("SIGINT", this.#stop);
    lines.on("close", () => {
      this.#ended = true;
      // The cursor is still behind the prompt.
      if (this.interactive && this.#waiting !== null) stdout.write("\n");
      this.#answer(null);
    });
    return lines;
  }

  #answer(line: string | null): void {
    const asking = this.#waiting;
    this.#waiting = null;
    asking?.(line);
  }

  #withPrompt(line: string): string {
    if (this.#prompt !== null) this.#io.stdout.write(`${this.#prompt}${harmless(line)}\n`);
    return line;
  }

  /** Here and below. Left alone, readline would first go up the rows that its line has had elsewhere. */
  #drawPrompt(): void {
    Object.assign(this.#lines, { prevRows: 0 });
    this.#lines.prompt(true);
  }

  readonly #stop = (): void => {
    this.#stopping.abort();
    this.#lines.close();
  };
}
