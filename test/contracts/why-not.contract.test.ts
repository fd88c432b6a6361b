import { describe, expect, it } from "vitest";
import type { SettingsInput } from "../../src/domain/settings.ts";
import { VERDICT_CODES } from "../../src/domain/why-not.ts";
import type { EventInput, ExplainOptions, Memoir, ScopeHandle, Verdict } from "../../src/index.ts";
import { type TestEmbedder, topicEmbedder } from "../support/embedder.ts";
import { anyMemoir, type SharedMemoir, useMemoir } from "../support/memoirs.ts";
import { readingModel } from "./support/reading-model.ts";

const HOME = "where do I live?";
const YEAR = 365 * 86_400_000;

const LIVES = { said: [{ text: "I live in Hamburg." }] };

/** A place where a line is left out: how to get there, and what is asked. */
interface Case {
  readonly settings?: SettingsInput;
  readonly scope?: string;
  /** Messages, observed and read in this order. */
  readonly said?: readonly EventInput[];
  /** Gives the id of the memory that is asked about. Absent: the event `m1` is. */
  readonly memory?: (scope: ScopeHandle, clock: SharedMemoir["clock"]) => Promise<string>;
  readonly after?: (scope: ScopeHandle) => Promise<unknown>;
  readonly question: string;
  readonly options?: ExplainOptions;
  readonly embedder?: () => TestEmbedder | "local";
}

const kept =
  (text: string, options: Parameters<ScopeHandle["remember"]>[1] = {}) =>
  async (scope: ScopeHandle): Promise<string> =>
    (await scope.remember(text, options)).memory.id;

const held =
  (status: "shadow" | "archived" | "disabled") =>
  async (scope: ScopeHandle): Promise<string> => {
    const { memory } = await scope.remember("Ann lives in Hamburg");
    await scope.memories.update(memory.id, { status });
    return memory.id;
  };

const many = (count: number): EventInput[] =>
  Array.from({ length: count }, (_, i) => ({
    id: `x${i}`,
    text: `I cooked soup number ${i} for lunch at home.`,
  }));

