import { createHash } from "node:crypto";
import { Worker } from "node:worker_threads";
import { BoundedMap } from "../../domain/bounded-map.ts";
import type { Said } from "../../domain/candidate.ts";
import { checkAborted, MemoirError } from "../../domain/errors.ts";
import { partRead } from "../../domain/passages.ts";
import { Spares } from "../../store/spares.ts";
import { moved, NOTHING_READ } from "../extract/extractor.ts";
import { type BatchReading, ReaderThread, type StartWorker } from "./reader-thread.ts";

/** The claims that rules found in a batch, and the messages they could not read. */
export interface Reading extends BatchReading {
  /** Positions of messages that took too long. Nobody else should try: to whoever reads on, they are empty. */
  readonly unread: ReadonlySet<number>;
}

/** A conversation of which the reader keeps in mind what it has read, and where in it some messages stand. */
export interface Talk {
  readonly name: string;
  /** The `seq` of the last event before the new ones, and of the last of them. */
  readonly after: number;
  readonly to: number;
  /** Differs when what was read before would be read differently now. */
  readonly stamp: string;
  /** Instructions to programs in the remembered events and the new ones: they may hold the bot's own words. */
  readonly prompts: readonly { readonly seq: number; readonly text: string }[];
  /** The reader has in mind what was read up to `after`: what stands before `from` is not read again. */
  readonly goesOn: boolean;
}

/** Reads messages by rules in a separate thread, with a deadline for each. */
export interface Reader {
  /** Messages before `from` are read only to understand the others. */
  read(said: readonly Said[], from: number, signal?: AbortSignal): Promise<Reading>;
  /** As `read`, and keeps it in mind; `null`: what the messages follow is no longer in mind. */
  follow(
    talk: Talk,
    said: readonly Said[],
    from: number,
    signal: AbortSignal | undefined,
  ): Promise<Reading | null>;
  /** Its state of a conversation that was read up to `after`; `null`: none that could be continued. */
  inMind(talk: Pick<Talk, "name" | "after" | "stamp">): Pick<Talk, "prompts"> | null;
  /** Nothing that was made from a conversation's words stays in memory. */
  forget(name: string): void;
  close(): Promise<void>;
}

/** Messages that are known to be unreadable: they come again as the context of later ones. */
const MOST_KNOWN = 1_000;
/** Conversations that are kept in mind; the one that was read longest ago goes first. */
const MOST_TALKS = 1_000;

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
  /** The state of the running thread. */
  const talks = new Map<string, Talk>();
  const gone = new Set<string>();
  let thread: ReaderThread | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** The conversation that is being read now. */
  let underWay: string | null = null;

  const forget = (name: string): void => {
    if (talks.delete(name) || name === underWay) gone.add(name);
  };
  const running = (): ReaderThread => {
    if (thread !== undefined && !thread.hasEnded) return thread;
    talks.clear();
    gone.clear();
    thread = startThread(start);
    return thread;
  };
  const keep = (talk: Talk): void => {
    // Its words were erased while it was read.
    if (gone.has(talk.name)) return;
    talks.delete(talk.name);
    talks.set(talk.name, talk);
    if (talks.size > MOST_TALKS) forget(talks.keys().next().value!);
  };
  const isInMind = ({ name, after, stamp }: Pick<Talk, "name" | "after" | "stamp">): boolean => {
    const known = talks.get(name);
    return thread?.hasEnded === false && known?.to === after && known.stamp === stamp;
  };

  const readNow = async (
    said: readonly Said[],
    from: number,
    signal: AbortSignal | undefined,
    talk: Talk | null,
  ): Promise<Reading | null> => {
    const unread = new Set<number>();
    const texts = said.map(readPart);
    for (const [position, text] of texts.entries()) {
      if (unreadable.size > 0 && unreadable.has(hashOf(text))) unread.add(position);
    }
    const skipped = talk?.goesOn === true ? from : 0;
    for (;;) {
      checkAborted(signal);
      const reader = running();
      if (talk?.goesOn === true && !isInMind(talk)) return null;
      const batch = said.slice(skipped).map((one, i) => ({
        ...one,
        text: unread.has(i + skipped) ? "" : texts[i + skipped]!,
      }));
      const request = {
        ...{ said: batch, from: from - skipped, forget: [...gone] },
        talk: talk === null ? null : { name: talk.name, goesOn: talk.goesOn },
      };
      gone.clear();
      if (talk !== null) talks.delete(talk.name);
      underWay = talk?.name ?? null;
      const reading = await reader.read(request).finally(() => {
        underWay = null;
      });
      if (typeof reading !== "number") {
        if (talk !== null) keep(talk);
        return { ...placed(reading, skipped), unread };
      }
      if (closing.aborted) throw new MemoirError("closed", "This Memoir was closed before all was read.");
      const at = reading + skipped;
      if (unread.has(at)) throw new MemoirError("internal", "The reader hangs without a text to read.");
      unread.add(at);
      unreadable.set(hashOf(texts[at]!), true);
    }
  };
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const reading = last.then(work);
    last = reading.catch(() => undefined);
    return reading;
  };

  return {
    async read(said, from, signal) {
      if (!isSpokenIn(said, from)) return nothingIn(said);
      return (await inTurn(() => readNow(said, from, signal, null)))!;
    },
    async follow(talk, said, from, signal) {
      // An assistant's question is to be kept in mind, but no reason to begin.
      if (!talk.goesOn && !isSpokenIn(said, from)) return nothingIn(said);
      return inTurn(() => readNow(said, from, signal, talk));
    },
    inMind: (talk) => (isInMind(talk) ? talks.get(talk.name)! : null),
    forget,
    async close() {
      await last;
      if (thread === undefined || thread.hasEnded) return;
      if (start !== startWorker) await thread.close();
      else {
        // Whoever takes the thread next has other conversations.
        const request = { said: [], from: 0, forget: [...talks.keys(), ...gone], talk: null };
        const isEmpty = await thread.read(request).then(
          () => true,
          () => false,
        );
        talks.clear();
        gone.clear();
        if (isEmpty) spares.give(thread);
        else await thread.close();
      }
      thread = undefined;
    },
  };
}

/** Positions among all messages of what was read in those behind the first few. */
function placed({ byRules, requests }: BatchReading, skipped: number): BatchReading {
  if (skipped === 0) return { byRules, requests };
  return {
    byRules: moved(byRules, (position) => position + skipped),
    requests: [...Array.from({ length: skipped }, () => []), ...requests],
  };
}

function startWorker(workerData: Parameters<StartWorker>[0]): Worker {
  // From the sources (tests, type stripping) the file ends in .ts, from the build in .js.
  const file = new URL(import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js", import.meta.url);
  return new Worker(file, { workerData, name: "memoir-reader" });
}

/** Only what users say is read; what an assistant asked is at the end of its message. */
function readPart({ role, text }: Said): string {
  return role === "user" || role === "assistant" ? partRead(role, text) : "";
}

function isSpokenIn(said: readonly Said[], from: number): boolean {
  return said.some(({ role, text }, position) => position >= from && role === "user" && text.trim() !== "");
}

function nothingIn(said: readonly Said[]): Reading {
  return {
    byRules: { ...NOTHING_READ, endings: [] },
    requests: said.map(() => []),
    unread: new Set(),
  };
}

/** Of words that may have to be erased nothing is kept. */
function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
