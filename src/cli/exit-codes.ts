import type { MemoirErrorCode } from "../domain/errors.ts";

/** The exit codes are stable, so that scripts can use them; `docs/cli.md` lists them. */
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
