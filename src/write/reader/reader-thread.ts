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
/** By the clock, a thread that does not say how busy it was may be silent for this many times as long. */
const PATIENCE = 20;
/** Node before 24.6 knows only the processor time of the whole process, in which other threads have a part. */
const SHARED_PATIENCE = 4;

/** A thread's processor time (`NaN`: it does not say) and the clock, in milliseconds. */
interface ThreadTime {
  readonly busy: number;
  readonly clock: number;
}

/** Waits no longer than `timeoutMs` for the thread to say how busy it was. */
async function threadTime(worker: Worker, timeoutMs: number): Promise<ThreadTime> {
  if (worker.cpuUsage === undefined) {
    const { user, system } = process.cpuUsage();
    return { busy: (user + system) / 1_000 / SHARED_PATIENCE, clock: performance.now() };
  }
  const used = await Promise.race([worker.cpuUsage().catch(() => undefined), after(timeoutMs)]);
  const busy = used === undefined ? Number.NaN : (used.user + used.system) / 1_000;
  return { busy, clock: performance.now() };
}

/** A thread at a message. */
interface Watched {
  /** Its processor time when it began its first message, and this one. */
  readonly first: number;
  readonly begun: number;
  /** The clock when it last said how busy it was; before that, when the message began. */
  readonly heard: number;
}

/**
 * Whether a thread has been at a message of this length for too long. On a busy machine the clock says nothing: it counts
 * only for a thread that does not answer.
 */
export function isOverdue(length: number, { first, begun, heard }: Watched, now: ThreadTime): boolean {
  const deadline = DEADLINE_MS + (PER_THOUSAND_MS * length) / 1_000;
  if (Number.isNaN(now.busy)) return now.clock - heard >= PATIENCE * deadline;
  return now.busy - begun >= deadline && now.busy - first >= COLD_MS;
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
  #first = Number.NaN;
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
    let begun = Number.NaN;
    let heard = 0;
    const look = async (): Promise<void> => {
      const position = Atomics.load(this.#position, 0);
      const now = position === IDLE ? undefined : await threadTime(this.#worker, LOOK_MS);
      if (now !== undefined) {
        if (position !== at) begun = now.busy;
        // Since it was asked, it may have come further.
        else if (
          isOverdue(said[position]!.text.length, { first: this.#first, begun, heard }, now) &&
          Atomics.load(this.#position, 0) === position
        )
          stop();
        if (!Number.isNaN(now.busy) || position !== at) heard = now.clock;
        if (Number.isNaN(begun)) begun = now.busy;
        if (Number.isNaN(this.#first)) this.#first = now.busy;
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
