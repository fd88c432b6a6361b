import { clearScreenDown, createInterface, cursorTo, moveCursor } from "node:readline";
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
  const { stdin, stdout } = io;
  const terminal = prompt !== null && stdin.isTTY === true && stdout.isTTY === true;
  const queue: string[] = [];
  const stopping = new AbortController();
  let waiting: ((line: string | null) => void) | null = null;
  let ended = false;
  // Between two prompts readline goes on listening, also for Ctrl-C; what it would echo would tear the answer apart.
  const echo = new Writable({
    write: (chunk, _encoding, done) => {
      if (waiting !== null) stdout.write(chunk);
      done();
    },
  });
  const lines = createInterface({
    input: stdin,
    ...(terminal ? { output: Object.assign(echo, { columns: stdout.columns }), terminal } : {}),
    prompt: prompt ?? "",
  });

  const answer = (line: string | null): void => {
    const asking = waiting;
    waiting = null;
    asking?.(line);
  };
  const shown = (line: string): string => {
    if (prompt !== null) stdout.write(`${prompt}${harmless(line)}\n`);
    return line;
  };
  /** Here and below. Left alone, readline would first go up the rows that its line has had elsewhere. */
  const drawPrompt = (): void => {
    Object.assign(lines, { prevRows: 0 });
    lines.prompt(true);
  };
  const stop = (): void => {
    stopping.abort();
    lines.close();
  };
  lines.on("line", (line) => {
    if (waiting === null) queue.push(line);
    else answer(terminal ? line : shown(line));
  });
  lines.on("SIGINT", stop);
  lines.on("close", () => {
    ended = true;
    // The cursor is still behind the prompt.
    if (terminal && waiting !== null) stdout.write("\n");
    answer(null);
  });
  if (io.signal.aborted) stop();
  else io.signal.addEventListener("abort", stop, { once: true });

  return {
    interactive: terminal,
    stopped: stopping.signal,
    async next() {
      if (stopping.signal.aborted) return null;
      const early = queue.shift();
      if (early !== undefined) return shown(early);
      if (ended) return null;
      return new Promise((resolve) => {
        waiting = resolve;
        if (terminal) drawPrompt();
      });
    },
    say(texts) {
      const text = flatLines(texts)
        .map((line) => `${line}\n`)
        .join("");
      if (waiting === null || !terminal) {
        // Over a word of patience that may stand there.
        stdout.write(terminal ? `\r\u001b[K${text}` : text);
        return;
      }
      const { rows } = lines.getCursorPos();
      moveCursor(stdout, 0, -rows);
      cursorTo(stdout, 0);
      clearScreenDown(stdout);
      stdout.write(text);
      drawPrompt();
    },
    write: (text) => {
      stdout.write(text);
    },
    close() {
      io.signal.removeEventListener("abort", stop);
      lines.close();
    },
  };
}
