import type { Scope } from "../domain/scope.ts";
import { askToEmbed, embedFresh } from "../features/upkeep/embed.ts";
import { type Embedder, soonReady } from "../models/embedder.ts";
import type { Store } from "../store/port.ts";

/** Messages come in bursts; one job for a burst is enough. */
const GATHER_MS = 25;
/** Maximum time a caller waits for vectors. */
const PATIENCE_MS = 5_000;

interface EmbedTools {
  readonly store: Store;
  readonly embedder: Embedder | null;
  readonly now: () => number;
}

/** Asks for the vectors of new texts: from a job, or at once for somebody who waits. */
export class EmbedRequests {
  readonly #tools: EmbedTools;
  readonly #waiting = new Map<string, Scope>();
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<unknown> = Promise.resolve();
  #isStopped = false;

  constructor(tools: EmbedTools) {
    this.#tools = tools;
  }

  /** A scope has texts without vectors. Many requests in a row are one job. */
  add(scope: Scope): void {
    const { embedder } = this.#tools;
    if (embedder === null || this.#isStopped || embedder.state().status !== "ready") return;
    this.#waiting.set(JSON.stringify([scope.tenant, scope.kind, scope.id]), scope);
    this.#timer ??= setTimeout(() => {
      this.#sending = this.#send();
    }, GATHER_MS).unref();
  }

  /** Asks for all that wait. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#sending;
    await this.#send();
  }

  /** Embeds what a scope has without vectors, for somebody who waits; what fails or is too much is left to a job. */
  async embedNow(scope: Scope, signal: AbortSignal | undefined): Promise<void> {
    const { store, embedder, now } = this.#tools;
    if (embedder === null || this.#isStopped) return;
    if (embedder.state().status === "loading") await soonReady(embedder);
    if (this.#isStopped || embedder.state().status !== "ready") return;
    try {
      const patience = AbortSignal.timeout(PATIENCE_MS);
      const until = signal === undefined ? patience : AbortSignal.any([signal, patience]);
      await embedFresh({ store, embedder, now }, scope, until);
    } catch {
      signal?.throwIfAborted();
    }
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#waiting.clear();
  }

  async #send(): Promise<void> {
    this.#timer = undefined;
    const scopes = [...this.#waiting.values()];
    this.#waiting.clear();
    const { store, now } = this.#tools;
    // All at once: they share a commit. A request that fails now is repeated by the check at the next start.
    await Promise.allSettled(scopes.map((scope) => askToEmbed(store, scope, now())));
  }
}
