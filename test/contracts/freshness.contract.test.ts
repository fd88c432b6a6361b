import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Hit, Memoir, MemoirOptions, Recall, ScopeHandle } from "../../src/index.ts";
import { MemoirError } from "../../src/index.ts";
import { topicEmbedder } from "../support/embedder.ts";
import { memoirs, useMemoir } from "../support/memoirs.ts";

const TOPICS = [
  ["beagle", "dog", "puppy", "狗"],
  ["flight", "plane", "airport", "飞机"],
  ["tea", "drink", "绿茶"],
  ["berlin", "live", "moved", "住"],
] as const;

const texts = (recall: { hits: readonly Hit[] }): string[] => recall.hits.map((hit) => hit.text);

/** Everything an answer says, but how often a memory was read before: that is not a change (R321). */
function told({ hits, degraded }: Recall): unknown {
  return {
    degraded,
    hits: hits.map((hit) => {
      const { kind, id, text, score, evidence } = hit;
      const { signals, ...why } = hit.why;
      const of =
        hit.kind === "event"
          ? hit.event
          : { ...(hit.kind === "memory" ? hit.memory : hit.entry), accessCount: 0 };
      return { kind, id, text, score, evidence, why, signals: [...signals], of };
    }),
  };
}

const QUESTIONS = [
  "Where does Alice live?",
  "Which dog does Bob have?",
  "小明的狗叫什么？",
  "tea last week",
  "*",
  "eag",
];

async function asked(memoir: Memoir, tenant: string): Promise<unknown[]> {
  const scope = memoir.scope("user:alice", { tenant });
  const answers: unknown[] = [];
  for (const question of QUESTIONS) {
    for (const from of ["memories", "events"] as const) {
      answers.push([
        question,
        from,
        told(await scope.recall(question, { from: [from], limit: 5, threshold: 0 })),
      ]);
    }
  }
  return answers;
}

