import { type ClientRequest, type IncomingMessage, request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import type { HookTest } from "../api/hooks.ts";
import type { Reach } from "./address.ts";

/** A body on its way to a receiver. */
export interface Letter {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SendOptions {
  readonly reach: Reach;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** What is read of an answer at most. Nobody looks at it; a receiver that is cut off too early takes it for an error. */
const MOST_READ = 16_384;

/**
 * Sends a body once, and says how it was answered; rejects only when `signal` aborts. Redirects are not followed. Each
 * letter has a connection of its own, to an address that was checked for it.
 */
export async function send(letter: Letter, { reach, timeoutMs, signal }: SendOptions): Promise<HookTest> {
  signal.throwIfAborted();
  const url = new URL(letter.url);
  if (reach.refusal(url) !== null) return failed("not_allowed");
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const code = await post(url, letter, reach, AbortSignal.any([signal, timeout]));
    return { delivered: code >= 200 && code <= 299, code, error: null };
  } catch (error) {
    signal.throwIfAborted();
    return failed(timeout.aborted ? "timeout" : codeOf(error));
  }
}

function failed(error: string): HookTest {
  return { delivered: false, code: null, error };
}

/** Of an error only its code is kept: a message may quote what was sent. */
function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === "string" && /^\w{1,60}$/.test(code) ? code : "failed";
}

function post(url: URL, { headers, body }: Letter, reach: Reach, signal: AbortSignal): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const begin = url.protocol === "https:" ? overHttps : overHttp;
  const sent: ClientRequest = begin(url, {
    method: "POST",
    agent: false,
    lookup: reach.lookup,
    signal,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(body),
      "user-agent": "memoir-hooks",
      ...headers,
    },
  });
  sent.on("error", reject);
  sent.on("response", (answer) => drain(answer, () => resolve(answer.statusCode ?? 0)));
  sent.end(body);
  return promise;
}

/** Reads to the end, or as much as is read of an answer. */
function drain(answer: IncomingMessage, done: () => void): void {
  let read = 0;
  answer.on("data", (chunk: Buffer) => {
    read += chunk.length;
    if (read > MOST_READ) answer.destroy();
  });
  answer.on("error", done);
  answer.on("close", done);
}
