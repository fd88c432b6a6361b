import { CommanderError } from "commander";
import { MemoirError, type MemoirErrorCode } from "../domain/errors.ts";
import type { Degraded } from "../index.ts";
import type { Io } from "./io.ts";
import { colorsFor, type Output } from "./output.ts";
import { harmless } from "./width.ts";

/** The exit codes are stable, so that scripts can use them; `docs/reference/errors.md` lists them. */
export const EXIT = {
  ok: 0,
  /** A check failed, the one thing asked for is not there, or a person said no. */
  no: 1,
  usage: 2,
  refused: 3,
  database: 4,
  unexpected: 5,
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

const OF_ERROR: Readonly<Record<MemoirErrorCode, ExitCode>> = {
  not_found: EXIT.no,
  gone: EXIT.no,
  nothing_to_undo: EXIT.no,
  invalid_argument: EXIT.usage,
  invalid_scope: EXIT.usage,
  invalid_settings: EXIT.usage,
  too_large: EXIT.usage,
  conflict: EXIT.refused,
  unauthorized: EXIT.refused,
  not_allowed: EXIT.refused,
  rate_limited: EXIT.refused,
  quota_exceeded: EXIT.refused,
  read_only: EXIT.refused,
  writes_disabled: EXIT.refused,
  audit_off: EXIT.refused,
  lease_lost: EXIT.refused,
  budget_exhausted: EXIT.refused,
  database_invalid: EXIT.database,
  database_newer: EXIT.database,
  database_read_only: EXIT.database,
  database_locked: EXIT.database,
  database_gone: EXIT.database,
  database_unavailable: EXIT.database,
  disk_full: EXIT.database,
  server_unavailable: EXIT.database,
  model_unavailable: EXIT.unexpected,
  model_timeout: EXIT.unexpected,
  model_refused: EXIT.unexpected,
  model_bad_output: EXIT.unexpected,
  unsupported_runtime: EXIT.unexpected,
  closed: EXIT.unexpected,
  internal: EXIT.unexpected,
  aborted: EXIT.interrupted,
};

/** `undefined` for a text that is none of our codes. */
export function exitCodeOf(code: string): ExitCode | undefined {
  return Object.hasOwn(OF_ERROR, code) ? OF_ERROR[code as MemoirErrorCode] : undefined;
}

/** Says why an answer is not as good as it could be, and gives the exit code for that. */
export function tellDegraded(out: Output, degraded: Degraded | null): ExitCode | undefined {
  if (degraded === null) return undefined;
  out.notice(`${degraded.detail} (${degraded.reason})`);
  return exitCodeOf(degraded.reason);
}

export function notFound(message: string, details: Record<string, unknown> = {}): MemoirError {
  return new MemoirError("not_found", message, { details });
}

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
    const message = `${sentence(error.message)}${keyHint(error.message)} See: ${help}`;
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

/** Some programs call it `--key`, which is too far from ours to be suggested. */
function keyHint(message: string): string {
  return message.includes("unknown option '--key'") ? " The key of a server is --api-key or MEMOIR_KEY." : "";
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
  const stack = error.stack ?? error.message;
  return error.cause instanceof Error ? `${stack}\nCaused by: ${stackOf(error.cause)}` : stack;
}

/** The Markdown file that an error outside of a command is about. */
export function fileOfProblem(error: unknown): string | undefined {
  const file = MemoirError.is(error) ? error.details.file : undefined;
  return typeof file === "string" ? file : undefined;
}
