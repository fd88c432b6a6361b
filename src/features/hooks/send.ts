import type { ClientRequest, IncomingMessage } from "node:http";
import type { HookTest } from "../../api/hooks.ts";
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
const MAX_READ = 16_384;

/**
 * Sends a body once, and says how it was answered; rejects only when `signal` aborts. Redirects are not followed. Each
 * letter has a connection of its own, to an address that was checked for it.
 */
export async function send(letter: Letter, { reach, timeoutMs, signal }: SendOptions): Promise<HookTest> {
  signal.throwIfAborted();
  const url = new URL(letter.url);
  if (reach.refusal(url) !== null) return failedTest("not_allowed");
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const code = await post(url, letter, reach, AbortSignal.any([signal, timeout]));
    return { delivered: code >= 200 && code <= 299, code, error: null };
  } catch (error) {
    signal.throwIfAborted();
    return failedTest(timeout.aborted ? "timeout" : codeOf(error));
  }
}

function failedTest(error: string): HookTest {
  return { delivered: false, code: null, error };
}

/** Of an error only its code is kept: a message may quote what was sent. */
function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === "string" && /^\w{1,60}$/.test(code) ? code : "failed";
}

async function post(url: URL, { headers, body }: Letter, reach: Reach, signal: AbortSignal): Promise<number> {
  // Loading either takes a tenth of a command's start, and few databases have a hook.
  const { request } = url.protocol === "https:" ? await import("node:https") : await import("node:http");
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const sent: ClientRequest = request(url, {
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
    if (read > MAX_READ) answer.destroy();
  });
  answer.on("error", done);
  answer.on("close", done);
}