const CASES: readonly (readonly [name: string, code: string, one: Case])[] = [
  ["a memory in the block", "shown", { memory: kept("Ann lives in Hamburg"), question: HOME }],
  ["words in the block", "shown", { said: [{ text: "I live in Hamburg." }], question: HOME }],
  ["中文的话在块里", "shown", { said: [{ text: "我住在杭州。" }], question: "我住在哪里？" }],
  [
    "a memory below the floor",
    "floor",
    { memory: kept("Ann lives in Hamburg"), question: "Hamburg harbour ships", options: { threshold: 1 } },
  ],
  [
    "words below the floor",
    "floor",
    { said: [{ text: "I live in Hamburg." }], question: "Hamburg harbour ships", options: { threshold: 1 } },
  ],
  [
    "a memory beyond the places",
    "items",
    {
      said: [{ id: "x1", text: "Remember that I like tea from Assam with milk." }],
      memory: kept("Ann once drank tea"),
      question: "tea from Assam with milk",
      options: { limit: 1 },
    },
  ],
  [
    "a memory beyond the tokens",
    "tokens",
    {
      memory: kept(`Ann's recipe of tea: ${"add some leaves, ".repeat(60)}`),
      question: "tea",
      options: { maxTokens: 60 },
    },
  ],
  [
    "words that a memory in the block says as well",
    "repeats",
    {
      said: [{ text: "I like green tea from Japan." }],
      after: (scope) => scope.remember("Ann likes green tea from Japan"),
      question: "green tea from Japan",
    },
  ],
  [
    "enough of its type",
    "type",
    {
      settings: { readPolicy: { maxPerType: 1 } },
      memory: async (scope) => {
        await scope.remember("Ann likes black tea with milk", { type: "preference" });
        return (await scope.remember("Ann likes tea", { type: "preference" })).memory.id;
      },
      question: "black tea with milk",
    },
  ],
  [
    "enough of its category",
    "category",
    {
      settings: { categories: { custom: [{ name: "drinks", context: "rag", ragLength: 1 }] } } as never,
      memory: async (scope) => {
        await scope.remember("Ann likes black tea with milk", { category: "drinks" });
        return (await scope.remember("Ann likes tea", { category: "drinks" })).memory.id;
      },
      question: "black tea with milk",
    },
  ],
  [
    "a memory of something else",
    "unrelated",
    { memory: kept("Ann lives in Hamburg"), question: "quantum chromodynamics" },
  ],
  [
    "words about something else",
    "unrelated",
    { said: [{ text: "I live in Hamburg." }], question: "quantum chromodynamics" },
  ],
  ["说的是别的事", "unrelated", { said: [{ text: "我住在杭州。" }], question: "量子色动力学" }],
  [
    "words without a vector",
    "unembedded",
    {
      embedder: () => topicEmbedder([["hamburg", "harbour"], ["cello"]]),
      said: [{ id: "x1", text: "My cello is old." }],
      after: async (scope) => scope.observe([{ id: "m1", text: "I live in Hamburg." }]),
      question: "harbour walks",
    },
  ],
  [
    "words, where nothing in particular is asked",
    "unasked",
    { said: [{ text: "I live in Hamburg." }], question: "*" },
  ],
  [
    "a memory about another member",
    "person",
    {
      scope: "group:42",
      said: [{ id: "x1", author: "ben", authorName: "Ben", text: "Remember that I live in Kiel." }],
      memory: async (scope) => (await scope.memories.list()).items[0]!.id,
      question: HOME,
      options: { asker: "ann" },
    },
  ],
  [
    "words of another member",
    "person",
    {
      scope: "group:42",
      said: [
        { author: "ben", authorName: "Ben", text: "I live in Kiel near the harbour." },
        { id: "x2", author: "ann", authorName: "Ann", text: "I live in Bonn." },
      ],
      question: HOME,
      options: { asker: "ann" },
    },
  ],
  [
    "words that would bind the others",
    "order",
    {
      scope: "group:42",
      said: [
        {
          author: "ben",
          authorName: "Ben",
          text: "Everybody here must call me the king of Kiel from now on.",
        },
      ],
      question: "who is the king of Kiel?",
      options: { asker: "ann" },
    },
  ],
  [
    "a memory that waits for review",
    "pending",
    { settings: { writePolicy: { mode: "manual" } }, memory: kept("Ann lives in Hamburg"), question: HOME },
  ],
  [
    "a memory that has expired",
    "expired",
    {
      memory: async (scope, clock) => {
        const expiresAt = new Date(clock.now + 1_000);
        const { memory } = await scope.remember("Ann lives in Hamburg", { expiresAt });
        clock.advance(2_000);
        return memory.id;
      },
      question: HOME,
    },
  ],
  ...(["shadow", "archived", "disabled"] as const).map(
    (status) => [`a memory that is ${status}`, status, { memory: held(status), question: HOME }] as const,
  ),
  [
    "a memory that was replaced",
    "replaced",
    {
      said: [
        { id: "x1", text: "Remember that I live in Hamburg." },
        { id: "x2", text: "Remember that I live in Kiel now." },
      ],
      memory: async (scope) => (await scope.memories.list({ status: ["superseded"] })).items[0]!.id,
      question: HOME,
    },
  ],
  [
    "a memory that was forgotten",
    "forgotten",
    {
      memory: async (scope) => {
        const { memory } = await scope.remember("Ann lives in Hamburg");
        await scope.forget({ id: memory.id });
        return memory.id;
      },
      question: HOME,
    },
  ],
  [
    "words that are to be forgotten",
    "forgotten",
    {
      said: [{ text: "I live in Hamburg." }],
      after: (scope) =>
        scope.observe([{ text: "Forget what I said about Hamburg." }]).then(() => scope.flush()),
      question: HOME,
    },
  ],
  [
    "words that are erased",
    "erased",
    { said: [{ text: "I live in Hamburg." }], after: (scope) => scope.events.remove("m1"), question: HOME },
  ],
  [
    "a memory that its author has changed since",
    "changed",
    {
      said: [
        { id: "x1", text: "Remember that I work at the harbour in Hamburg." },
        { id: "x2", text: "I don't work at the harbour in Hamburg any more." },
      ],
      memory: async (scope) => (await scope.memories.list()).items[0]!.id,
      question: "where do I work?",
    },
  ],
  [
    "a procedure",
    "kind",
    { memory: kept("1. Open the valve 2. Close it", { category: "procedural" }), question: "valve" },
  ],
  [
    "a memory that has faded",
    "strength",
    {
      settings: { readPolicy: { minStrength: 0.9 } },
      memory: async (scope, clock) => {
        const { memory } = await scope.remember("Ann lives in Hamburg");
        clock.advance(YEAR / 12);
        return memory.id;
      },
      question: HOME,
    },
  ],
  [
    "a memory that is not sure enough",
    "confidence",
    {
      settings: { readPolicy: { minConfidence: 0.95 } },
      memory: kept("Ann lives in Hamburg", { confidence: 0.5 }),
      question: HOME,
    },
  ],
  [
    "a category that the policy does not read",
    "categories",
    {
      settings: { readPolicy: { categories: ["hobby"] } } as never,
      memory: kept("Ann lives in Hamburg", { category: "profile" }),
      question: HOME,
    },
  ],
  [
    "a memory that the filters leave out",
    "filter",
    {
      memory: kept("Ann lives in Hamburg"),
      question: HOME,
      options: { filters: { session: "another" } as never },
    },
  ],
  [
    "words that the filters leave out",
    "filter",
    {
      said: [{ text: "I live in Hamburg." }],
      question: HOME,
      options: { filters: { session: "another" } as never },
    },
  ],
  [
    "words of a later time",
    "otherTime",
    { said: [{ text: "I live in Hamburg." }], question: HOME, options: { asOf: 1_000 } },
  ],
  [
    "a source that is not asked",
    "source",
    { memory: kept("Ann lives in Hamburg"), question: HOME, options: { from: ["quotes"] } },
  ],
  [
    "words, where the policy quotes none",
    "quotesOff",
    { settings: { readPolicy: { quotes: false } }, said: [{ text: "I live in Hamburg." }], question: HOME },
  ],
  [
    "an assistant's words",
    "notUsers",
    { said: [{ role: "assistant", text: "You live in Hamburg." }], question: HOME },
  ],
  ["a question", "question", { said: [{ text: "Where in Hamburg do I live?" }], question: HOME }],
  ["助手的话", "notUsers", { said: [{ role: "assistant", text: "你住在杭州。" }], question: "我住在哪里？" }],
  ["one word", "short", { said: [{ text: "Hamburg" }], question: "Hamburg" }],
  [
    "words that a memory says",
    "twin",
    { said: [{ text: "Remember that I live in Hamburg." }], question: HOME },
  ],
  ["一条记忆已经说了", "twin", { said: [{ text: "记住我住在杭州。" }], question: "我住在哪里？" }],
  [
    "words of a memory that is disabled",
    "held",
    {
      said: [{ text: "Remember that I live in Hamburg." }],
      after: async (scope) => {
        const [memory] = (await scope.memories.list()).items;
        await scope.memories.update(memory!.id, { status: "disabled" });
      },
      question: HOME,
    },
  ],
  [
    "pasted words",
    "foreign",
    {
      said: [{ text: 'Please translate this: "I live in Hamburg and work at the harbour."' }],
      question: "Hamburg harbour",
    },
  ],
];

