import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Said } from "../../src/domain/candidate.ts";
import { parseScope } from "../../src/domain/scope.ts";
import { resolveSettings } from "../../src/domain/settings.ts";
import { createEngine } from "../../src/engine/engine.ts";
import type { ScopeHandle } from "../../src/index.ts";
import { presetNamed } from "../../src/presets/presets.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/port.ts";
import { extractPending } from "../../src/write/pipeline.ts";
import { createReader, type Reader } from "../../src/write/reader/reader.ts";
import type { WriteTools } from "../../src/write/write-tools.ts";
import { bundled } from "../support/bundled.ts";
import { databases, useDatabase } from "../support/databases.ts";
import { HANGS } from "../support/hanging-reader.js";
import { everything } from "./support/expect.ts";

const WORKER = bundled(new URL("../../src/write/reader/worker.ts", import.meta.url));
const PRELOAD = new URL("../support/hanging-reader.js", import.meta.url).href;
const REASON = "it could not be read in time";

describe.each(databases)("messages that take too long to read on $name", (kind) => {
  const db = useDatabase(kind);
  let tests = 0;
  let tenant: string;
  let store: Store;
  let reader: Reader;
  let starts: number;
  let engine: ReturnType<typeof createEngine>;
  beforeEach(async () => {
    starts = 0;
    tests += 1;
    tenant = `unread-${tests}`;
    store = await openStore({ database: db.database });
    engine = createEngine({
      ...{ store, settings: resolveSettings(presetNamed("default").settings), run: false },
      ...{ clock: () => new Date(db.clock.now), embedder: null, reranker: null, models: {} },
    });
    reader = hanging();
  });
  afterEach(async () => {
    await reader.close();
    await engine.shut();
  });
  const hanging = (): Reader =>
    createReader(engine.closed, (workerData) => {
      starts += 1;
      return new Worker(WORKER, { workerData, execArgv: ["--import", PRELOAD] });
    });
  const alice = (): ScopeHandle => db.memoir.scope("user:alice", { tenant });
  const observe = (...texts: string[]): Promise<unknown> => alice().observe(texts.map((text) => ({ text })));
  const read = async (more: Partial<WriteTools> = {}): Promise<[string, string][]> => {
    const { entries } = await extractPending(
      { ...engine, rules: reader, ...more },
      parseScope("user:alice", tenant),
    );
    return entries.map(({ outcome, text, reason }) => [outcome, reason === REASON ? reason : text]);
  };

  it("are passed over with a decision, and what stands around them is read", async () => {
    await observe("I live in Paris.", `well, ${HANGS}`, "我对花生过敏。");
    expect(await read()).toEqual([
      ["added", "Alice lives in Paris."],
      ["refused", REASON],
      ["added", "Alice对花生过敏。"],
    ]);
    const decisions = await everything(alice().memories.decisions());
    expect(decisions.filter(({ reason }) => reason === REASON)).toMatchObject([
      { stage: "extract", outcome: "refused", memoryId: null },
    ]);
    expect(engine.unread()).toBe(1);
    expect(starts).toBe(2);
  });

  it("are read by nobody a second time: neither as context, nor by whoever starts anew", async () => {
    await observe(`${HANGS} 一`, "I live in Paris.");
    expect(await read()).toEqual([
      ["refused", REASON],
      ["added", "Alice lives in Paris."],
    ]);
    await observe("I like green tea.");
    expect(await read()).toEqual([["added", "Alice likes green tea."]]);
    expect(starts).toBe(2);
    await reader.close();
    reader = hanging();
    await observe("I work as a nurse.");
    expect((await read()).map(([outcome]) => outcome)).toEqual(["added"]);
    expect(engine.unread()).toBe(1);
    expect(starts).toBe(4);
  });

  it("are not shown to a language model either, and requests to forget are read beside it", async () => {
    await observe("I like green tea.");
    await read();
    await observe(`well, ${HANGS}`, "Please forget that I like green tea.");
    const shown: Said[] = [];
    const entries = await read({
      extractor: async ({ said, from }) => {
        shown.push(...said.slice(from));
        return {
          ...{ candidates: [], refused: [], model: "test", promptHash: null },
          ...{ complete: true, cutOff: false },
        };
      },
    });
    expect(shown.map(({ text }) => text)).toEqual(["", "Please forget that I like green tea."]);
    expect(entries).toEqual([
      ["refused", REASON],
      ["forgotten", "Alice likes green tea."],
    ]);
  });
});
