import { type FileHandle, open } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { MemoirError } from "../../domain/errors.ts";

export interface DownloadOptions extends RequestOptions {
  readonly onProgress?: ((received: number, total: number | undefined) => void) | undefined;
}

/** Tries in a row that bring nothing. */
const TRIES = 4;
/** Of all tries: a server that sends a little and stops, again and again, is not one to stay with. */
const MAX_REQUESTS = 40;
/** Nothing in the catalogue is near this; more is not what was asked for. */
const MAX_BYTES = 128 * 1024 * 1024;

/**
 * Fetches `url` into `path`, going on where the file that is there ends, and again where the connection is cut. The
 * existing part may be from an earlier run: the user of the file checks it.
 */
export async function download(url: URL, path: string, options: DownloadOptions = {}): Promise<void> {
  const file = await open(path, "a+");
  const size = async (): Promise<number> => (await file.stat()).size;
  try {
    await persist(options, size, async () => fetchRest(url, file, await size(), options));
  } finally {
    await file.close();
  }
}

/** A small JSON answer, such as a package's description. */
export async function fetchJson(url: URL, options: RequestOptions = {}): Promise<unknown> {
  const nothing = async (): Promise<number> => 0;
  return persist(options, nothing, () =>
    request(url, options, { accept: "application/json" }, async ({ status }, pieces) => {
      if (status !== 200) throw RequestError.ofStatus(url, status);
      return JSON.parse((await buffer(pieces())).toString("utf8")) as unknown;
    }),
  );
}

/**
 * Tries again what may have passed. Where nobody can be reached one try is enough, so that a machine without a
 * network does not wait; but once something has arrived, there is a network.
 */
async function persist<T>(
  { signal, pauseMs = 300 }: RequestOptions,
  size: () => Promise<number>,
  work: () => Promise<T>,
): Promise<T> {
  let tries = 0;
  let arrived = false;
  for (let requests = 1; ; requests++) {
    const before = await size();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof RequestError) || error.kind === "final" || requests >= MAX_REQUESTS) throw error;
      const progressed = (await size()) > before;
      arrived ||= progressed;
      tries = progressed ? 0 : tries + 1;
      if (tries >= TRIES || (error.kind === "unreachable" && !arrived)) throw error;
      await sleep((pauseMs / 2) * 2 ** tries, undefined, { signal }).catch(() => {
        throw abortedDownloadError();
      });
    }
  }
}

function fetchRest(url: URL, file: FileHandle, offset: number, options: DownloadOptions): Promise<void> {
  const headers = {
    // Compressed on the way, a range would be one of other bytes.
    "accept-encoding": "identity",
    ...(offset > 0 ? { range: `bytes=${offset}-` } : {}),
  };
  return request(url, options, headers, async (response, pieces) => {
    const plan = await planFor(response, file, offset, url);
    if (plan === "complete") return;
    let { received } = plan;
    options.onProgress?.(received, plan.total);
    for await (const chunk of pieces()) {
      received += chunk.length;
      if (received > MAX_BYTES) throw new RequestError(url, "sends too much", "final");
      await file.write(chunk);
      options.onProgress?.(received, plan.total);
    }
    if (plan.total !== undefined && received < plan.total) {
      throw new RequestError(url, `ended after ${received} of ${plan.total} bytes`, "passing");
    }
  });
}

/** How the status of the answer affects the partial file. */
async function planFor(
  response: Response,
  file: FileHandle,
  offset: number,
  url: URL,
): Promise<{ received: number; total: number | undefined } | "complete"> {
  const range = /^bytes (?:(\d+)-\d+|\*)\/(\d+)$/.exec(response.headers.get("content-range") ?? "");
  const total = range === null ? undefined : Number(range[2]);
  if (response.status === 206 && range !== null && Number(range[1]) === offset) {
    return { received: offset, total };
  }
  if (response.status === 416 && total === offset) return "complete";
  if (response.status === 416 || response.status === 206) {
    // The file that is there belongs to something else.
    await file.truncate(0);
    throw new RequestError(url, "has no such range", offset === 0 ? "final" : "passing");
  }
  if (response.status !== 200) throw RequestError.ofStatus(url, response.status);
  await file.truncate(0);
  const length = response.headers.get("content-length");
  return { received: 0, total: length === null ? undefined : Number(length) };
}

export interface Timeouts {
  /** From the request to the answer's first line. Default: 10 s. */
  readonly answerMs?: number | undefined;
  /** Between two pieces of the answer. Default: 20 s. */
  readonly stallMs?: number | undefined;
  /** Before the second try; doubled with each try after it. Default: 300 ms. */
  readonly pauseMs?: number | undefined;
}

export interface RequestOptions extends Timeouts {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Why a request failed: for good; because nobody could be reached, which is likely to last; or in a way that may
 * have passed a moment later.
 */
class RequestError extends Error {
  readonly kind: "final" | "unreachable" | "passing";

  constructor(url: URL, what: string, kind: RequestError["kind"], cause?: unknown) {
    // Without a name and password that may be in the address.
    super(`${url.host}${url.pathname} ${what}`, { cause });
    this.kind = kind;
  }

  /** For an answer that is not the one wanted. */
  static ofStatus(url: URL, status: number): RequestError {
    const passing = status >= 500 || status === 408 || status === 429;
    return new RequestError(url, `answered ${status}`, passing ? "passing" : "final");
  }
}

/** A request that is given up when the other side is silent for too long. `read` gets the answer and its pieces. */
async function request<T>(
  url: URL,
  { signal, answerMs = 10_000, stallMs = 20_000 }: RequestOptions,
  headers: Record<string, string>,
  read: (response: Response, pieces: () => AsyncGenerator<Uint8Array>) => Promise<T>,
): Promise<T> {
  const silence = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const wait = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(`was silent for ${ms / 1000} s`), ms);
  };
  const failure = (error: unknown, kind: RequestError["kind"]): Error => {
    if (signal?.aborted === true) return abortedDownloadError();
    const why = silence.signal.aborted ? String(silence.signal.reason) : reasonOf(error);
    return new RequestError(url, why, kind, error);
  };
  async function* pieces(response: Response): AsyncGenerator<Uint8Array> {
    wait(stallMs);
    try {
      for await (const piece of response.body ?? []) {
        // The time that the reader takes is not the other side's silence.
        clearTimeout(timer);
        yield piece;
        wait(stallMs);
      }
    } catch (error) {
      throw failure(error, "passing");
    }
  }
  const signals = signal === undefined ? [silence.signal] : [signal, silence.signal];
  wait(answerMs);
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.any(signals) }).catch((error) => {
      throw failure(error, "unreachable");
    });
    return await read(response, () => pieces(response));
  } finally {
    clearTimeout(timer);
    // Lets go of an answer that nobody read to its end.
    silence.abort();
  }
}

/** `fetch failed` says nothing; its cause does. */
function reasonOf(error: unknown): string {
  const cause = (error as { cause?: { code?: string; message?: string } } | undefined)?.cause;
  const reason = cause?.code ?? cause?.message ?? (error instanceof Error ? error.message : String(error));
  return `could not be reached (${reason})`;
}

export function abortedDownloadError(): MemoirError {
  return new MemoirError(
    "aborted",
    "The call was aborted. The part fetched so far is kept for the next try.",
  );
}
