import { describe, expect, it } from "vitest";
import type {
  LanguageModel,
  MemoirEngine,
  MemoirOptions,
  RememberOptions,
  ScopeHandle,
} from "../../../src/index.ts";
import { anyDatabase, useDatabase } from "../../support/databases.ts";
import { topicEmbedder } from "../../support/embedder.ts";
import { DAY } from "../support/expect.ts";

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

/** A fact that a model finds: its words, type and key, how sure and how important it is. */
interface Found {
  readonly said: string;
  readonly text: string;
  readonly type: string;
  readonly key: string;
  readonly confidence?: number;
}

/** What a user says, and what seed 000's model makes of it: the samples. */
const TALK: readonly (readonly [said: string, text: string, type: string, key: string])[] = [
  ["hi, my name is Alice", "User's name is Alice", "profile", "user_name"],
  ["I prefer Python over Java", "User prefers Python over Java", "preference", "prefers_python_over_java"],
  [
    "the migration to the v2 API is 60% complete",
    "Migration to v2 API is 60% complete",
    "task_state",
    "v2_api",
  ],
  [
    "never use sudo in code suggestions please",
    "Never use sudo in code suggestions",
    "constraint",
    "no_sudo",
  ],
  [
    "we debugged an OOM issue in production on 2025-03-01",
    "Debugged OOM issue in production on 2025-03-01",
    "episode",
    "oom_2025_03_01",
  ],
];

const FOUND: readonly Found[] = [
  ...TALK.map(([said, text, type, key]) => ({ said, text, type, key })),
  {
    said: "pls no sudo in examples",
    ...{ text: "Code examples for the user contain no sudo", type: "constraint", key: "No sudo!" },
  },
  {
    said: "Python is what I reach for, always",
    ...{ text: "User reaches for Python, always", type: "preference", key: "python_always", confidence: 1 },
  },
];

function foundIn(said: string): Found | undefined {
  const film = /^I saw (film number (\d+) on .*)$/.exec(said);
  if (film === null) return FOUND.find((one) => one.said === said);
  return { said, text: `User saw ${film[1]}`, type: "episode", key: `saw_film_${film[2]}` };
}

