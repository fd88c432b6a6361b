import type { Method } from "../api/method.ts";
import { checkSignal } from "../domain/arguments.ts";
import {
  checkAborted,
  ERROR_CODES,
  invalidArgument,
  MemoirError,
  type MemoirErrorCode,
  show,
} from "../domain/errors.ts";
import { randomId } from "./random-id.ts";
import { revive } from "./revive.ts";

export interface ApiRequest {
  /** `undefined` values are left out; a list is given several times. */
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** A write that the server carries out once, however often it is sent. Default: false. */
  readonly once?: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface Transport {
  /** One request; the answer's JSON, with its dates. */
  send<T>(method: Method, path: string, request?: ApiRequest): Promise<T>;
  /** The same with the answer's headers. */
  sendFull<T>(method: Method, path: string, request?: ApiRequest): Promise<{ value: T; headers: Headers }>;
  /** The same server, with these headers in every request. */
  withHeaders(headers: Readonly<Record<string, string>>): Transport;
  /** From here on every request is refused as `closed`; those that were begun go on. */
  close(): void;
  /** One request whose answer is read as it comes, as text in any pieces. */
  stream(method: Method, path: string, request?: ApiRequest): AsyncGenerator<string, void, void>;
}

export interface TransportOptions {
  readonly url: string;
  /** `undefined`: a browser sends the cookie of its session. */
  readonly key: string | undefined;
  readonly fetch: typeof fetch;
  /** In every request. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Shared by all that speak to the server for one client. Default: its own. */
  readonly life?: { closed: boolean };
}

/** A request that was not answered is tried so often in all. */
const TRIES = 3;
/** The longest a busy server's wish to wait is followed. */
const LONGEST_WAIT_S = 10;
/** How long a write waits, in all, for a server that does not yet know the result of the first try. */
const IN_DOUBT_S = 75;

/**
 * Speaks to a server. A connection that breaks is tried again where that is harmless: for looks, and for writes with a
 * key by which the server knows what it has done already.
 */
export function createTransport(options: TransportOptions): Transport {
  const { url, key, fetch: send, headers: always = {}, life = { closed: false } } = options;
  const base = baseOf(url);
  if (key !== undefined) checkKey(key);
  const open = async (method: Method, path: string, request: ApiRequest = {}): Promise<Response> => {
    if (life.closed) throw new MemoirError("closed", "This client was closed. Connect again.");
    checkAborted(checkSignal(request.signal));
    const init = initOf(method, request, {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...always,
    });
    const again = method === "GET" || request.once === true;
    const address = addressOf(base, path, request.query);
    const answer = await sendWithRetries(again ? TRIES : 1, () => send(address, init), {
      base,
      signal: request.signal,
    });
    if (answer.ok) return answer;
    throw await errorOf(answer, base);
  };
  const sendFull = async <T>(
    method: Method,
    path: string,
    request?: ApiRequest,
  ): Promise<{ value: T; headers: Headers }> => {
    const answer = await open(method, path, request);
    const text = await unbroken(answer.text(), base, request?.signal);
    try {
      return { value: revive(JSON.parse(text)) as T, headers: answer.headers };
    } catch {
      throw notOurs(base, answer.status);
    }
  };
  return {
    async *stream(method, path, request) {
      const { body } = await open(method, path, request);
      const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
      if (reader === undefined) return;
      try {
        for (;;) {
          const { done, value } = await unbroken(reader.read(), base, request?.signal);
          if (done) return;
          yield value;
        }
      } finally {
        await reader.cancel().catch(() => undefined);
      }
    },
    sendFull,
    send: async <T>(method: Method, path: string, request?: ApiRequest): Promise<T> =>
      (await sendFull<T>(method, path, request)).value,
    withHeaders: (headers) => createTransport({ ...options, life, headers: { ...always, ...headers } }),
    close: () => {
      life.closed = true;
    },
  };
}

function initOf(
  method: Method,
  { body, once, headers, signal }: ApiRequest,
  always: Readonly<Record<string, string>>,
): RequestInit {
  const streamed = isStream(body);
  const init: RequestInit & { duplex?: "half" } = {
    method,
    headers: {
      ...(body === undefined || streamed ? {} : { "content-type": "application/json" }),
      ...(once === true ? { "idempotency-key": randomId() } : {}),
      ...always,
      ...headers,
    },
    ...(body === undefined ? {} : { body: streamed ? body : stringifyBody(body) }),
    ...(streamed ? { duplex: "half" } : {}),
    ...(signal === undefined ? {} : { signal }),
    redirect: "error",
  };
  return init;
}

async function sendWithRetries(
  tries: number,
  send: () => Promise<Response>,
  { base, signal }: { base: URL; signal: AbortSignal | undefined },
): Promise<Response> {
  let doubt = IN_DOUBT_S;
  for (let remaining = tries - 1; ; ) {
    try {
      const answer = await send();
      const wait = Number(answer.headers.get("retry-after"));
      const busy = answer.status === 429 && remaining > 0;
      const inDoubt = answer.status === 409 && doubt > 0;
      if (!(busy || inDoubt) || !(wait > 0 && wait <= LONGEST_WAIT_S)) return answer;
      if (busy) remaining -= 1;
      else doubt -= wait;
      await answer.body?.cancel();
      await pause(wait * 1_000, signal);
    } catch (cause) {
      checkAborted(signal);
      if (remaining === 0) {
        throw new MemoirError(
          "server_unavailable",
          `The server at ${base.origin} does not answer. Is it running (memoir serve), and is the address right?`,
          { cause, details: { server: base.origin } },
        );
      }
      remaining -= 1;
    }
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** The very error that the engine threw there; whatever else answers is not a server of ours. */
async function errorOf(answer: Response, base: URL): Promise<MemoirError> {
  const text = await answer.text();
  try {
    const { code, message, details } = (JSON.parse(text) as { error: Record<string, unknown> }).error;
    if ((ERROR_CODES as readonly unknown[]).includes(code)) {
      return new MemoirError(code as MemoirErrorCode, String(message), {
        details: (details ?? {}) as Record<string, unknown>,
      });
    }
  } catch {
    // Reported below.
  }
  return notOurs(base, answer.status);
}

export function notOurs(base: URL, status: number): MemoirError {
  return new MemoirError(
    "server_unavailable",
    `The server at ${base.origin} (status ${status}) is not a Memoir server. Check the address.`,
    { details: { server: base.origin, status } },
  );
}

/** Waits for the answer; an answer that breaks off in the middle is reported as such. */
async function unbroken<T>(said: Promise<T>, base: URL, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await said;
  } catch (cause) {
    checkAborted(signal);
    throw new MemoirError("server_unavailable", `The server at ${base.origin} broke off in the middle.`, {
      cause,
      details: { server: base.origin },
    });
  }
}

/** `fetch` would refuse it as if there were no server. */
function checkKey(key: string): void {
  if (/^[\x21-\x7e]+$/.test(key)) return;
  throw new MemoirError(
    "unauthorized",
    "This is no key of a server: it has letters, blanks or line ends that no key has. `memoir keys create` makes one.",
  );
}

function baseOf(url: string): URL {
  try {
    const base = new URL(url);
    if (base.protocol === "http:" || base.protocol === "https:") return base;
  } catch {
    // Reported below.
  }
  throw invalidArgument(
    `The server's address must be like http://127.0.0.1:7411, got ${JSON.stringify(url)}.`,
  );
}

function addressOf(base: URL, path: string, query: ApiRequest["query"] = {}): string {
  // An address takes these for the way up, however they are written: another route would answer.
  const dots = path.split("/").find((part) => part === "." || part === "..");
  if (dots !== undefined) {
    throw invalidArgument(`${show(dots)} cannot be the id of anything on a server.`);
  }
  const address = new URL(`${base.pathname.replace(/\/$/, "")}${path}`, base);
  for (const [name, value] of Object.entries(query)) {
    // A list without entries is still a list.
    for (const item of Array.isArray(value) && value.length === 0 ? [""] : [value].flat()) {
      if (item === undefined) continue;
      address.searchParams.append(name, item instanceof Date ? item.toISOString() : String(item));
    }
  }
  return address.href;
}

/** JSON cannot hold everything that a caller may hand over. */
function stringifyBody(body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw new MemoirError("invalid_argument", `This cannot be sent as JSON: ${(cause as Error).message}`, {
      cause,
    });
  }
}

function isStream(body: unknown): body is ReadableStream<Uint8Array> {
  return body instanceof ReadableStream;
}
