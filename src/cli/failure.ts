import { CommanderError } from "commander";
import { MemoirError } from "../domain/errors.ts";
import { EXIT, type ExitCode, exitCodeOf } from "./exit-codes.ts";
import type { Io } from "./io.ts";
import { colorsFor } from "./output.ts";
import { harmless } from "./width.ts";

interface Failure {
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly exit: ExitCode;
}

/** Says on stderr what went wrong, and gives the exit code for it. `command` is whose help may help. */
export function fail(
  error: unknown,
  io: Io,
  { json, command }: { json: boolean; command: string },
): ExitCode {
  // Help and the version arrive as errors, too, already printed.
  if (error instanceof CommanderError && error.exitCode === 0) return EXIT.ok;
  const { code, message, details, exit } = failureOf(error, io, command);
  if (json) io.stderr.write(`${JSON.stringify({ error: { code, message, details } })}\n`);
  else io.stderr.write(`memoir: ${harmless(message)} ${colorsFor(io.stderr, io.env).dim(`(${code})`)}\n`);
  if (io.env.MEMOIR_DEBUG === "1" && error instanceof Error) io.stderr.write(`${stackOf(error)}\n`);
  return exit;
}

function failureOf(error: unknown, io: Io, command: string): Failure {
  if (error instanceof CommanderError) {
    const help = [io.self, command, "--help"].filter((word) => word !== "").join(" ");
    const message = `${sentence(error.message)} See: ${help}`;
    return { code: "invalid_argument", message, details: { usage: error.code }, exit: EXIT.usage };
  }
  if (MemoirError.is(error)) {
    const { code, message, details } = error;
    return { code, message, details, exit: exitCodeOf(code) ?? EXIT.unexpected };
  }
  if (io.signal.aborted) {
    return { code: "aborted", message: "Interrupted.", details: {}, exit: EXIT.interrupted };
  }
  const text = error instanceof Error ? error.message : String(error);
  const message = `Something unexpected happened: ${text}. Set MEMOIR_DEBUG=1 to see where, and report it.`;
  return { code: "internal", message, details: {}, exit: EXIT.unexpected };
}

/** "error: unknown option '--x'\n(Did you mean --y?)" → "Unknown option '--x'. Did you mean --y?" */
function sentence(message: string): string {
  const [first = "", ...rest] = message.replace(/^error: /, "").split("\n");
  const ended = /[.?!]$/.test(first) ? first : `${first}.`;
  return [
    ended.charAt(0).toUpperCase() + ended.slice(1),
    ...rest.map((line) => line.replace(/^\((.*)\)$/, "$1")),
  ].join(" ");
}

function stackOf(error: Error): string {
  const own = error.stack ?? error.message;
  return error.cause instanceof Error ? `${own}\nCaused by: ${stackOf(error.cause)}` : own;
}
