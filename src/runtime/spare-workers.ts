/** How many are kept, and for how long. */
const MAX_SPARES = 8;
const WAIT_MS = 10_000;

/**
 * Keeps values that are slow to start and currently unused for the next user, for some seconds and without keeping the
 * process alive: a program that opens one Memoir after the other does not load the same code again for each.
 */
export class Spares<T> {
  readonly #waiting = new Map<T, NodeJS.Timeout>();
  readonly #end: (one: T) => void;

  /** `end`: what becomes of those that nobody takes. */
  constructor(end: (one: T) => void) {
    this.#end = end;
  }

  give(worker: T): void {
    if (this.#waiting.size >= MAX_SPARES) {
      this.#end(worker);
      return;
    }
    const leave = (): void => {
      this.drop(worker);
      this.#end(worker);
    };
    this.#waiting.set(worker, setTimeout(leave, WAIT_MS).unref());
  }

  take(): T | undefined {
    const [worker] = this.#waiting.keys();
    if (worker !== undefined) this.drop(worker);
    return worker;
  }

  /** It is no good any more, or somebody has it. */
  drop(worker: T): void {
    clearTimeout(this.#waiting.get(worker));
    this.#waiting.delete(worker);
  }
}
