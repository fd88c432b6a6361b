import type { Degraded } from "../../api/recall.ts";
import { MemoirError } from "../../domain/errors.ts";
import type { Stale } from "../../scope-index/indexes.ts";
import type { SqlReader } from "../../store/tx.ts";

/** How long an answer may take. `late` settles when the time is up, or when the caller has given up. */
export interface Deadline {
  readonly late: Promise<"deadline"> | undefined;
  /** The first thing that was missed, late or not. */
  degraded: Degraded | null;
  stop(): void;
}

/** `null`: as long as it takes. */
export function deadlineIn(ms: number | null, signal?: AbortSignal): Deadline {
  if (ms === null && signal === undefined) return { late: undefined, degraded: null, stop: () => undefined };
  const { promise: late, resolve } = Promise.withResolvers<"deadline">();
  const end = (): void => resolve("deadline");
  const timer = ms === null ? undefined : setTimeout(end, ms);
  signal?.addEventListener("abort", end, { once: true });
  return {
    late,
    degraded: null,
    stop: () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
    },
  };
}

/** A read for which nobody waited. */
class TooLate extends Error {}

/** Fails with `TooLate` if the read is not done when the time is up. */
export function beforeDeadline<T>({ late }: Deadline, read: Promise<T>): Promise<T> {
  if (late === undefined) return read;
  return Promise.race([
    read,
    late.then(() => {
      throw new TooLate("The database did not answer in time.");
    }),
  ]);
}

/** The same reader, each of its reads within the deadline. */
export function readerUntil(deadline: Deadline, reader: SqlReader): SqlReader {
  if (deadline.late === undefined) return reader;
  return {
    dialect: reader.dialect,
    all: (sql, params) => beforeDeadline(deadline, reader.all(sql, params)),
    one: (sql, params) => beforeDeadline(deadline, reader.one(sql, params)),
  };
}

/** A database in trouble does not take away what is known. */
export async function orElse<T>(deadline: Deadline, read: Promise<T>, nothing: T): Promise<T> {
  try {
    return await read;
  } catch (error) {
    deadline.degraded ??= degradedFor(error);
    return nothing;
  }
}

const LATE: Degraded = {
  reason: "deadline",
  detail: "The time was up: this is what was known by then. Raise deadlineMs, or ask again.",
};

/** The `degraded` reason of a search in an outdated index. */
export function degradedBy(stale: Stale): Degraded | null {
  if (stale === null) return null;
  if (stale === "deadline") return LATE;
  return {
    reason: MemoirError.is(stale) ? stale.code : "internal",
    detail: `${stale.message} This is what was known before.`,
  };
}

/** The `degraded` reason of a failed read. A closed engine and internal errors are thrown instead. */
export function degradedFor(error: unknown): Degraded {
  if (error instanceof TooLate) return LATE;
  if (!MemoirError.is(error) || error.code === "closed" || error.code === "internal") throw error;
  return { reason: error.code, detail: error.message };
}
