import { SHARE_ENV, Worker } from "node:worker_threads";
import { MemoirError } from "../../domain/errors.ts";
import { WorkerCalls } from "../../runtime/worker-calls.ts";
import type { LoadProgress } from "./loader.ts";
import type { Read } from "./pipeline.ts";
import type { RuntimeKind } from "./runtime.ts";
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
  readonly #calls = new WorkerCalls<EmbedderRequest>((request) => this.#post(request));
  readonly #ended: Promise<void>;
  readonly #lock = newExitLock();
  readonly #unlock = lockOnExit(this.#lock);
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
    return this.#calls.call((id) => ({ kind: "load", id, model }));
  }

  /** A text's vector, and with `whose` also whose words it holds. */
  embed(
    { lane, whose }: { readonly lane: EmbedPriority; readonly whose: boolean },
    model: string,
    text: string,
    signal?: AbortSignal | undefined,
  ): Promise<Read> {
    return this.#calls.call((id) => ({ kind: "embed", id, model, lane, text, whose }), signal);
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
    if (response.kind === "done" || response.kind === "error") this.#calls.settle(response);
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
    this.#calls.failAll(error);
    if (!this.#closing) this.#listener.onDown(error);
  }
}
