import type { ContentfulStatusCode } from "hono/utils/http-status";
import { MemoirError, type MemoirErrorCode } from "../index.ts";

/** The status each of the engine's codes is answered with; `docs/http.md` lists them. */
const STATUS_OF: Readonly<Record<MemoirErrorCode, ContentfulStatusCode>> = {
  invalid_argument: 400,
  invalid_scope: 400,
  invalid_settings: 400,
  unauthorized: 401,
  not_allowed: 403,
  not_found: 404,
  conflict: 409,
  audit_off: 409,
  nothing_to_undo: 409,
  lease_lost: 409,
  gone: 410,
  too_large: 413,
  read_only: 423,
  writes_disabled: 423,
  rate_limited: 429,
  budget_exhausted: 429,
  aborted: 408,
  internal: 500,
  unsupported_runtime: 500,
  model_refused: 502,
  model_bad_output: 502,
  closed: 503,
  database_invalid: 503,
  database_newer: 503,
  database_read_only: 503,
  database_locked: 503,
  database_gone: 503,
  database_unavailable: 503,
  model_unavailable: 503,
  model_timeout: 504,
  disk_full: 507,
};

/** The one shape of every error. */
export interface ErrorBody {
  readonly error: {
    readonly code: MemoirErrorCode;
    readonly message: string;
    readonly details: Readonly<Record<string, unknown>>;
    /** Also in the log and in the header `X-Request-Id`. */
    readonly request: string;
  };
}

export interface ErrorAnswer {
  readonly status: ContentfulStatusCode;
  readonly body: ErrorBody;
}

/** What a caller is told. Of an error that is not ours it learns nothing but that it happened. */
export function errorAnswer(error: unknown, request: string): ErrorAnswer {
  const known = MemoirError.is(error) ? error : unexpected();
  const { code, message, details } = known;
  return { status: STATUS_OF[code], body: { error: { code, message, details, request } } };
}

function unexpected(): MemoirError {
  return new MemoirError(
    "internal",
    "Something went wrong in the server. The log has it under this request's id.",
  );
}
