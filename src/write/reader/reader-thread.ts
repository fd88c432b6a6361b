import { setTimeout as after } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import type { Said } from "../../domain/candidate.ts";
import { MemoirError } from "../../domain/errors.ts";
import type { ForgetRequest } from "../../language/shared/talk.ts";
import type { Extracted } from "../extract/extractor.ts";

/** The claims that rules found in a batch of messages. */
export interface BatchReading {
  readonly byRules: Extracted;
  /** The requests to forget of each message, by its position; empty before `from`. */
  readonly requests: readonly (readonly ForgetRequest[])[];
}

/** The messages between the main thread and the reader's. */
export interface WorkerData {
  /** One number: the position of the message that is being read, or `IDLE`. */
  readonly position: Int32Array<SharedArrayBuffer>;
}

export const IDLE = -1;

export interface Request {
  readonly said: readonly Said[];
  readonly from: number;
  /** The conversation that they belong to; `null`: nothing of them is kept. */
  readonly talk: {
    readonly name: string;
    /** They follow what was read of it before. */
    readonly goesOn: boolean;
  } | null;
  /** Conversations of which nothing is to be kept any more. */
  readonly forget: readonly string[];
}

export type Response =
  | { readonly kind: "done"; readonly reading: BatchReading }
  | { readonly kind: "failed"; readonly message: string };

/** How long one message may be read, in milliseconds of the thread's processor time. */
const DEADLINE_MS = 250;
/** A long message takes longer: so much more for each 1,000 characters. */
const PER_THOUSAND_MS = 50;
/** The first messages of a new thread compile the expressions; until it has read for so long, it is not judged. */
const COLD_MS = 1_000;
/** Waiting for a processor is nobody's fault: by the clock a message may take this many times as long. */
const PATIENCE = 20;
/** Without a measure of processor time there is only the clock, with some patience. */
const CLOCK_PATIENCE = 4;

/** A thread's processor time (`NaN`: it does not say) and the clock, in milliseconds. */
interface ThreadTime {
  readonly busy: number;
  readonly clock: number;
}

/** Waits no longer than `timeoutMs` for the thread to say how busy it was. */
async function threadTime(worker: Worker, timeoutMs: number): Promise<ThreadTime> {
  // Node before 24.6 cannot tell.
  if (worker.cpuUsage === undefined) {
    const clock = performance.now();
    return { busy: clock / CLOCK_PATIENCE, clock };
  }
  const used = await Promise.race([worker.cpuUsage().catch(() => undefined), after(timeoutMs)]);
  const busy = used === undefined ? Number.NaN : (used.user + used.system) / 1_000;
  return { busy, clock: performance.now() };
}

/** Whether a thread has been at a message of this length for too long, since `begun`; its first one began at `first`. */
export function isOverdue(length: number, first: ThreadTime, begun: ThreadTime, now: ThreadTime): boolean {
  const deadline = DEADLINE_MS + (PER_THOUSAND_MS * length) / 1_000;
  if (now.clock - begun.clock >= PATIENCE * deadline) return true;
  return now.busy - begun.busy >= deadline && now.busy - first.busy >= COLD_MS;
}

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

  /** The claims of the batch, or the position of the message that could not be read; the thread has ended then. */
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