describe.each(memoirs)("what a reader sees on $name", (kind) => {
  const db = useMemoir(kind);
  const runs = kind.engine === "sqlite" ? 12 : 2;

  const pair = async (options: MemoirOptions = {}) => {
    const [one, two] = await Promise.all([db.open(options), db.open(options)]);
    const of = (memoir: Memoir): ScopeHandle => memoir.scope("user:alice", { tenant: db.tenant });
    return { one, two, writer: of(one), reader: of(two) };
  };

  it("R305: another engine's write, change, forgetting, return and erasure, each at the next recall", async () => {
    const { writer, reader } = await pair();
    const seen = async (query: string): Promise<string[]> => texts(await reader.recall(query));
    expect(await seen("tea")).toEqual([]);
    const { memory } = await writer.remember("Alice likes green tea");
    expect(await seen("tea")).toEqual(["Alice likes green tea"]);
    await writer.memories.update(memory.id, { text: "Alice likes black coffee" });
    expect([await seen("tea"), await seen("coffee")]).toEqual([[], ["Alice likes black coffee"]]);
    await writer.forget({ id: memory.id });
    expect(await seen("coffee")).toEqual([]);
    await writer.memories.restore(memory.id);
    expect(await seen("coffee")).toEqual(["Alice likes black coffee"]);
    await writer.memories.undo(memory.id);
    expect(await seen("coffee")).toEqual([]);
    await writer.memories.restore(memory.id);
    expect(await seen("coffee")).toEqual(["Alice likes black coffee"]);
    await writer.forget({ id: memory.id }, { hard: true });
    expect([await seen("coffee"), await seen("*")]).toEqual([[], []]);
  });

  it("another engine's messages, and their words no longer when they are erased", async () => {
    const { writer, reader } = await pair();
    const seen = async (query: string): Promise<string[]> =>
      (await reader.recall(query, { from: ["events"], threshold: 0 })).hits.map((hit) => hit.id);
    await writer.observe([{ id: "a", text: "The plane leaves at nine" }]);
    expect(await seen("plane")).toEqual(["a"]);
    await writer.observe([{ id: "b", text: "My other plane is late" }]);
    expect((await seen("plane")).sort()).toEqual(["a", "b"]);
    const { memory } = await writer.remember("Alice flies a plane", { eventId: "c" });
    expect((await seen("plane")).sort()).toEqual(["a", "b", "c"]);
    await writer.forget({ id: memory.id }, { hard: true });
    expect((await seen("plane")).sort()).toEqual(["a", "b"]);
  });

  it("vectors that come later: what words do not find, meaning does at the next recall", async () => {
    const embedder = topicEmbedder(TOPICS);
    const { one, writer, reader } = await pair({ embedder });
    embedder.failing = true;
    await writer.remember("Alice has a beagle");
    await writer.observe([{ id: "e", text: "I walked the beagle" }]);
    embedder.failing = false;
    const seen = async (from: "memories" | "events"): Promise<string[]> =>
      texts(await reader.recall("puppy", { from: [from], threshold: 0.01 }));
    expect([await seen("memories"), await seen("events")]).toEqual([[], []]);
    await db.work(one);
    expect(await seen("memories")).toEqual(["Alice has a beagle"]);
    expect(await seen("events")).toContain("I walked the beagle");
  });

  it("what was forgotten and comes back is found by its meaning again", async () => {
    const { one, two, writer, reader } = await pair({ embedder: topicEmbedder(TOPICS) });
    const { memory } = await writer.remember("Alice has a beagle");
    const seen = async (): Promise<string[]> => texts(await reader.recall("puppy", { threshold: 0 }));
    for (const again of [
      () => writer.memories.restore(memory.id),
      () => writer.memories.undo(memory.id),
      () => writer.remember("Alice has a beagle"),
    ]) {
      await writer.forget({ id: memory.id });
      expect(await seen()).toEqual([]);
      await again();
      expect(await seen()).toEqual(["Alice has a beagle"]);
      expect(await asked(two, db.tenant)).toEqual(await asked(one, db.tenant));
    }
  });

  it("an edited memory is among the newest, for those who saw the edit and for those who come later", async () => {
    const { one, two, writer } = await pair();
    const { memory: first } = await writer.remember("The very first claim about walnuts");
    for (let i = 0; i < 40; i++) {
      db.clock.advance(1_000);
      await writer.remember(`Claim number ${i} is about subject${i * 7}`);
    }
    const newest = async (memoir: Memoir): Promise<string[]> =>
      texts(await memoir.scope("user:alice", { tenant: db.tenant }).recall("*", { limit: 2 }));
    await newest(one);
    db.clock.advance(1_000);
    await writer.memories.update(first.id, { text: "An edited claim about walnuts" });
    const expected = ["An edited claim about walnuts", "Claim number 39 is about subject273"];
    expect([await newest(one), await newest(two)]).toEqual([expected, expected]);
  });

  it("who is spoken of no more is a word like any other again", async () => {
    const { one, two, writer } = await pair();
    await writer.remember("The tower is in Pisa", { subject: "Pisa" });
    await writer.remember("We saw Pisa together", { subject: "Alice" });
    const { memory: other } = await writer.remember("Alice eats pizza in Pisa", { subject: "Pisa" });
    await one.scope("user:alice", { tenant: db.tenant }).recall("Pisa");
    await writer.forget({ about: "tower" });
    await writer.memories.update(other.id, { subject: "Alice" });
    expect(await asked(one, db.tenant)).toEqual(await asked(two, db.tenant));
    const ask = async (memoir: Memoir): Promise<unknown> =>
      told(
        await memoir.scope("user:alice", { tenant: db.tenant }).recall("What is in Pisa?", { threshold: 0 }),
      );
    expect(await ask(one)).toEqual(await ask(two));
  });

  it("C24: changes that the ring has dropped are seen all the same", async () => {
    const { one, two, writer, reader } = await pair({ settings: { changes: { keep: 1 } } });
    const { memory: kept } = await writer.remember("Alice likes tea");
    const { memory: lost } = await writer.remember("Alice has a beagle");
    await writer.observe([{ id: "e", text: "My beagle sleeps" }]);
    await asked(two, db.tenant);
    for (let i = 0; i < 40; i++) await writer.memories.update(kept.id, { importance: (i % 9) / 10 });
    await writer.forget({ id: lost.id }, { hard: true });
    for (let i = 0; i < 40; i++) await writer.memories.update(kept.id, { importance: (i % 7) / 10 });
    await writer.memories.update(kept.id, { text: "Alice likes strong tea" });
    expect(texts(await reader.recall("*"))).toEqual(["Alice likes strong tea"]);
    const fresh = await db.open();
    const [expected, warm, own] = [
      await asked(fresh, db.tenant),
      await asked(two, db.tenant),
      await asked(one, db.tenant),
    ];
    expect(warm).toEqual(expected);
    expect(own).toEqual(expected);
  });

  type Step =
    | { do: "remember"; text: string; subject: string | undefined; importance: number }
    | { do: "observe"; text: string; author: string; session: string | undefined; days: number }
    | { do: "update"; which: number; changes: object }
    | { do: "forget" | "restore" | "undo" | "purge"; which: number }
    | { do: "wait"; hours: number }
    | { do: "read" };

  const CLAIMS = [
    "Alice lives in Berlin",
    "Alice lives in 北京",
    "Bob has a beagle called Rex",
    "小明的狗叫小黑",
    "Alice drinks tea every morning",
    "Alice drank tea yesterday",
    "The plane leaves at nine",
    "她喜欢喝绿茶",
  ];
  const which = fc.nat({ max: 50 });
  const text = fc.constantFrom(...CLAIMS);
  const person = fc.constantFrom("Alice", "Bob", "小明");
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({
      do: fc.constant("remember" as const),
      text,
      subject: fc.option(person, { nil: undefined }),
      importance: fc.constantFrom(0.2, 0.5, 0.9),
    }),
    fc.record({
      do: fc.constant("observe" as const),
      text,
      author: person,
      session: fc.constantFrom("s1", "s2", undefined),
      days: fc.constantFrom(0, 3, 7),
    }),
    fc.record({
      do: fc.constant("update" as const),
      which,
      changes: fc.oneof(
        fc.record({ text: text.map((one) => `${one}, she says`) }),
        fc.record({ importance: fc.constantFrom(0.1, 0.8) }),
        fc.record({ subject: person }),
        fc.record({ key: fc.constantFrom("home", "beagle_name", "tea") }),
        fc.record({ status: fc.constantFrom("disabled" as const, "archived" as const, "active" as const) }),
      ),
    }),
    fc.record({
      do: fc.constantFrom("forget" as const, "restore" as const, "undo" as const, "purge" as const),
      which,
    }),
    fc.record({ do: fc.constant("wait" as const), hours: fc.constantFrom(1, 5, 30) }),
    fc.record({ do: fc.constant("read" as const) }),
  );

  /** Does one step; what the engine refuses as it should (a taken key, nothing to undo) changes nothing. */
  const take = async (scope: ScopeHandle, reader: Memoir, tenant: string, one: Step): Promise<void> => {
    if (one.do === "wait") {
      db.clock.advance(one.hours * 3_600_000);
      return;
    }
    if (one.do === "read") {
      await asked(reader, tenant);
      return;
    }
    if (one.do === "observe") {
      const { text, author, session } = one;
      const at = new Date(db.clock.now - one.days * 86_400_000);
      await scope.observe([{ text, author, at, ...(session === undefined ? {} : { session }) }]);
      return;
    }
    if (one.do === "remember") {
      const { text, subject, importance } = one;
      await scope.remember(text, { importance, ...(subject === undefined ? {} : { subject }) });
      return;
    }
    const all = (await scope.memories.list({ status: ["active", "archived", "disabled", "soft_deleted"] }))
      .items;
    const memory = all[one.which % Math.max(1, all.length)];
    if (memory === undefined) return;
    try {
      if (one.do === "update") await scope.memories.update(memory.id, one.changes);
      if (one.do === "forget") await scope.forget({ id: memory.id });
      if (one.do === "restore") await scope.memories.restore(memory.id);
      if (one.do === "undo") await scope.memories.undo(memory.id);
      if (one.do === "purge") await scope.forget({ id: memory.id }, { hard: true });
    } catch (error) {
      if (!MemoirError.is(error) || !["conflict", "nothing_to_undo", "not_found"].includes(error.code))
        throw error;
    }
  };

  it.each(["none", "embedder"] as const)(
    "catching up gives what a new engine reads, whatever happened before (%s)",
    async (how) => {
      const options = (): MemoirOptions => (how === "none" ? {} : { embedder: topicEmbedder(TOPICS) });
      const [writer, reader] = await Promise.all([db.open(options()), db.open(options())]);
      let round = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
          round += 1;
          const tenant = `${db.tenant}-${round}`;
          const scope = writer.scope("user:alice", { tenant });
          for (const one of steps) await take(scope, reader, tenant, one);
          if (how === "embedder") await db.work(writer);
          const fresh = await db.open(options());
          try {
            const expected = await asked(fresh, tenant);
            expect(await asked(reader, tenant)).toEqual(expected);
            expect(await asked(writer, tenant)).toEqual(expected);
          } finally {
            await fresh.close();
          }
        }),
        { numRuns: runs },
      );
    },
    300_000,
  );
});
