import { fromWire, type WireError } from "../domain/errors.ts";

/** A worker's reply to the call of that number. */
export type CallReply =
  | { readonly kind: "done"; readonly id: number; readonly result: unknown }
  | { readonly kind: "error"; readonly id: number; readonly error: WireError };

/** Tells a worker that nobody waits for the call any more. */
export interface CancelCall {
  readonly kind: "cancel";
  readonly id: number;
}

/** The calls to a worker that it has not answered yet. */
export class WorkerCalls<Request> {
  readonly #post: (request: Request | CancelCall) => void;
  readonly #pending = new Map<number, PromiseWithResolvers<unknown>>();
  #nextId = 1;

  constructor(post: (request: Request | CancelCall) => void) {
    this.#post = post;
  }

  get size(): number {
    return this.#pending.size;
  }

  /** Sends a request with the number of its call. An aborted call is cancelled, and fails with the signal's reason. */
  async call<T>(request: (id: number) => Request, signal?: AbortSignal | undefined): Promise<T> {
    signal?.throwIfAborted();
    const id = this.#nextId++;
    const pending = Promise.withResolvers<unknown>();
    const onAbort = (): void => {
      this.#post({ kind: "cancel", id });
      this.#pending.delete(id);
      pending.reject(signal?.reason);
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    this.#pending.set(id, pending);
    this.#post(request(id));
    try {
      return (await pending.promise) as T;
    } finally {
      signal?.removeEventListener("abort", onAbort);
    }
  }

  /** Settles the call that a reply belongs to, if somebody still waits for it. */
  settle(reply: CallReply): void {
    const pending = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if (reply.kind === "done") pending?.resolve(reply.result);
    else pending?.reject(fromWire(reply.error));
  }

  failAll(error: Error): void {
    for (const pending of this.#pending.values()) pending.reject(error);
    this.#pending.clear();
  }
}
