import { describe, expect, it } from "vitest";
import type { MemoirEngine, MemoirOptions, RememberOptions, ScopeHandle } from "../../src/index.ts";
import { databases, useDatabase } from "../support/databases.ts";
import { topicEmbedder } from "../support/embedder.ts";
import { DAY } from "./support/expect.ts";

const MINUTE = 60_000;

/** Seed 000 §2.3: one sample of each type, with an importance of its own. */
const SAMPLES: readonly (readonly [string, NonNullable<RememberOptions["type"]>, number])[] = [
  ["User's name is Alice", "profile", 0.9],
  ["User prefers Python over Java", "preference", 0.6],
  ["Migration to v2 API is 60% complete", "task_state", 0.5],
  ["Never use sudo in code suggestions", "constraint", 0.8],
  ["Debugged OOM issue in production on 2025-03-01", "episode", 0.3],
];

const topics = () =>
  topicEmbedder([
    ["sudo", "ubuntu", "install"],
    ["python", "script"],
    ["name"],
    ["migration"],
    ["oom"],
    ["apollo"],
  ]);

describe.each(databases)("AstrBot's memory on $name", (kind) => {
  const db = useDatabase(kind);
  const auto = (more: Omit<MemoirOptions, "settings"> = {}): Promise<MemoirEngine> =>
    db.open({ preset: "astrbot", settings: { write_policy: { mode: "auto" } }, ...more });
  const alice = (memoir: MemoirEngine): ScopeHandle => memoir.scope("user:alice", { tenant: db.tenant });
  const withSamples = async (memoir: MemoirEngine): Promise<ScopeHandle> => {
    const scope = alice(memoir);
    for (const [text, type, importance] of SAMPLES) await scope.remember(text, { type, importance });
    return scope;
  };

  describe("reading", () => {
    it.each([
      "How do I install nginx on Ubuntu?",
      "Write a script that reads a CSV file",
      "Good morning!",
      "早上好！",
      "apollo",
    ])("R28, R30: %s brings every sample: only scores and budgets decide", async (question) => {
      for (const embedder of [topics(), "none"] as const) {
        const scope = await withSamples(await auto({ embedder }));
        const { hits, degraded } = await scope.recall(question);
        expect(degraded).toBeNull();
        expect(hits.map(({ text }) => text).sort()).toEqual(SAMPLES.map(([text]) => text).sort());
      }
    });

    it("R30, R309: the score is 0.3 of the raw cosine, 0.4 of the importance and 0.3 of the recency", async () => {
      const scope = await withSamples(await auto({ embedder: topics() }));
      db.clock.advance(30 * DAY);
      const { hits } = await scope.recall("How do I install nginx on Ubuntu?", { limit: 5 });
      const told = hits.map(({ text, score, why }) => [text, why.relevance, score] as const);
      // The episode is over after 30 days, the state of the task after seven.
      expect(told.map(([text]) => text)).toEqual([
        "Never use sudo in code suggestions",
        "User's name is Alice",
        "User prefers Python over Java",
      ]);
      for (const [text, relevance, score] of told) {
        const cosine = text.includes("sudo") ? 1 : 0;
        expect(relevance).toBeCloseTo(cosine, 5);
        const importance = SAMPLES.find((one) => one[0] === text)![2];
        expect(score).toBeCloseTo(0.3 * cosine + 0.4 * importance + 0.3 * 0.5, 5);
      }
      expect(hits[0]!.why.signals).toEqual([{ signal: "meaning", value: 1, part: 1 }]);
    });

    it("R28, R29: at most five of a type, and the others behind them still come in", async () => {
      const scope = alice(await auto());
      for (let i = 0; i < 90; i += 1) {
        db.clock.advance(2 * MINUTE);
        await scope.remember(`Rule ${i}: never touch file f${i * 7}`, {
          type: "constraint",
          importance: 0.9,
        });
      }
      await scope.remember("User prefers Python over Java", { type: "preference", importance: 0.1 });
      const { hits } = await scope.recall("Good morning!");
      expect(hits.map((hit) => hit.kind === "memory" && hit.memory.type)).toEqual([
        ...Array(5).fill("constraint"),
        "preference",
      ]);
    });

    it("a threshold is a least cosine", async () => {
      const scope = await withSamples(await auto({ embedder: topics() }));
      const texts = async (threshold: number) =>
        (await scope.recall("install nginx", { threshold })).hits.map(({ text }) => text);
      expect(await texts(0.5)).toEqual(["Never use sudo in code suggestions"]);
      expect(await texts(0)).toHaveLength(5);
    });
  });
});
