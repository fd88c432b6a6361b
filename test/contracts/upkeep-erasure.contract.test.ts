import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { parseScope } from "../../src/domain/scope.ts";
import { resolveSettings } from "../../src/domain/settings.ts";
import { createEngine } from "../../src/engine/engine.ts";
import { presetNamed } from "../../src/presets/presets.ts";
import { openStore } from "../../src/store/open.ts";
import { upkeepNamed } from "../../src/upkeep/index.ts";
import { runTask } from "../../src/upkeep/run-task.ts";
import { extractPending } from "../../src/write/pipeline.ts";
import { databases, useDatabase } from "../support/databases.ts";
import { DAY } from "./support/expect.ts";

const SETTINGS = { events: { retentionDays: 40 } };

describe.each(databases)("erasure by upkeep on $name", (kind) => {
  const db = useDatabase(kind);
  let tests = 0;
  let tenant: string;
  let engine: ReturnType<typeof createEngine>;
  beforeEach(async () => {
    tests += 1;
    tenant = `erased-${tests}`;
    engine = createEngine({
      ...{ store: await openStore({ database: db.database }), run: false },
      settings: resolveSettings(presetNamed("default").settings, SETTINGS),
      ...{ clock: () => new Date(db.clock.now), embedder: null, reranker: null, models: {} },
    });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await engine.shut();
  });

  it.each([
    { task: "purge", days: 31, text: "I live in Zwickelsdorf." },
    { task: "purge", days: 31, text: "我住在北京。" },
    { task: "retention", days: 41, text: "I live in Zwickelsdorf." },
    { task: "retention", days: 41, text: "我住在北京。" },
  ])("C18: by $task, the reader keeps no words of $text in memory", async ({ task, days, text }) => {
    const alice = db.memoir.scope("user:alice", { tenant });
    const follow = vi.spyOn(engine.rules, "follow");
    await alice.observe([{ text }]);
    await extractPending(engine, parseScope("user:alice", tenant));
    const { name, to, stamp } = follow.mock.calls[0]![0];
    const isInMind = (): boolean => engine.rules.inMind({ name, after: to, stamp }) !== null;
    const [memory] = (await alice.memories.list()).items;
    if (task === "purge") await alice.forget({ id: memory!.id });
    const run = (): Promise<unknown> =>
      runTask(upkeepNamed(task), engine, {
        ...{ tenant, id: crypto.randomUUID(), slot: null, dryRun: false, collect: false },
        signal: engine.closed,
      });
    await run();
    expect(isInMind()).toBe(true);
    db.clock.advance(days * DAY);
    await run();
    expect(isInMind()).toBe(false);
  });
});
