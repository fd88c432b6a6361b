import { Worker } from "node:worker_threads";
import { fromWire, MemoirError } from "../../domain/errors.ts";
import { Spares } from "../../runtime/spare-workers.ts";
import type { WriteOptions } from "../port.ts";
import type { WriteArgs, WriteName, WriteResult } from "../writes/index.ts";
import type { OpenData, WriterRequest, WriterResponse } from "./writer.ts";

interface Pending {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

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
  readonly #pending = new Map<number, Pending>();
  #nextId = 1;
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
    else if (response.kind === "done") this.#settle(response.id)?.resolve(response.result);
    else if (response.kind === "error") this.#settle(response.id)?.reject(fromWire(response.error));
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
    this.#failPending(this.#gone);
  };

  readonly #onExit = (): void => this.#end();

  #end(): void {
    this.#gone ??= new MemoirError("closed", "The database was closed before this write was stored.");
    this.#ready.reject(this.#gone);
    this.#failPending(this.#gone);
    this.#onClosed();
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (this.#pending.size === 0 && this.#closed === undefined) this.#worker.unref();
    return pending;
  }

  #failPending(error: MemoirError): void {
    for (const pending of this.#pending.values()) pending.reject(error);
    this.#pending.clear();
  }

  #post(request: WriterRequest): void {
    this.#worker.postMessage(request);
  }

  write<N extends WriteName>(
    name: N,
    args: WriteArgs<N>,
    options: WriteOptions = {},
  ): Promise<WriteResult<N>> {
    const { signal } = options;
    const refused = this.#refusal() ?? (signal?.aborted === true ? aborted() : undefined);
    if (refused !== undefined) return Promise.reject(refused);
    const id = this.#nextId++;
    return new Promise<WriteResult<N>>((resolve, reject) => {
      const onAbort = (): void => {
        this.#post({ kind: "cancel", id });
        this.#settle(id);
        reject(aborted());
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      const done = (): void => signal?.removeEventListener("abort", onAbort);
      if (this.#pending.size === 0) this.#worker.ref();
      this.#pending.set(id, {
        resolve: (result) => {
          done();
          resolve(result as WriteResult<N>);
        },
        reject: (error) => {
          done();
          reject(error);
        },
      });
      this.#post({ kind: "write", id, name, args: JSON.stringify(args) });
    });
  }

  /** Rewrites the whole file, after the writes that were accepted before. */
  rewrite(): Promise<void> {
    const refused = this.#refusal();
    if (refused !== undefined) return Promise.reject(refused);
    const id = this.#nextId++;
    return new Promise<void>((resolve, reject) => {
      if (this.#pending.size === 0) this.#worker.ref();
      this.#pending.set(id, { resolve: () => resolve(), reject });
      this.#post({ kind: "rewrite", id });
    });
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

function aborted(): MemoirError {
  return new MemoirError(
    "aborted",
    "The call was aborted. If the write had begun it is stored; sending it again with the same ids is harmless.",
  );
}
