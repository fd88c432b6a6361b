import { invalidArgument, show } from "../domain/errors.ts";
import { MemoirError } from "../index.ts";

/** A step of memory that failed, while the bot went on without it. It holds no words of anybody. */
export type MemoryLogEntry = {
  readonly level: "warn" | "error";
  readonly event: "memory";
  readonly step: "scope" | "recall" | "inject" | "observe" | "delivered";
  readonly code: string;
};

export type MemoryLog = (entry: MemoryLogEntry) => void;

/** A log that fails costs nothing. */
export function quietLog(log: MemoryLog | undefined): MemoryLog {
  if (log !== undefined && typeof log !== "function")
    throw invalidArgument(`log must be a function, got ${show(log)}.`);
  return (entry) => {
    try {
      log?.(entry);
    } catch {}
  };
}

/** Errors of a database may quote what was written: only their code goes into a log. */
export function codeOf(error: unknown): string {
  return MemoirError.is(error) ? error.code : "internal";
}
