import { MemoirError } from "../../domain/errors.ts";

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
export class RequestError extends Error {
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

/** A request that is given up when the other side is silent for too long. */
export class TimedRequest {
  readonly #url: URL;
  readonly #options: RequestOptions;
  readonly #silence = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #limitMs = 0;

  constructor(url: URL, options: RequestOptions) {
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
      throw this.#failure(error, "unreachable");
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
      throw this.#failure(error, "passing");
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

  #failure(error: unknown, kind: "unreachable" | "passing"): Error {
    if (this.#options.signal?.aborted === true) return aborted();
    const silent = this.#silence.signal.aborted;
    const why = silent ? `was silent for ${this.#limitMs / 1000} s` : reasonOf(error);
    return new RequestError(this.#url, why, kind, error);
  }
}

/** `fetch failed` says nothing; its cause does. */
function reasonOf(error: unknown): string {
  const cause = (error as { cause?: { code?: string; message?: string } } | undefined)?.cause;
  const reason = cause?.code ?? cause?.message ?? (error instanceof Error ? error.message : String(error));
  return `could not be reached (${reason})`;
}

export function aborted(): MemoirError {
  return new MemoirError(
    "aborted",
    "The call was aborted. What was fetched so far is kept for the next try.",
  );
}
