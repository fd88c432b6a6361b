import { MemoirError } from "../../domain/errors.ts";
import type { EmbedderState } from "../embedder.ts";
import { type Family, modelsOf } from "./catalogue.ts";
import type { LoadProgress } from "./loader.ts";
import type { RuntimeKind } from "./runtime.ts";

type State =
  | { readonly status: "loading"; readonly done: Promise<void>; readonly detail: string }
  | { readonly status: "ready"; readonly runtime: RuntimeKind }
  | { readonly status: "failed"; readonly error: MemoirError; readonly at: number };

/** After this a call tries again what had failed; until then it fails at once, so that nobody waits in vain. */
const RETRY_MS = 30_000;

/** Which models of a family are loaded, being loaded or out of reach, and when to try again. They go by their names. */
export class LoadStates {
  readonly #family: Family;
  readonly #open: (model: string) => Promise<RuntimeKind>;
  readonly #states = new Map<string, State>();

  constructor(family: Family, open: (model: string) => Promise<RuntimeKind>) {
    this.#family = family;
    this.#open = open;
  }

  /** Resolves when the model is loaded, loading it if need be. */
  async load(
    model: string,
    { retry, signal }: { readonly retry: "now" | "later"; readonly signal?: AbortSignal | undefined },
  ): Promise<void> {
    const state = this.#states.get(model);
    if (state?.status === "ready") return;
    if (state?.status === "loading") return unlessAborted(state.done, signal);
    if (state?.status === "failed" && retry === "later" && performance.now() - state.at < RETRY_MS) {
      throw state.error;
    }
    // Not before this state is set: what it leads to must come after.
    const done = Promise.resolve().then(() => this.#start(model));
    // The reason is kept in the state; that nobody waits for it is no fault.
    done.catch(() => undefined);
    this.#states.set(model, { status: "loading", done, detail: "is being loaded" });
    return unlessAborted(done, signal);
  }

  progress({ model, source, received, total }: LoadProgress): void {
    const state = this.#states.get(model);
    if (state?.status !== "loading") return;
    const of = total === undefined ? "" : ` of ${megabytes(total)}`;
    const from = source === "registry" ? "npm registry" : "model hub";
    const detail = `is being fetched from the ${from}: ${megabytes(received)}${of} MB`;
    this.#states.set(model, { ...state, detail });
  }

  /** The thread that had them is gone. */
  down(error: MemoirError): void {
    for (const model of this.#states.keys()) this.#fail(model, error);
  }

  summary(): EmbedderState {
    const all = modelsOf(this.#family).map(({ name }) => ({ name, state: this.#states.get(name) }));
    const first = all[0]?.state;
    const status = all.some(({ state }) => state?.status === "ready")
      ? "ready"
      : first?.status === "failed"
        ? "failed"
        : "loading";
    return { status, detail: all.map(({ name, state }) => sentence(name, state)).join(" ") };
  }

  async #start(model: string): Promise<void> {
    try {
      this.#states.set(model, { status: "ready", runtime: await this.#open(model) });
    } catch (error) {
      const failure = MemoirError.is(error)
        ? error
        : new MemoirError("model_unavailable", `The local embedder failed: ${String(error)}`, {
            cause: error,
          });
      this.#fail(model, failure);
      throw failure;
    }
  }

  #fail(model: string, error: MemoirError): void {
    this.#states.set(model, { status: "failed", error, at: performance.now() });
  }
}

function sentence(name: string, state: State | undefined): string {
  if (state === undefined) return `${name} is loaded by the first text that needs it.`;
  if (state.status === "loading") return `${name} ${state.detail}.`;
  if (state.status === "failed") return state.error.message;
  return `${name} is ready (${state.runtime}).`;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

async function unlessAborted(done: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return done;
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    await Promise.race([done, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
