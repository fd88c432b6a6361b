import { Worker } from "node:worker_threads";
import { fromWire, MemoirError } from "../../domain/errors.ts";
import { Spares } from "../../runtime/spare-workers.ts";
import { WorkerCalls } from "../../runtime/worker-calls.ts";
import type { WriteOptions } from "../port.ts";
import type { WriteArgs, WriteName, WriteResult } from "../writes/index.ts";
import type { OpenData, WriterRequest, WriterResponse } from "./writer.ts";

/** Threads whose database is closed. */
const spares = new Spares<Worker>((worker) => void worker.terminate());

function startWorker(): Worker {
  // From the sources (tests, type stripping) the file ends in .ts, from the build in .js.
  const file = import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js";
  const worker = new Worker(new URL(file, import.meta.url), { name: "memoir-writer" });
  worker.once("exit", () => spares.drop(worker));
  return worker.on("error", () => undefined);
}

/** The main thread's end of the writer. It keeps the process alive only while a write is under way. */
export class WriterThread {
  readonly #ready = Promise.withResolvers<number>();
  readonly #worker: Worker;
  readonly #calls = new WorkerCalls<WriterRequest>((request) => this.#post(request));
  /** Why the thread is no longer there. */
  #gone: MemoirError | undefined;
  #closed: Promise<void> | undefined;
  #onClosed: () => void = () => undefined;

  constructor(data: OpenData) {
    this.#worker = spares.take() ?? startWorker();
    this.#worker.on("message", this.#onMessage).on("error", this.#onError).on("exit", this.#onExit).ref();
    this.#post({ kind: "open", data });
  }

  get ready(): Promise<number> {
    return this.#ready.promise;
  }

  readonly #onMessage = (response: WriterResponse): void => {
    if (response.kind === "ready") {
      this.#worker.unref();
      this.#ready.resolve(response.schemaVersion);
    } else if (response.kind === "failed") this.#ready.reject(fromWire(response.error));
    else if (response.kind !== "closed") this.#calls.settle(response);
    else {
      this.#worker.off("message", this.#onMessage).off("error", this.#onError).off("exit", this.#onExit);
      this.#worker.unref();
      spares.give(this.#worker);
      this.#end();
    }
  };

  readonly #onError = (error: Error): void => {
    this.#gone = new MemoirError("internal", `The SQLite writer stopped: ${error.message}`, { cause: error });
    this.#ready.reject(this.#gone);
    this.#calls.failAll(this.#gone);
  };

  readonly #onExit = (): void => this.#end();

  #end(): void {
    this.#gone ??= new MemoirError("closed", "The database was closed before this write was stored.");
    this.#ready.reject(this.#gone);
    this.#calls.failAll(this.#gone);
    this.#onClosed();
  }

  #post(request: WriterRequest): void {
    this.#worker.postMessage(request);
  }

  async write<N extends WriteName>(
    name: N,
    args: WriteArgs<N>,
    { signal }: WriteOptions = {},
  ): Promise<WriteResult<N>> {
    const json = JSON.stringify(args);
    try {
      return await this.#call((id) => ({ kind: "write", id, name, args: json }), signal);
    } catch (error) {
      throw signal?.aborted === true && error === signal.reason ? abortedError() : error;
    }
  }

  /** Rewrites the whole file, after the writes that were accepted before. */
  async rewrite(): Promise<void> {
    await this.#call((id) => ({ kind: "rewrite", id }));
  }

  async #call<T>(request: (id: number) => WriterRequest, signal?: AbortSignal): Promise<T> {
    const refused = this.#refusal();
    if (refused !== undefined) throw refused;
    this.#worker.ref();
    try {
      return await this.#calls.call<T>(request, signal);
    } finally {
      if (this.#calls.size === 0 && this.#closed === undefined) this.#worker.unref();
    }
  }

  #refusal(): MemoirError | undefined {
    if (this.#closed === undefined) return this.#gone;
    return new MemoirError("closed", "This Memoir is closed. Open it again to write.");
  }

  close(): Promise<void> {
    this.#closed ??=
      this.#gone !== undefined
        ? Promise.resolve()
        : new Promise<void>((resolve) => {
            this.#onClosed = resolve;
            this.#worker.ref();
            this.#post({ kind: "close" });
          });
    return this.#closed;
  }
}

function abortedError(): MemoirError {
  return new MemoirError(
    "aborted",
    "The call was aborted. If the write had begun it is stored; sending it again with the same ids is harmless.",
  );
}
