import type { ContentfulStatusCode } from "hono/utils/http-status";
import { MemoirError, type MemoirErrorCode } from "../../index.ts";

/** The status each of the engine's codes is answered with; `docs/reference/errors.md` lists them. */
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
  server_unavailable: 503,
  model_unavailable: 503,
  model_timeout: 504,
  disk_full: 507,
  quota_exceeded: 507,
};

/** An error of the protocol: one of the engine's codes with another status. */
export class HttpError extends MemoirError {
  readonly status: ContentfulStatusCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: ContentfulStatusCode,
    code: MemoirErrorCode,
    message: string,
    { headers = {}, ...options }: RefusalOptions = {},
  ) {
    super(code, message, options);
    this.status = status;
    this.headers = headers;
  }
}

interface RefusalOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly details?: Record<string, unknown>;
  readonly cause?: unknown;
}

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

/** The answer to a failed request. Details of an unexpected error stay in the log. */
export function errorAnswer(
  error: unknown,
  request: string,
): Pick<HttpError, "status" | "headers"> & { readonly body: ErrorBody } {
  const failure = MemoirError.is(error) ? error : new MemoirError("internal", UNEXPECTED);
  const { code } = failure;
  const { message, details } = OURS.test(code)
    ? { message: unsaid(failure), details: {} }
    : withoutFile(failure);
  const status = failure instanceof HttpError ? failure.status : STATUS_OF[code];
  const { retryAfterSeconds } = failure.details;
  return {
    status,
    headers: {
      ...(failure instanceof HttpError ? failure.headers : {}),
      ...(typeof retryAfterSeconds === "number" ? { "Retry-After": String(retryAfterSeconds) } : {}),
      ...(status === 401 ? { "WWW-Authenticate": "Bearer" } : {}),
    },
    body: { error: { code, message, details, request } },
  };
}

const UNEXPECTED = "Something went wrong in the server. The log has it under this request's id.";

/** Errors of the database are for its operator only: their messages name paths, hosts and statements. */
const OURS = /^(?:database_\w+|disk_full|unsupported_runtime)$/;

function unsaid({ code, details }: MemoirError): string {
  const what = code === "database_locked" ? "is busy" : code === "disk_full" ? "is full" : "cannot be used";
  const whose = typeof details.file === "string" ? "disk" : "database";
  return `The server's ${whose} ${what} at the moment. The server's log has the details under this request's id.`;
}

/** Where a file of the server is, such as a MEMORY.md, is not for callers. */
function withoutFile({ message, details }: MemoirError): Pick<MemoirError, "message" | "details"> {
  const { file, ...others } = details;
  if (typeof file !== "string") return { message, details };
  const unnamed = message.replaceAll(file, "the file");
  return { message: unnamed.charAt(0).toUpperCase() + unnamed.slice(1), details: others };
}
