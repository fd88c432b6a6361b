import { createHash } from "node:crypto";
import { Worker } from "node:worker_threads";
import { BoundedMap } from "../../domain/bounded-map.ts";
import type { Said } from "../../domain/candidate.ts";
import { checkAborted, MemoirError } from "../../domain/errors.ts";
import { partRead } from "../../domain/longest-read.ts";
import { Spares } from "../../store/spares.ts";
import type { BatchReading } from "./read-batch.ts";
import { ReaderThread, type StartWorker } from "./reader-thread.ts";

/** What rules read in a batch, and what they could not read. */
export interface Reading extends BatchReading {
  /** Positions of messages that took too long. Nobody else should try: to whoever reads on, they are empty. */
  readonly unread: ReadonlySet<number>;
}

/** Reads messages by rules in a thread of its own, with a deadline for each. */
export interface Reader {
  /** Messages before `from` are read only to understand the others. */
  read(said: readonly Said[], from: number, signal?: AbortSignal): Promise<Reading>;
  close(): Promise<void>;
}

/** Messages that are known to be unreadable: they come again as the context of later ones. */
const MOST_KNOWN = 1_000;

/** Threads of readers that were closed. */
const spares = new Spares<ReaderThread>((thread) => void thread.close());

function startThread(start: StartWorker): ReaderThread {
  const spare = start === startWorker ? spares.take() : undefined;
  return spare === undefined || spare.hasEnded ? new ReaderThread(start) : spare;
}

/**
 * Once `closing` aborts, it does not begin again after a message that it could not read: the next start does. `start` is
 * for tests that need a thread which hangs. Default: the reader's own.
 */
export function createReader(closing: AbortSignal, start: StartWorker = startWorker): Reader {
  const unreadable = new BoundedMap<string, true>(MOST_KNOWN);
  let thread: ReaderThread | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const readNow = async (
    said: readonly Said[],
    from: number,
    signal: AbortSignal | undefined,
  ): Promise<Reading> => {
    const unread = new Set<number>();
    const texts = said.map(readPart);
    for (const [position, text] of texts.entries()) {
      if (unreadable.size > 0 && unreadable.has(hashOf(text))) unread.add(position);
    }
    for (;;) {
      checkAborted(signal);
      const batch = said.map((one, position) => ({
        ...one,
        text: unread.has(position) ? "" : texts[position]!,
      }));
      if (thread === undefined || thread.hasEnded) thread = startThread(start);
      const reading = await thread.read(batch, from);
      if (typeof reading !== "number") return { ...reading, unread };
      if (closing.aborted) throw new MemoirError("closed", "This Memoir was closed before all was read.");
      if (unread.has(reading)) throw new MemoirError("internal", "The reader hangs without a text to read.");
      unread.add(reading);
      unreadable.set(hashOf(texts[reading]!), true);
    }
  };

  return {
    read(said, from, signal) {
      if (!said.some((one, position) => position >= from && isSpoken(one))) {
        return Promise.resolve(nothingIn(said));
      }
      const reading = last.then(() => readNow(said, from, signal));
      last = reading.catch(() => undefined);
      return reading;
    },
    async close() {
      await last;
      if (thread === undefined || thread.hasEnded) return;
      if (start === startWorker) spares.give(thread);
      else await thread.close();
      thread = undefined;
    },
  };
}

function startWorker(workerData: Parameters<StartWorker>[0]): Worker {
  // From the sources (tests, type stripping) the file ends in .ts, from the build in .js.
  const file = import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js";
  return new Worker(new URL(file, import.meta.url), { workerData, name: "memoir-reader" });
}

/** Only what users say is read; what an assistant asked is at the end of its message. */
function readPart({ role, text }: Said): string {
  return role === "user" || role === "assistant" ? partRead(role, text) : "";
}

function isSpoken({ role, text }: Said): boolean {
  return role === "user" && text.trim() !== "";
}

function nothingIn(said: readonly Said[]): Reading {
  return {
    byRules: {
      ...{ candidates: [], endings: [], forget: [], refused: [] },
      ...{ model: null, promptHash: null, complete: true, cutOff: false },
    },
    requests: said.map(() => []),
    unread: new Set(),
  };
}

/** Of words that may have to be erased nothing is kept. */
function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