/** A model that answers as seed 000 §3.2 asks, if it is asked so. */
function seedModel(): LanguageModel {
  return {
    id: "fake/one",
    async generate({ messages }) {
      const prompt = messages.map(({ content }) => content).join("\n");
      expect(prompt).toContain('"key K"');
      const facts = [...prompt.matchAll(/^#(\d+) user(?: \(.*?\))?: (.*)$/gm)].flatMap(
        ([, number, words]) => {
          const found = foundIn(words!);
          if (found === undefined) return [];
          const { said: quote, text, type, key, confidence = 0.95 } = found;
          const importance = SAMPLES.find((one) => one[1] === type)![2];
          return [
            { text, type, more: [`key ${key}`], confidence, importance, source: Number(number), quote },
          ];
        },
      );
      return { text: JSON.stringify({ facts, forget: [] }), finish: "stop" };
    },
  };
}

describe.each(anyDatabase)("AstrBot's memory on $name", (kind) => {
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

  it("R12, R14, R17–R19, R24–R30: a month as the seed's bot: in shadow first, then active, in the prompt, and gone when its time is over", async () => {
    const memoir = await db.open({ preset: "astrbot", embedder: topics(), model: seedModel() });
    const operator = memoir.operator(db.tenant);
    const origin = { platform: "discord", userId: "42", umo: "discord:FriendMessage:42" };
    const scope = await memoir.scopeFor(origin, { tenant: db.tenant });
    let turns = 0;
    /** §7.2: a turn is recorded when the reply was sent, and read afterwards. */
    const talk = async (session: string, said: readonly string[]): Promise<string[]> => {
      const outcomes: string[] = [];
      for (const text of said) {
        turns += 1;
        const turn = `${turns}`;
        await scope.observe([
          { id: `u${turn}`, role: "user", text, session, turn },
          { id: `a${turn}`, role: "assistant", text: "Noted.", session, turn },
        ]);
        const { entries } = await scope.flush();
        outcomes.push(
          ...entries.filter(({ eventId }) => eventId === `u${turn}`).map(({ outcome }) => outcome),
        );
      }
      return outcomes;
    };
    /** §7.1: what stands before the system prompt. */
    const prompt = async (question: string): Promise<string> => {
      const recall = await scope.recall(question);
      const [system] = recall.injectInto([
        { role: "system", content: "You are AstrBot." },
        { role: "user", content: question },
      ]);
      await recall.delivered();
      return `${system!.content}`;
    };
    const all = TALK.map(([said]) => said);

    // R24, R25: the preset's own mode writes and injects nothing.
    expect(await talk("day 1", all)).toEqual(all.map(() => "shadowed"));
    expect(await prompt("How do I install nginx on Ubuntu?")).toBe("You are AstrBot.");
    const { items } = await scope.memories.list();
    expect(items.map(({ key, status }) => [key, status])).toEqual(
      TALK.map(([, , , key]) => [key, "shadow"]).reverse(),
    );

    // §3.5: the operator switches to auto; what is said again is active. R18, R20: 0.95 × 0.8, then × 1.1, averaged.
    await operator.policy.set({ writePolicy: { mode: "auto" } });
    db.clock.advance(DAY);
    expect(await talk("day 2", all)).toEqual(all.map(() => "reinforced"));
    expect(await prompt("How do I install nginx on Ubuntu?")).toBe(
      [
        "[Long-term Memory]",
        "- [constraint] Never use sudo in code suggestions (confidence: 0.80)",
        "- [profile] User's name is Alice (confidence: 0.80)",
        "- [preference] User prefers Python over Java (confidence: 0.80)",
        "- [task_state] Migration to v2 API is 60% complete (confidence: 0.80)",
        "- [episode] Debugged OOM issue in production on 2025-03-01 (confidence: 0.80)",
        "[End Memory]",
        "You are AstrBot.",
      ].join("\n"),
    );
    for (const greeting of ["Good morning!", "早上好！"])
      expect((await prompt(greeting)).split("\n")).toHaveLength(8);

    // R14, R17: the same key is the same fact. R19: so is what is near, and the surer words stand.
    expect(await talk("day 3", ["pls no sudo in examples", "Python is what I reach for, always"])).toEqual([
      "reinforced",
      "merged",
    ]);

    // R24: ten new ones in a session, and no more; the next session goes on.
    const films = Array.from({ length: 12 }, (_, i) => `I saw film number ${i + 1} on 2026-02-${i + 10}`);
    expect(await talk("films", films)).toEqual([...Array(10).fill("added"), "refused", "refused"]);
    expect(await talk("more films", films.slice(10))).toEqual(["added", "added"]);

    // R12: the state of a task lives a week, an episode thirty days; R28: five of a type.
    const types = async (): Promise<Record<string, number>> => {
      const counts: Record<string, number> = {};
      for (const hit of (await scope.recall("Good morning!")).hits) {
        const type = (hit.kind === "memory" && hit.memory.type) || "";
        counts[type] = (counts[type] ?? 0) + 1;
      }
      return counts;
    };
    const lasting = { profile: 1, preference: 1, constraint: 1 };
    expect(await types()).toEqual({ ...lasting, task_state: 1, episode: 5 });
    for (let day = 0; day < 8; day += 1) {
      db.clock.advance(DAY);
      await memoir.work();
    }
    expect(await types()).toEqual({ ...lasting, episode: 5 });
    db.clock.advance(23 * DAY);
    await memoir.work();
    expect(await types()).toEqual(lasting);
    expect((await scope.memories.list({ status: ["expired"] })).items).toHaveLength(14);
    expect(await prompt("Write a script that reads a CSV file")).toContain(
      "- [preference] User reaches for Python, always (confidence: 0.8",
    );
    expect(await memoir.check()).toEqual([]);
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
