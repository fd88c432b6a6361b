import { MemoirError, type MemoirErrorCode, show } from "../../domain/errors.ts";

/** A failed try, understood. */
export interface ModelFailure {
  readonly error: MemoirError;
  /** The same request may succeed a little later. */
  readonly passing: boolean;
  /** How long the provider asked to be left alone. */
  readonly retryAfterMs?: number | undefined;
  /** The provider may have worked, and charged, for an answer that never arrived whole. */
  readonly charged: boolean;
}

/** Whether an error is of a model or its budget, and not of the database or of the caller. */
export function isModelFailure(error: unknown): error is MemoirError {
  return MemoirError.is(error) && (error.code.startsWith("model_") || error.code === "budget_exhausted");
}

/**
 * Understands whatever a model threw, by the fields that providers' errors share. A provider's error is no part
 * of ours: those of the AI SDK carry the whole prompt, and that must not end up in a log.
 */
export function understand(thrown: unknown, model: string, now: number): ModelFailure {
  if (MemoirError.is(thrown)) {
    return { error: thrown, passing: false, charged: thrown.code === "model_timeout" };
  }
  const statusValue = property(thrown, "statusCode") ?? property(thrown, "status");
  const status = typeof statusValue === "number" ? statusValue : undefined;
  const retryAfterMs = retryAfter(thrown, now);
  const {
    words,
    code = "model_unavailable",
    cause,
    ...rest
  } = failureByStatus(thrown, status, retryAfterMs) ?? failureByShape(thrown);
  const details = {
    model,
    ...(status === undefined ? {} : { status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
  return {
    error: new MemoirError(code, `${model} ${words}`, { details, cause }),
    passing: false,
    charged: false,
    ...rest,
  };
}

interface Finding extends Partial<Omit<ModelFailure, "error">> {
  /** What the model did: the message after its name. */
  readonly words: string;
  /** Default: `model_unavailable`. */
  readonly code?: MemoirErrorCode;
  readonly cause?: unknown;
}

/** A failure that the provider's answer explains, by its status or its code. */
function failureByStatus(
  thrown: unknown,
  status: number | undefined,
  retryAfterMs: number | undefined,
): Finding | undefined {
  const said = messageOf(thrown);
  if (status !== undefined && status >= 200 && status < 300) {
    const words =
      "did not send a whole answer: the connection broke, or this is no OpenAI-style API. Check its base URL.";
    return { words, passing: true, charged: true };
  }
  if (status === 401 || status === 403) {
    return { words: `refused the key (${status}). Check the API key in the environment.` };
  }
  if (status === 404) {
    return { words: `was not found (404${said}). Check the model's name and its base URL.` };
  }
  if (codeOf(thrown) === "insufficient_quota") return { words: `has no credit left (${status}${said}).` };
  if (status === undefined) return undefined;
  if (status === 429) {
    const when = retryAfterMs === undefined ? "" : ` Try again in ${Math.ceil(retryAfterMs / 1000)} s.`;
    return { words: `is asked too often (429${said}).${when}`, passing: true, retryAfterMs };
  }
  if (status >= 500 || status === 408 || status === 409 || status === 425) {
    return { words: `failed (${status}${said}). It may be down for a while.`, passing: true, retryAfterMs };
  }
  if (status >= 400) {
    const words = `would not take this request (${status}${said}). Asking again will not help.`;
    return { words, code: "model_refused" };
  }
  return undefined;
}

/** One that only the error itself explains. */
function failureByShape(thrown: unknown): Finding {
  if (isOfNetwork(thrown)) {
    const code = codeOf(thrown);
    const why = code === undefined ? "" : ` (${code})`;
    return { words: `cannot be reached${why}. Is it running, and is its base URL right?`, passing: true };
  }
  const name = property(thrown, "name");
  const called = typeof name === "string" ? name : show(thrown);
  if (
    /^AI_(InvalidResponseData|TypeValidation|JSONParse|EmptyResponseBody|NoContentGenerated)/.test(called)
  ) {
    const words = "sent an answer with nothing in it that can be read.";
    return { words, code: "model_bad_output", charged: true };
  }
  // Not an answer of any provider: a mistake in the model object. Its own error helps its author.
  return { words: `threw ${called}${messageOf(thrown)}.`, cause: thrown };
}

/** The message of an error, for the end of a sentence; empty where it has none. */
function messageOf(thrown: unknown): string {
  const message = property(thrown, "message");
  return typeof message === "string" && message !== "" ? `: ${oneLine(message)}` : "";
}

/** `error.code` of the provider's answer, or the system's code for a broken connection. */
function codeOf(thrown: unknown): string | undefined {
  const ofProvider = property(property(property(thrown, "data"), "error"), "code");
  if (typeof ofProvider === "string") return ofProvider;
  for (let error = thrown, depth = 0; error !== undefined && depth < 5; depth += 1) {
    const code = property(error, "code");
    if (typeof code === "string") return code;
    error = property(error, "cause");
  }
  return undefined;
}

function isOfNetwork(thrown: unknown): boolean {
  if (property(thrown, "isRetryable") === true) return true;
  if (property(thrown, "message") === "fetch failed" || property(thrown, "message") === "terminated")
    return true;
  return /^(E[A-Z]{3,}|UND_ERR_\w+|ConnectionRefused|ConnectionClosed|FailedToOpenSocket)$/.test(
    codeOf(thrown) ?? "",
  );
}

function retryAfter(thrown: unknown, now: number): number | undefined {
  const waitMs = property(thrown, "retryAfterMs");
  if (typeof waitMs === "number") return Math.max(0, waitMs);
  const headers = property(thrown, "responseHeaders");
  const ms = Number(property(headers, "retry-after-ms") ?? Number.NaN);
  if (Number.isFinite(ms)) return Math.max(0, ms);
  const header = property(headers, "retry-after");
  if (typeof header !== "string") return undefined;
  const seconds = Number(header);
  if (header.trim() !== "" && Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return (line.length > 160 ? `${line.slice(0, 160)}…` : line).toWellFormed().replace(/\.$/, "");
}

function property(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}
