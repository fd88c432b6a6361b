import { type FileHandle, open } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { MemoirError } from "../../domain/errors.ts";

export interface Timeouts {
  /** From the request to the answer's first line. Default: 10 s. */
  readonly answerMs?: number | undefined;
  /** Between two pieces of the answer. Default: 20 s. */
  readonly stallMs?: number | undefined;
}

export interface DownloadOptions extends Timeouts {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((received: number, total: number | undefined) => void) | undefined;
}

/** Tries in a row that bring nothing, once something has arrived. Before that one failure is enough: no network. */
const TRIES = 4;
const PAUSE_MS = 300;
/** Nothing in the catalogue is near this; more is not what was asked for. */
const MAX_BYTES = 128 * 1024 * 1024;

/** Why a request failed, and whether asking again may help. */
class DownloadError extends Error {
  readonly final: boolean;

  constructor(message: string, options: { final: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.final = options.final;
  }
}

/**
 * Fetches `url` into `path`, going on where the file that is there ends, and again where the connection is cut.
 * What is there may be of an earlier run: whoever uses the file checks it.
 */
export async function download(url: URL, path: string, options: DownloadOptions = {}): Promise<void> {
  const file = await open(path, "a+");
  try {
    for (let tries = 0, arrived = false; ; ) {
      const before = (await file.stat()).size;
      try {
        return await fetchRest(url, file, before, options);
      } catch (error) {
        if (options.signal?.aborted === true) throw aborted();
        if (!(error instanceof DownloadError) || error.final) throw error;
        const progressed = (await file.stat()).size > before;
        arrived ||= progressed;
        tries = progressed ? 0 : tries + 1;
        if (!arrived || tries >= TRIES) throw error;
        await sleep(PAUSE_MS * 2 ** tries, undefined, { signal: options.signal }).catch(() => undefined);
      }
    }
  } finally {
    await file.close();
  }
}

async function fetchRest(
  url: URL,
  file: FileHandle,
  offset: number,
  options: DownloadOptions,
): Promise<void> {
  const request = new TimedRequest(url, options);
  try {
    const response = await request.send({
      // Compressed on the way, a range would be one of other bytes.
      "accept-encoding": "identity",
      ...(offset > 0 ? { range: `bytes=${offset}-` } : {}),
    });
    const plan = await planFor(response, file, offset, url);
    if (plan === "complete") return;
    let { received } = plan;
    options.onProgress?.(received, plan.total);
    for await (const chunk of request.pieces(response)) {
      received += chunk.length;
      if (received > MAX_BYTES) throw new DownloadError(`${shown(url)} sends too much`, { final: true });
      await file.write(chunk);
      options.onProgress?.(received, plan.total);
    }
    if (plan.total !== undefined && received < plan.total) {
      throw new DownloadError(`${shown(url)} ended after ${received} of ${plan.total} bytes`, {
        final: false,
      });
    }
  } finally {
    request.end();
  }
}

/** What the answer's status means for the file that is there. */
async function planFor(
  response: Response,
  file: FileHandle,
  offset: number,
  url: URL,
): Promise<{ received: number; total: number | undefined } | "complete"> {
  const range = /^bytes (?:(\d+)-\d+|\*)\/(\d+)$/.exec(response.headers.get("content-range") ?? "");
  const total = range === null ? undefined : Number(range[2]);
  if (response.status === 206 && range !== null && Number(range[1]) === offset)
    return { received: offset, total };
  if (response.status === 416 && total === offset) return "complete";
  if (response.status === 416 || response.status === 206) {
    // The file that is there belongs to something else.
    await file.truncate(0);
    throw new DownloadError(`${shown(url)} has no such range`, { final: offset === 0 });
  }
  if (response.status !== 200) {
    const final = response.status < 500 && response.status !== 408 && response.status !== 429;
    throw new DownloadError(`${shown(url)} answered ${response.status}`, { final });
  }
  await file.truncate(0);
  const length = response.headers.get("content-length");
  return { received: 0, total: length === null ? undefined : Number(length) };
}

/** A small JSON answer, such as a package's description. */
export async function fetchJson(url: URL, options: DownloadOptions = {}): Promise<unknown> {
  const request = new TimedRequest(url, options);
  try {
    const response = await request.send({ accept: "application/json" });
    if (!response.ok) throw new DownloadError(`${shown(url)} answered ${response.status}`, { final: true });
    const pieces: Uint8Array[] = [];
    for await (const piece of request.pieces(response)) pieces.push(piece);
    return JSON.parse(Buffer.concat(pieces).toString("utf8")) as unknown;
  } catch (error) {
    if (options.signal?.aborted === true) throw aborted();
    throw error;
  } finally {
    request.end();
  }
}

/** A request that is given up when the other side is silent for too long. */
class TimedRequest {
  readonly #url: URL;
  readonly #options: DownloadOptions;
  readonly #silence = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #limitMs = 0;

  constructor(url: URL, options: DownloadOptions) {
    this.#url = url;
    this.#options = options;
  }

  async send(headers: Record<string, string>): Promise<Response> {
    const { signal, answerMs = 10_000 } = this.#options;
    const signals = signal === undefined ? [this.#silence.signal] : [signal, this.#silence.signal];
    this.#wait(answerMs);
    try {
      return await fetch(this.#url, { headers, signal: AbortSignal.any(signals) });
    } catch (error) {
      throw this.#failure(error);
    }
  }

  async *pieces(response: Response): AsyncGenerator<Uint8Array> {
    const { stallMs = 20_000 } = this.#options;
    this.#wait(stallMs);
    try {
      for await (const piece of response.body ?? []) {
        // The time that the reader takes is not the other side's silence.
        clearTimeout(this.#timer);
        yield piece;
        this.#wait(stallMs);
      }
    } catch (error) {
      throw this.#failure(error);
    }
  }

  end(): void {
    clearTimeout(this.#timer);
    // Lets go of an answer that nobody read to its end.
    this.#silence.abort();
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer);
    this.#limitMs = ms;
    this.#timer = setTimeout(() => this.#silence.abort(), ms);
  }

  #failure(error: unknown): DownloadError {
    const why = this.#silence.signal.aborted ? `was silent for ${this.#limitMs / 1000} s` : reasonOf(error);
    return new DownloadError(`${shown(this.#url)} ${why}`, { final: false, cause: error });
  }
}

/** `fetch failed` says nothing; its cause does. */
function reasonOf(error: unknown): string {
  const cause = (error as { cause?: { code?: string; message?: string } } | undefined)?.cause;
  const reason = cause?.code ?? cause?.message ?? (error instanceof Error ? error.message : String(error));
  return `could not be reached (${reason})`;
}

/** Without a name and password that may be in it. */
function shown(url: URL): string {
  return `${url.host}${url.pathname}`;
}

export function aborted(): MemoirError {
  return new MemoirError(
    "aborted",
    "The call was aborted. What was fetched so far is kept for the next try.",
  );
}
