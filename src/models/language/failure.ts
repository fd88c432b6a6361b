import { MemoirError, show } from "../../domain/errors.ts";

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

/**
 * Understands whatever a model threw, by the fields that providers' errors share. A provider's error is no part
 * of ours: those of the AI SDK carry the whole prompt, and that must not end up in a log.
 */
export function understand(thrown: unknown, model: string, now: number): ModelFailure {
  if (MemoirError.is(thrown)) {
    return { error: thrown, passing: false, charged: thrown.code === "model_timeout" };
  }
  const { status, said, code, name } = fieldsOf(thrown);
  const retryAfterMs = retryAfter(thrown, now);
  const details = {
    model,
    ...(status === undefined ? {} : { status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
  const unavailable = (message: string): MemoirError =>
    new MemoirError("model_unavailable", `${model} ${message}`, { details });

  if (status !== undefined && status >= 200 && status < 300) {
    const message =
      "did not send a whole answer: the connection broke, or this is no OpenAI-style API. Check its base URL.";
    return { error: unavailable(message), passing: true, charged: true };
  }
  if (status === 401 || status === 403) {
    const message = `refused the key (${status}). Check the API key in the environment.`;
    return { error: unavailable(message), passing: false, charged: false };
  }
  if (status === 404) {
    const message = `was not found (404${said}). Check the model's name and its base URL.`;
    return { error: unavailable(message), passing: false, charged: false };
  }
  if (code === "insufficient_quota") {
    return { error: unavailable(`has no credit left (${status}${said}).`), passing: false, charged: false };
  }
  if (status === 429) {
    const when = retryAfterMs === undefined ? "" : ` Try again in ${Math.ceil(retryAfterMs / 1000)} s.`;
    const error = unavailable(`is asked too often (429${said}).${when}`);
    return { error, passing: true, retryAfterMs, charged: false };
  }
  if (status !== undefined && (status >= 500 || status === 408 || status === 409 || status === 425)) {
    const error = unavailable(`failed (${status}${said}). It may be down for a while.`);
    return { error, passing: true, retryAfterMs, charged: false };
  }
  if (status !== undefined && status >= 400) {
    const message = `${model} would not take this request (${status}${said}). Asking again will not help.`;
    return { error: new MemoirError("model_refused", message, { details }), passing: false, charged: false };
  }
  if (isOfNetwork(thrown)) {
    const why = code === undefined ? "" : ` (${code})`;
    return {
      error: unavailable(`cannot be reached${why}. Is it running, and is its base URL right?`),
      passing: true,
      charged: false,
    };
  }
  if (/^AI_(InvalidResponseData|TypeValidation|JSONParse|EmptyResponseBody|NoContentGenerated)/.test(name)) {
    const message = `${model} sent an answer with nothing in it that can be read.`;
    return {
      error: new MemoirError("model_bad_output", message, { details }),
      passing: false,
      charged: true,
    };
  }
  // Not an answer of any provider: a mistake in the model object. Its own error helps its author.
  const error = new MemoirError("model_unavailable", `${model} threw ${name}${said}.`, {
    details,
    cause: thrown,
  });
  return { error, passing: false, charged: false };
}

interface Fields {
  status: number | undefined;
  /** `: what the provider said`, short, or empty. */
  said: string;
  code: string | undefined;
  name: string;
}

function fieldsOf(thrown: unknown): Fields {
  const status = property(thrown, "statusCode") ?? property(thrown, "status");
  const message = property(thrown, "message");
  const name = property(thrown, "name");
  return {
    status: typeof status === "number" ? status : undefined,
    said: typeof message === "string" && message !== "" ? `: ${oneLine(message)}` : "",
    code: codeOf(thrown),
    name: typeof name === "string" ? name : show(thrown),
  };
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
  const own = property(thrown, "retryAfterMs");
  if (typeof own === "number") return Math.max(0, own);
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
