import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, inject, it } from "vitest";
import { type MemoirEngine, openMemoir, type ScopeHandle } from "../../src/index.ts";
import { openStore } from "../../src/store/open.ts";
import { startChild } from "../support/child.ts";
import { createDatabase } from "../support/postgres.ts";
import { figure, oneOf, proving, random, seed } from "../support/prove.ts";
import { echoModel } from "./echo-model.ts";
import { checkTimeline } from "./timeline-check.ts";

const RUNS = proving ? 500 : 12;
const STEPS = 24;
const KILLS = proving ? 100 : 3;
const SLOWEST_MS = proving ? 1_800_000 : 300_000;
const CHILD = new URL("./timeline-child.ts", import.meta.url);

interface Message {
  id?: string;
  role: string;
  content: string;
}

/** A bot that holds its own history, and goes on with what `compress()` gives it. */
class Bot {
  history: Message[] = [];
  readonly #scope: ScopeHandle;
  readonly #named: boolean;

  constructor(scope: ScopeHandle, named: boolean) {
    this.#scope = scope;
    this.#named = named;
  }

  hear(name: string, role: string): void {
    const content = `${role === "user" ? "Question" : "Answer"} m${name}x`;
    this.history.push(this.#named ? { id: name, role, content } : { role, content });
  }

  /** `lost`: the process dies after the call, and its answer with it. `cut`: before it. */
  async compress(luck: number, window: number): Promise<void> {
    const given = [...this.history];
    const controller = new AbortController();
    if (luck < 0.15) setImmediate(() => controller.abort());
    try {
      const { messages } = await this.#scope
        .session("s")
        .compress(given, { contextWindow: window, signal: controller.signal });
      if (luck > 0.85) return;
      // Messages received meanwhile come after it.
      this.history = [...messages, ...this.history.slice(given.length)];
    } catch (error) {
      expect((error as { code: string }).code).toBe("aborted");
    }
  }
}

async function interleave(engines: readonly MemoirEngine[], run: number, next: () => number): Promise<void> {
  const scope = `user:r${run}`;
  // Two bots without ids in one session could not tell whose "ok" is whose: those name their messages.
  const alone = next() < 0.3;
  const bots = engines
    .slice(0, alone ? 1 : 2)
    .map((engine) => new Bot(engine.scope(scope, { tenant: "t" }), !alone));
  const under: Promise<unknown>[] = [];
  let said = 0;
  for (let step = 0; step < STEPS; step += 1) {
    const bot = bots[Math.floor(next() * bots.length)]!;
    const what = next();
    if (what < 0.5) bot.hear(`${run}n${said++}`, next() < 0.6 ? "user" : "assistant");
    else if (what < 0.85) under.push(bot.compress(next(), next() < 0.5 ? 40 : 100_000));
    else {
      const engine = engines[Math.floor(next() * engines.length)]!;
      under.push(engine.scope(scope, { tenant: "t" }).session("s").consolidate());
    }
    // Now one after the other, now all at once.
    if (next() < 0.4 || alone) await Promise.all(under.splice(0));
  }
  await Promise.all(under);
}

const DATABASES: readonly [string, (folder: string) => Promise<string>][] = [
  ["sqlite", async (folder) => join(folder, "memoir.db")],
  ["postgres", async () => createDatabase(inject("postgresUrl"))],
];

describe.each(oneOf(DATABASES))("compression on %s", (name, database) => {
  it(
    `${RUNS} random interleavings of appends, compressions, failures and lost answers (seed ${seed})`,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "memoir-timeline-"));
      const at = await database(folder);
      const next = random(seed);
      const open = (): Promise<MemoirEngine> =>
        openMemoir({
          ...{ database: at, embedder: "none", background: false, model: echoModel(next), preset: "picobot" },
          settings: {
            models: { retries: 0, breaker: { failures: 1_000_000 } },
            events: { maxMegabytesPerScope: null },
          },
        });
      const engines = [await open(), await open()];
      const store = await openStore({ database: at });
      try {
        for (let run = 0; run < RUNS; run += 1) await interleave(engines, run, next);
        const counts = await checkTimeline(store, "t");
        expect(Math.min(counts.live, counts.summarised)).toBeGreaterThan(0);
        if (proving) expect(counts.raw).toBeGreaterThan(0);
        expect(await engines[0]!.check()).toEqual([]);
        figure(
          `${RUNS} interleavings of compression, ${name}`,
          `${counts.live} messages live, ${counts.summarised} summarised, ${counts.raw} dumped; none lost, none twice`,
        );
      } finally {
        await Promise.all(engines.map((one) => one.close()));
        await store.close();
        rmSync(folder, { recursive: true, force: true });
      }
    },
    SLOWEST_MS,
  );

  it(
    `${KILLS} kills of a bot that compresses (seed ${seed})`,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "memoir-timeline-"));
      const at = await database(folder);
      const next = random(seed + 1);
      try {
        let heard = 0;
        for (let kill = 0; kill < KILLS; kill += 1) {
          const { promise: begun, resolve } = Promise.withResolvers<void>();
          const child = startChild(
            CHILD,
            [at, String(kill), String(Math.floor(next() * 2 ** 31))],
            (line) => {
              if (line.startsWith("compressed")) resolve();
              if (line === "heard") heard += 1;
            },
          );
          await Promise.race([begun, child.ended]);
          await sleep(next() * 120);
          child.process.kill("SIGKILL");
          await child.ended;
          expect(child.errors()).toBe("");
        }
        const store = await openStore({ database: at });
        const counts = await checkTimeline(store, "t");
        await store.close();
        const total = counts.live + counts.summarised + counts.raw;
        expect(total).toBeGreaterThanOrEqual(heard);
        expect(counts.summarised).toBeGreaterThan(0);
        figure(
          `${KILLS} kills of a bot that compresses, ${name}`,
          `${total} messages: ${counts.live} live, ${counts.summarised} summarised, ${counts.raw} dumped; none lost, none twice`,
        );
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    SLOWEST_MS,
  );
});