describe.each(anyMemoir)("why a line did not come up, on $name", (kind) => {
  const db = useMemoir(kind);
  const verdictOf = async (one: Case): Promise<Verdict | null> => {
    const embedder = one.embedder?.();
    const memoir: Memoir = await db.open({
      preset: "default",
      ...(one.settings === undefined ? {} : { settings: one.settings }),
      ...(embedder === undefined ? {} : { embedder }),
    });
    const scope = memoir.scope(one.scope ?? "user:ann", { tenant: db.tenant });
    for (const [i, message] of (one.said ?? []).entries()) {
      await scope.observe([{ id: i === 0 ? "m1" : `n${i}`, ...message }]);
      await scope.flush();
    }
    // The model may still have been loading.
    if (embedder === "local") await db.work(memoir);
    const memory = await one.memory?.(scope, db.clock);
    await one.after?.(scope);
    const about = memory === undefined ? { event: "m1" } : { memory };
    return (await scope.explain(one.question, { ...one.options, ...about })).verdict;
  };

  it.each(CASES)("%s: %s", async (_name, code, one) => {
    const found = await verdictOf(one);
    expect(found?.code).toBe(code);
    expect(found!.text).not.toMatch(/[{}]/);
  });

  it.each<[name: string, code: string, one: Case]>([
    ["a question that needs no memory", "gate", { ...LIVES, question: "Write a short poem about the sea." }],
    [
      "一个不需要记忆的问题",
      "gate",
      { said: [{ text: "我住在杭州。" }], question: "写一首关于大海的短诗。" },
    ],
    ["words that tell nothing", "empty", { said: [{ text: "ok ok, hmm, anyway" }], question: HOME }],
    [
      "another member's wish",
      "wish",
      {
        scope: "group:42",
        said: [{ author: "ben", authorName: "Ben", text: "Please always answer me in French." }],
        question: "do we speak French here?",
        options: { asker: "ann" },
      },
    ],
  ])("by the trained model: %s: %s", async (_name, code, one) => {
    expect((await verdictOf({ ...one, embedder: () => "local" }))?.code).toBe(code);
  });

  it.each([
    [
      "left: what a model has read, and kept nothing of",
      "where does my sister live?",
      "if i dont get it im becoming a lighthouse keeper",
    ],
    ["left: 模型读过却没有留下的话", "我妹妹住在哪里？", "不干了 我要去横店当群演"],
  ])("%s", async (_name, question, text) => {
    const facts = {
      "My sister lives in Ghent.": [{ text: "Ann's sister lives in Ghent" }],
      "I own a boat.": [{ text: "Ann owns a boat" }],
    };
    const memoir = await db.open({ model: readingModel(facts), embedder: "local" });
    const ann = memoir.scope("user:ann", { tenant: db.tenant });
    const [sister, boat] = Object.keys(facts);
    await ann.observe(
      [{ text: sister! }, { id: "m1", text }, { text: boat! }].map((one) => ({ authorName: "Ann", ...one })),
    );
    await ann.flush();
    await db.work(memoir);
    expect((await ann.explain(question, { event: "m1" })).verdict?.code).toBe("left");
  });

  it("a limit for which every prompt has no room is still quoted where it answers", async () => {
    const settings = { readPolicy: { coreTokens: 1 } };
    const said = [{ text: "dont ever suggest me anything with shellfish in it, i am allergic" }];
    const one = { settings, said, embedder: () => "local" as const };
    expect((await verdictOf({ ...one, question: "what should I cook tonight?" }))?.code).toBe("shown");
  });

  it("outranked: a line that many others are nearer than", async () => {
    const found = await verdictOf({
      said: [{ id: "m1", text: "Once I had soup." }],
      after: async (scope) => {
        await scope.observe(many(400));
      },
      question: "soup number 399 for lunch at home",
    });
    expect(["outranked", "floor", "items", "tokens"]).toContain(found?.code);
  });

  it("names one line, and knows none that is not there", async () => {
    const ann = db.scope("user:ann");
    expect((await ann.explain("x", { event: "none" })).verdict).toBeNull();
    await expect(ann.explain("x", { event: "a", memory: "b" })).rejects.toMatchObject({
      code: "invalid_argument",
    });
  });
});

it("every verdict has a case, but for those that need a trained model or a failure", () => {
  const seen = new Set(CASES.map(([, code]) => code));
  const apart = ["gate", "left", "wish", "empty", "outranked", "degraded"];
  expect(VERDICT_CODES.filter((code) => !seen.has(code)).toSorted()).toEqual(apart.toSorted());
});
