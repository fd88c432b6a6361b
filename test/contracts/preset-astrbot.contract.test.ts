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

  describe("writing", () => {
    it("R19: what says the same in other words is one memory, in the words of the surer one", async () => {
      const scope = alice(await auto({ embedder: topics() }));
      const said = async (text: string, confidence: number): Promise<string> =>
        (await scope.remember(text, { type: "preference", confidence })).outcome;
      expect(await said("Alice writes everything in Python", 0.7)).toBe("added");
      expect(await said("Python is what Alice reaches for", 0.9)).toBe("merged");
      expect(await said("爱丽丝最常用的是 python", 0.6)).toBe("reinforced");
      const [memory, ...more] = (await scope.memories.list()).items;
      expect(more).toEqual([]);
      expect(memory).toMatchObject({ text: "Python is what Alice reaches for", evidenceCount: 3 });
    });

    it("R9: the evidence holds what the confidence is made of", async () => {
      const scope = alice(await auto({ embedder: topics() }));
      const { memory } = await scope.remember("Alice writes everything in Python", { confidence: 0.9 });
      const { evidence } = (await scope.memories.proof(memory.id))!;
      expect(evidence.map(({ meta }) => meta)).toEqual([
        { confidence: { base: 0.9, method: 1, role: 1, repetition: 1, contradiction: 1 } },
      ]);
    });

    it.each([
      ["match.strict: only above auto", { auto: 1, strict: true }, 2],
      ["not strict: from auto up", { auto: 1, strict: false }, 1],
      ["by words it takes more than being near", { by: "words" as const }, 2],
    ])("R19: without a model, %s", async (_what, match, count) => {
      const memoir = await db.open({
        ...{ preset: "astrbot", embedder: topics() },
        settings: { write_policy: { mode: "auto" }, match },
      });
      await alice(memoir).remember("Alice writes everything in Python");
      await alice(memoir).remember("Python is what Alice reaches for");
      expect((await alice(memoir).memories.list()).items).toHaveLength(count);
    });
  });

  describe("tools and upkeep", () => {
    /** A model that finds one claim in each tool result. */
    const reading = (type: string, confidence: number) => ({
      id: "fake/one",
      async generate({ messages }: { messages: readonly { content: string }[] }) {
        const prompt = messages.map(({ content }) => content).join("\n");
        const facts = [...prompt.matchAll(/^#(\d+) tool.*?: (.*)$/gm)].map(([, source, text]) => ({
          ...{ text, type, confidence, importance: 0.5, source: Number(source), quote: text },
        }));
        return { text: JSON.stringify({ facts, forget: [] }), finish: "stop" as const };
      },
    });
    const statusAfter = async (memoir: MemoirEngine): Promise<string[]> => {
      const text = "The deploy of build 12 was finished on 2026-03-01.";
      await alice(memoir).observe([{ id: "t1", role: "tool", type: "tool_result", text }]);
      await alice(memoir).flush();
      return (await alice(memoir).memories.list()).items.map(({ status }) => status);
    };

    it.each([
      ["astrbot", "episode", 0.95, ["active"]],
      ["astrbot", "episode", 0.8, ["shadow"]],
      ["astrbot", "profile", 0.95, []],
      ["default", "episode", 0.95, ["shadow"]],
    ] as const)("R26, C29: in %s an %s of a tool of %d is %j", async (preset, type, confidence, statuses) => {
      const settings = preset === "astrbot" ? { write_policy: { mode: "auto" as const } } : {};
      expect(
        await statusAfter(await db.open({ preset, model: reading(type, confidence), settings })),
      ).toEqual(statuses);
    });

    it("R45: compaction runs every day, and merges what became near", async () => {
      const embedder = topics();
      const memoir = await auto({ embedder });
      const scope = alice(memoir);
      const { upkeep } = memoir.operator(db.tenant);
      embedder.failing = true;
      await scope.remember("Alice writes everything in Python", { confidence: 0.7 });
      await scope.remember("Python is what Alice reaches for", { confidence: 0.9 });
      await scope.remember("Alice has 12 python scripts", { confidence: 0.9 });
      embedder.failing = false;
      await memoir.work();
      const job = (await upkeep.status()).find(({ name }) => name === "compact")!;
      expect(job.nextAt).toEqual(new Date("2026-03-02T04:00:00Z"));
      db.clock.advance(DAY);
      await memoir.work();
      expect(
        (await scope.memories.list({ status: ["active"] })).items.map(({ text }) => text).sort(),
      ).toEqual(["Alice has 12 python scripts", "Python is what Alice reaches for"]);
    });
  });

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
