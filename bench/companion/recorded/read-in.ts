import {
  type LanguageModel,
  type MemoirEngine,
  type MemoryStatus,
  openMemoir,
  type ScopeHandle,
  type WriteEntry,
} from "../../../src/index.ts";
import { fixedClock } from "../../../src/testing/index.ts";
import { NO_DEADLINE } from "../../support.ts";

/** Messages that are read at once, as in the recordings. */
export const BATCH = 12;

interface Told {
  readonly text: string;
  readonly author: string;
  readonly authorName?: string;
  readonly at: number;
}

/** A conversation that a language model reads. */
interface Reading {
  readonly scope: string;
  readonly model: LanguageModel;
  readonly start: string;
  readonly messages: readonly Told[];
  /** Messages that are read at once. Default: as in the recordings. */
  readonly batch?: number;
}

/** What is left of it. */
interface ReadIn {
  readonly memoir: MemoirEngine;
  readonly scope: ScopeHandle;
  readonly batches: number;
  readonly active: readonly string[];
  readonly superseded: readonly string[];
  /** What became of each claim, in the order they were written. */
  readonly entries: readonly WriteEntry[];
}

/** Tells users' messages to an engine with a language model, a batch at a time. The caller closes the engine. */
export async function readIn({
  scope: ref,
  model,
  start,
  messages,
  batch: size = BATCH,
}: Reading): Promise<ReadIn> {
  const clock = fixedClock(start);
  const memoir = await openMemoir({
    database: ":memory:",
    embedder: "local",
    background: false,
    now: clock.now,
    model,
    settings: NO_DEADLINE,
  });
  try {
    await memoir.ready();
    const scope = memoir.scope(ref);
    const entries: WriteEntry[] = [];
    let batches = 0;
    for (let from = 0; from < messages.length; from += size) {
      const batch = messages.slice(from, from + size).map((one) => ({ role: "user" as const, ...one }));
      clock.set(batch.at(-1)!.at);
      await scope.observe(batch);
      entries.push(...(await scope.flush()).entries);
      batches += 1;
    }
    const active = await textsOf(scope, "active");
    return { memoir, scope, batches, active, superseded: await textsOf(scope, "superseded"), entries };
  } catch (error) {
    await memoir.close();
    throw error;
  }
}

async function textsOf(scope: ScopeHandle, status: MemoryStatus): Promise<string[]> {
  const found: string[] = [];
  for await (const { text } of await scope.memories.list({ status: [status] })) found.push(text);
  return found;
}
