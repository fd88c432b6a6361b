import { MemoirError, toWire, type WireError } from "../../domain/errors.ts";
import type { CallReply, CancelCall } from "../../runtime/worker-calls.ts";
import type { LoadProgress, LoadSettings } from "./loader.ts";

/** The messages between the main thread and the embedder's. */
export interface WorkerData {
  readonly load: LoadSettings;
  /** See `LockedSection`. */
  readonly lock: SharedArrayBuffer;
}

/** Queries are somebody waiting for a reply; documents are not. */
export type EmbedPriority = "query" | "document";

export type EmbedderRequest =
  | { readonly kind: "load"; readonly id: number; readonly model: string }
  | {
      readonly kind: "embed";
      readonly id: number;
      readonly model: string;
      readonly lane: EmbedPriority;
      readonly text: string;
      /** Also whose words they are. */
      readonly whose: boolean;
    }
  | CancelCall
  | { readonly kind: "close" };

export type EmbedderResponse =
  | { readonly kind: "progress"; readonly progress: LoadProgress }
  | { readonly kind: "refused"; readonly message: string }
  | CallReply;

export function failure(error: unknown): WireError {
  if (MemoirError.is(error)) return toWire(error);
  const message = error instanceof Error ? error.message : String(error);
  return { code: "model_unavailable", message: `The local embedder failed: ${message}`, details: {} };
}

/**
 * Keeps a thread from being torn down inside native code, which would abort the whole process: a program that calls
 * `process.exit()` while a sentence is being embedded would end with a core dump and the wrong exit code.
 * The worker says when it is inside; whoever ends the process waits until it has come out, and lets it in no more.
 */
const IDLE = 0;
const INSIDE = 1;
const INSIDE_AND_WANTED = 2;
const STOPPED = 3;

/** Longer than a session takes to open on a slow machine. */
const WAIT_MS = 3_000;

/** Shared between the two threads. */
export function newExitLock(): SharedArrayBuffer {
  return new SharedArrayBuffer(4);
}

/** The worker's end. Not more than one piece of work is inside at a time, but they may overlap in their waiting. */
export class LockedSection {
  readonly #state: Int32Array;
  #depth = 0;

  constructor(lock: SharedArrayBuffer) {
    this.#state = new Int32Array(lock);
  }

  /** Runs native work. After the lock is taken nothing runs, and the promise stays open: the thread is ending. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#depth === 0 && Atomics.compareExchange(this.#state, 0, IDLE, INSIDE) !== IDLE) {
      return new Promise<T>(() => undefined);
    }
    this.#depth += 1;
    try {
      return await work();
    } finally {
      this.#depth -= 1;
      if (this.#depth === 0) this.#comeOut();
    }
  }

  #comeOut(): void {
    if (Atomics.compareExchange(this.#state, 0, INSIDE, IDLE) === INSIDE) return;
    Atomics.store(this.#state, 0, STOPPED);
    Atomics.notify(this.#state, 0);
  }
}

/** Takes the lock: blocks this thread until the worker is out of native code, normally for milliseconds. */
export function takeLock(lock: SharedArrayBuffer): void {
  const state = new Int32Array(lock);
  if (Atomics.compareExchange(state, 0, IDLE, STOPPED) === IDLE) return;
  Atomics.compareExchange(state, 0, INSIDE, INSIDE_AND_WANTED);
  Atomics.wait(state, 0, INSIDE_AND_WANTED, WAIT_MS);
}

const live = new Set<SharedArrayBuffer>();

/** Takes the lock when this process exits, until the function it returns is called. */
export function lockOnExit(lock: SharedArrayBuffer): () => void {
  // One listener for all: each would count against the limit after which Node warns of a leak.
  if (live.size === 0) process.on("exit", takeAll);
  live.add(lock);
  return () => {
    live.delete(lock);
    if (live.size === 0) process.off("exit", takeAll);
  };
}

function takeAll(): void {
  for (const lock of live) takeLock(lock);
}
