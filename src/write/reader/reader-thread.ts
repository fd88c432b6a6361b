import type { Worker } from "node:worker_threads";
import type { Said } from "../../domain/candidate.ts";
import { MemoirError } from "../../domain/errors.ts";
import { isOverdue, type ThreadTime, threadTime } from "./overdue.ts";
import type { BatchReading } from "./read-batch.ts";
import { IDLE, type Request, type Response, type WorkerData } from "./wire.ts";

/** How often it is looked whether a message takes too long. */
const LOOK_MS = 50;

/** Starts a thread of the reader. */
export type StartWorker = (data: WorkerData) => Worker;

/**
 * The main thread's end of one reader. It reads one batch at a time, keeps the process alive only meanwhile, and ends
 * with the first message that it does not get done with.
 */
export class ReaderThread {
  readonly #position = new Int32Array(new SharedArrayBuffer(4)).fill(IDLE);
  readonly #worker: Worker;
  /** When it began its first message. */
  #first: ThreadTime | undefined;
  #hasEnded = false;

  constructor(start: StartWorker) {
    this.#worker = start({ position: this.#position });
    this.#worker.once("exit", () => {
      this.#hasEnded = true;
    });
    // Whoever waits hears of it by the exit that follows; while nobody does, a later batch starts another.
    this.#worker.on("error", () => undefined);
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** What the batch says, or the position of the message that could not be read; the thread has ended then. */
  async read(request: Request): Promise<BatchReading | number> {
    const { promise, resolve, reject } = Promise.withResolvers<BatchReading | number>();
    const worker = this.#worker;
    const onMessage = (response: Response): void => {
      if (response.kind === "done") resolve(response.reading);
      else reject(new MemoirError("internal", `Reading failed: ${response.message}`));
    };
    let problem = "ended";
    const onError = (error: Error): void => {
      problem = `stopped: ${error.message}`;
    };
    // It may have run out of memory; then it was this message, too.
    const onExit = (): void => {
      const position = Atomics.load(this.#position, 0);
      if (position === IDLE) reject(new MemoirError("internal", `The reader's thread ${problem}.`));
      else resolve(position);
    };
    worker.on("message", onMessage).on("error", onError).on("exit", onExit);
    worker.ref();
    const stopWatching = this.#watch(request.said, () => void this.close());
    try {
      worker.postMessage(request);
      return await promise;
    } finally {
      stopWatching();
      worker.off("message", onMessage).off("error", onError).off("exit", onExit);
      worker.unref();
    }
  }

  async close(): Promise<void> {
    this.#hasEnded = true;
    await this.#worker.terminate();
  }

  #watch(said: readonly Said[], stop: () => void): () => void {
    let timer: NodeJS.Timeout;
    let isWatching = true;
    let at = IDLE;
    let begun: ThreadTime | undefined;
    const look = async (): Promise<void> => {
      const position = Atomics.load(this.#position, 0);
      const now = position === IDLE ? undefined : await threadTime(this.#worker, LOOK_MS);
      if (now !== undefined) {
        this.#first ??= now;
        if (begun === undefined || position !== at) begun = now;
        // Since it was asked, it may have come further.
        else if (
          isOverdue(said[position]!.text.length, this.#first, begun, now) &&
          Atomics.load(this.#position, 0) === position
        )
          stop();
      }
      at = position;
      if (isWatching) timer = setTimeout(look, LOOK_MS);
    };
    timer = setTimeout(look, LOOK_MS);
    return () => {
      isWatching = false;
      clearTimeout(timer);
    };
  }
}
