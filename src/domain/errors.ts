/**
 * Every code a `MemoirError` can carry. Codes are stable: they are part of the public interface, and transports map
 * them to exit codes and HTTP statuses.
 */
export const ERROR_CODES = [
  "invalid_argument",
  "invalid_scope",
  "invalid_settings",
  "too_large",
  "not_found",
  "gone",
  "conflict",
  "unauthorized",
  "not_allowed",
  "rate_limited",
  "quota_exceeded",
  "read_only",
  "writes_disabled",
  "audit_off",
  "nothing_to_undo",
  "lease_lost",
  "aborted",
  "closed",
  "database_invalid",
  "database_newer",
  "database_read_only",
  "database_locked",
  "database_gone",
  "database_unavailable",
  "disk_full",
  "server_unavailable",
  "model_unavailable",
  "model_timeout",
  "model_refused",
  "model_bad_output",
  "budget_exhausted",
  "unsupported_runtime",
  "internal",
] as const;

export type MemoirErrorCode = (typeof ERROR_CODES)[number];

/** Survives two copies of the package in one process, where `instanceof` would not. */
const BRAND = Symbol.for("memoir.error");

/** The one error Memoir throws: a stable `code`, and a message that says what was wrong and what to do. */
export class MemoirError extends Error {
  readonly code: MemoirErrorCode;
  /** Structured facts about the failure (the offending path, a limit, a position). Never memory text. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly [BRAND] = true;

  constructor(
    code: MemoirErrorCode,
    message: string,
    options: { details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "MemoirError";
    this.code = code;
    this.details = options.details ?? {};
  }

  /** `true` for a `MemoirError`, also one thrown by another copy of this package. */
  static is(value: unknown): value is MemoirError {
    return typeof value === "object" && value !== null && BRAND in value;
  }
}

export function invalidArgument(message: string, details?: Record<string, unknown>): MemoirError {
  return new MemoirError("invalid_argument", message, details === undefined ? {} : { details });
}

/** Throws `aborted` when the caller has given up already. */
export function checkAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new MemoirError("aborted", "The call was aborted before it was done.");
}

/** The same for a memory that never was and for one that the caller may not see. */
export function noMemory(id: string): MemoirError {
  return new MemoirError(
    "not_found",
    `There is no memory ${id} in this scope. List them to see what is there.`,
    { details: { id } },
  );
}

/**
 * Shows a value inside an error message: quoted, and cut so that a message never carries a whole text. It never
 * throws, whatever the value's own getters do: the error it is part of must arrive.
 */
export function show(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(shortenText(value));
  try {
    return shortenText(describe(value));
  } catch {
    return `[${typeof value}]`;
  }
}

function describe(value: unknown): string {
  if (value === undefined || typeof value === "function" || typeof value === "symbol") return String(value);
  if (typeof value === "bigint") return `${value}n`;
  if (ArrayBuffer.isView(value)) return `${value.constructor.name}(${value.byteLength} bytes)`;
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    text = undefined;
  }
  return text ?? Object.prototype.toString.call(value);
}

function shortenText(text: string): string {
  return (text.length > 60 ? `${text.slice(0, 60)}…` : text).toWellFormed();
}

/** An error as data: classes do not survive the trip between threads. */
export type WireError = Pick<MemoirError, "code" | "message" | "details">;

export function toWire({ code, message, details }: MemoirError): WireError {
  return { code, message, details };
}

export function fromWire({ code, message, details }: WireError): MemoirError {
  return new MemoirError(code, message, { details: { ...details } });
}
