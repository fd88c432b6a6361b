import { SHARE_ENV, Worker } from "node:worker_threads";
import { fromWire, MemoirError } from "../../domain/errors.ts";
import type { LoadProgress } from "./loader.ts";
import type { Read, RuntimeKind } from "./pipeline.ts";
import {
  type EmbedderRequest,
  type EmbedderResponse,
  type EmbedPriority,
  lockOnExit,
  newExitLock,
  takeLock,
  type WorkerData,
} from "./wire.ts";

export interface ThreadListener {
  onProgress(progress: LoadProgress): void;
  onRefused(message: string): void;
  /** The thread is gone without having been asked to. */
  onDown(error: MemoirError): void;
}

/** How long a closing worker may take to finish what it is at and let go of its sessions. */
const GRACE_MS = 5_000;

/** The main thread's end of the embedder's worker. It keeps the process alive only while it is held. */
export class EmbedThread {
  readonly #worker: Worker;
  readonly #listener: ThreadListener;
  readonly #loads = new Map<string, PromiseWithResolvers<RuntimeKind>>();
  readonly #texts = new Map<number, PromiseWithResolvers<Read>>();
  readonly #ended: Promise<void>;
  readonly #lock = newExitLock();
  readonly #unlock = lockOnExit(this.#lock);
  #nextId = 1;
  #holds = 0;
  #closing = false;
  #isDown = false;

  constructor(settings: Omit<WorkerData, "lock">, listener: ThreadListener) {
    this.#listener = listener;
    // From the sources (tests, type stripping) the file ends in .ts, from the build in .js.
    const file = import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js";
    const workerData: WorkerData = { ...settings, lock: this.#lock };
    // The native runtime reports to its maker unless this is set before it is loaded. It reads the process's own
    // environment, of which a worker has only a copy: so it is set here, and shared.
    process.env.ORT_DISABLE_TELEMETRY = "1";
    this.#worker = new Worker(new URL(file, import.meta.url), {
      workerData,
      name: "memoir-embedder",
      env: SHARE_ENV,
    });
    // Before it is online a worker cannot be let go of.
    this.#worker.once("online", () => {
      if (this.#holds === 0 && !this.#closing) this.#worker.unref();
    });
    this.#worker.on("message", (response: EmbedderResponse) => this.#receive(response));
    this.#worker.on("error", (error) => this.#down(`stopped: ${error.message}`));
    this.#ended = new Promise((resolve) => {
      this.#worker.on("exit", (code) => {
        this.#unlock();
        this.#down(`ended with code ${code}`);
        resolve();
      });
    });
  }

  /** Keeps the process alive until the function it returns is called. */
  hold(): () => void {
    this.#holds += 1;
    if (this.#holds === 1) this.#worker.ref();
    return () => {
      this.#holds -= 1;
      if (this.#holds === 0 && !this.#closing) this.#worker.unref();
    };
  }

  /** Fetches a model's files and opens it. Not twice at once for the same model. */
  load(model: string): Promise<RuntimeKind> {
    const pending = Promise.withResolvers<RuntimeKind>();
    this.#loads.set(model, pending);
    this.#post({ kind: "load", model });
    return pending.promise;
  }

  /** A text's vector, and with `whose` also whose words it holds. */
  embed(
    { lane, whose }: { readonly lane: EmbedPriority; readonly whose: boolean },
    model: string,
    text: string,
    signal?: AbortSignal | undefined,
  ): Promise<Read> {
    if (signal?.aborted === true) return Promise.reject(signal.reason);
    const id = this.#nextId++;
    const pending = Promise.withResolvers<Read>();
    const onAbort = (): void => {
      this.#post({ kind: "cancel", id });
      this.#texts.delete(id);
      pending.reject(signal?.reason);
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    this.#texts.set(id, pending);
    this.#post({ kind: "embed", id, model, lane, text, whose });
    return pending.promise.finally(() => signal?.removeEventListener("abort", onAbort));
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.#worker.ref();
    this.#post({ kind: "close" });
    const timer = setTimeout(() => {
      takeLock(this.#lock);
      void this.#worker.terminate();
    }, GRACE_MS);
    await this.#ended;
    clearTimeout(timer);
  }

  #post(request: EmbedderRequest): void {
    this.#worker.postMessage(request);
  }

  #receive(response: EmbedderResponse): void {
    if (response.kind === "done") take(this.#texts, response.id)?.resolve(response);
    else if (response.kind === "error") take(this.#texts, response.id)?.reject(fromWire(response.error));
    else if (response.kind === "loaded") take(this.#loads, response.model)?.resolve(response.runtime);
    else if (response.kind === "failed") take(this.#loads, response.model)?.reject(fromWire(response.error));
    else if (response.kind === "progress") this.#listener.onProgress(response.progress);
    else this.#listener.onRefused(response.message);
  }

  #down(why: string): void {
    // An error is followed by an exit.
    if (this.#isDown) return;
    this.#isDown = true;
    const error = this.#closing
      ? new MemoirError("closed", "The embedder was closed before it answered.")
      : new MemoirError("model_unavailable", `The embedder's thread ${why}. A later call starts another.`);
    for (const pending of [...this.#texts.values(), ...this.#loads.values()]) pending.reject(error);
    this.#texts.clear();
    this.#loads.clear();
    if (!this.#closing) this.#listener.onDown(error);
  }
}

function take<K, V>(map: Map<K, V>, key: K): V | undefined {
  const value = map.get(key);
  map.delete(key);
  return value;
}
