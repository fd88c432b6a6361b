import type { Reader } from "../store/tx.ts";

/** How long an answer may take. `late` settles when the time is up, or when the caller has given up. */
export interface Deadline {
  readonly late: Promise<"deadline"> | undefined;
  stop(): void;
}

/** `null`: as long as it takes. */
export function deadlineIn(ms: number | null, signal?: AbortSignal): Deadline {
  if (ms === null && signal === undefined) return { late: undefined, stop: () => undefined };
  const { promise: late, resolve } = Promise.withResolvers<"deadline">();
  const end = (): void => resolve("deadline");
  const timer = ms === null ? undefined : setTimeout(end, ms);
  signal?.addEventListener("abort", end, { once: true });
  return {
    late,
    stop: () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
    },
  };
}

/** A read for which nobody waited. */
export class TooLate extends Error {}

/** The same reader; what it has not read when the time is up fails with `TooLate`. */
export function readerUntil({ late }: Deadline, reader: Reader): Reader {
  if (late === undefined) return reader;
  const within = <T>(read: Promise<T>): Promise<T> =>
    Promise.race([
      read,
      late.then(() => {
        throw new TooLate("The database did not answer in time.");
      }),
    ]);
  return {
    dialect: reader.dialect,
    all: (sql, params) => within(reader.all(sql, params)),
    one: (sql, params) => within(reader.one(sql, params)),
  };
}
