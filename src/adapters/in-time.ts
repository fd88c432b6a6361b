import { withoutUndefined } from "../domain/arguments.ts";
import { firstUnits, LIMITS } from "../domain/text.ts";
import { type EventInput, type Memoir, MemoirError, type Recall, type ScopeHandle } from "../index.ts";
import { codeOf, type MemoryLog } from "./log.ts";

const DEFAULT_MS = 2_000;
/** A recall that keeps to its own deadline answers with what it has; one that does not is left behind. */
const GRACE_MS = 250;
/** Turns that wait to be observed while a database hangs; what comes on top is not kept. */
const MAX_WAITING = 1_000;

/** How long a bot may wait for its memory, in milliseconds. */
export function deadlineOf({ settings }: Memoir, requestedMs: number | undefined): number {
  return requestedMs ?? settings.readPolicy.deadlineMs ?? DEFAULT_MS;
}

export interface TurnQuestion {
  readonly words: string;
  readonly asker: string | undefined;
  /** Whether the request carries tools. */
  readonly tools: boolean;
  readonly deadlineMs: number;
  /** The request was given up. */
  readonly signal?: AbortSignal | undefined;
}

/** A recall, or why there is none. */
export interface Recalled {
  readonly recall: Recall | null;
  readonly failure: string | null;
}

/** Recalls within the deadline. It never rejects. */
export async function recallInTime(
  scope: ScopeHandle,
  question: TurnQuestion,
  log: MemoryLog,
): Promise<Recalled> {
  const { deadlineMs, tools, asker } = question;
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new MemoirError("aborted", "The recall took too long.")),
    deadlineMs + GRACE_MS,
  );
  const signal = AbortSignal.any([late.signal, ...(question.signal === undefined ? [] : [question.signal])]);
  try {
    const recallOptions = { deadlineMs, tools, signal, ...withoutUndefined({ asker }) };
    const recall = scope.recall(firstUnits(question.words, LIMITS.query), recallOptions);
    recall.catch(() => undefined);
    return { recall: await Promise.race([recall, rejectOnAbort(signal)]), failure: null };
  } catch (error) {
    const failure = late.signal.aborted ? "deadline" : signal.aborted ? "aborted" : codeOf(error);
    log({ level: "warn", event: "memory", step: "recall", code: failure });
    return { recall: null, failure };
  } finally {
    clearTimeout(timer);
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** Records what was said, and which recall its prompt had, with or without a block. It never rejects. */
export async function record(
  scope: ScopeHandle,
  events: readonly EventInput[],
  recall: Recall | null,
  log: MemoryLog,
): Promise<void> {
  const failed =
    (step: "observe" | "delivered") =>
    (error: unknown): void =>
      log({ level: "warn", event: "memory", step, code: codeOf(error) });
  const idOf = (askedRole: EventInput["role"]): string | undefined =>
    events.findLast(({ role }) => role === askedRole)?.id;
  const [reply, question] = [idOf("assistant"), idOf("user")];
  await Promise.all([
    events.length === 0 ? undefined : scope.observe(events).catch(failed("observe")),
    recall?.delivered(withoutUndefined({ reply, question })).catch(failed("delivered")),
  ]);
}

/** Work that goes on in the background, within bounds. */
export class BackgroundWork {
  readonly #log: MemoryLog;
  readonly #waiting = new Set<Promise<void>>();

  constructor(log: MemoryLog) {
    this.#log = log;
  }

  /** Starts it, unless too much is waiting already. The promise never rejects if the work does not. */
  start(work: () => Promise<void>): Promise<void> {
    if (this.#waiting.size >= MAX_WAITING) {
      this.#log({ level: "error", event: "memory", step: "observe", code: "overloaded" });
      return Promise.resolve();
    }
    const done = work().finally(() => this.#waiting.delete(done));
    this.#waiting.add(done);
    return done;
  }

  async all(): Promise<void> {
    await Promise.all(this.#waiting);
  }
}

/** Waits for some work, but not longer than this. */
export async function waitAtMost(work: Promise<unknown>, ms: number): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, late]);
  clearTimeout(timer);
}
