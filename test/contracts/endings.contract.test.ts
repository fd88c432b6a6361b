import { afterEach, describe, expect, it } from "vitest";
import type { ScopeHandle } from "../../src/index.ts";
import { type ScriptedModel, startScriptedModel } from "../../src/testing/index.ts";
import { anyMemoir, useMemoir } from "../support/memoirs.ts";
import { everything } from "./support/expect.ts";

const DAY = 86_400_000;

/** How a model reads what somebody says: as a fact, and as the end of the known memory with this text. */
interface Reading {
  readonly said: string;
  readonly text: string;
  readonly ends?: string;
  readonly author?: string;
}

describe.each(anyMemoir)("what is said to be over, on $name", (kind) => {
  const db = useMemoir(kind);
  const models: ScriptedModel[] = [];
  afterEach(async () => {
    await Promise.all(models.splice(0).map((model) => model.close()));
  });

  /** A scope whose model reads as it is told. */
  const reading = async (
    name: string,
  ): Promise<{
    scope: ScopeHandle;
    model: ScriptedModel;
    read(...readings: readonly Reading[]): Promise<void>;
  }> => {
    let answer: (prompt: string) => object = () => ({ facts: [] });
    const model = await startScriptedModel({
      answer: ({ messages }) => ({ object: answer(messages[0]?.content ?? "") }),
    });
    models.push(model);
    const memoir = await db.open({ model: model.model, settings: { models: { retries: 0 } } });
    const scope = memoir.scope(name, { tenant: db.tenant });
    const read = async (...readings: readonly Reading[]): Promise<void> => {
      for (const { said, text, ends, author = "Alice" } of readings) {
        answer = (prompt) => ({
          facts: [
            {
              ...{ text, type: "profile", subject: author, quote: said, importance: 0.6 },
              source: Number(/^#(\d+) user (?![^:\n]*\(earlier)/m.exec(prompt)?.[1]),
              affirmed: ends === undefined,
              contradicts: ends === undefined ? [] : numbersOf(prompt, ends),
            },
          ],
        });
        await tell(scope, author, said);
      }
    };
    return { scope, model, read };
  };
  /** The number under which a prompt shows a memory; none where it does not. */
  const numbersOf = (prompt: string, text: string): number[] => {
    const line = prompt.split("\n").find((one) => one.endsWith(`] ${text}`));
    return line === undefined ? [] : [Number(/\d+/.exec(line)?.[0])];
  };
  const tell = async (scope: ScopeHandle, author: string, ...messages: readonly string[]): Promise<void> => {
    for (const text of messages) {
      db.clock.advance(DAY);
      await scope.observe([{ author, text }]);
      await scope.flush();
    }
  };
  const texts = async (scope: ScopeHandle, status: "active" | "superseded" = "active"): Promise<string[]> =>
    (await everything(scope.memories.list({ status: [status] }))).map(({ text }) => text).toSorted();

  const OVER: readonly [id: string, first: Reading, then: Reading][] = [
    [
      "gym",
      { said: "I go to the gym three times a week", text: "Alice goes to the gym three times a week." },
      { said: "quit the gym last month", text: "Alice no longer goes to the gym." },
    ],
    [
      "car",
      { said: "I drive a Honda Civic", text: "Alice drives a Honda Civic." },
      { said: "I sold the Civic", text: "Alice no longer drives a Honda Civic." },
    ],
    [
      "love",
      { said: "my boyfriend is called Tom", text: "Alice's boyfriend is called Tom." },
      { said: "Tom and I split up", text: "Tom is no longer Alice's boyfriend." },
    ],
    [
      "健身",
      { said: "我每周去三次健身房", text: "Alice每周去三次健身房。" },
      { said: "健身房我不去了", text: "Alice不再去健身房了。" },
    ],
    [
      "恋爱",
      { said: "我女朋友叫小雨", text: "Alice的女朋友叫小雨。" },
      { said: "我跟小雨分手了", text: "Alice跟小雨分手了。" },
    ],
  ];

  it.each(OVER)(
    "C10: what a model reads as over is kept with its end, and the end is remembered: %s",
    async (id, first, then) => {
      const { scope, read } = await reading(`user:${id}`);
      await read(first, { ...then, ends: first.text });
      expect(await texts(scope)).toEqual([then.text]);
      expect(await texts(scope, "superseded")).toEqual([first.text]);
    },
  );

  it.each(OVER)("C10: without a model nothing ends by what is said: %s", async (id, first, then) => {
    const scope = db.scope(`user:${id}`);
    await scope.remember(first.text);
    await tell(scope, "Alice", then.said);
    expect(await texts(scope)).toEqual([first.text]);
    expect(await texts(scope, "superseded")).toEqual([]);
  });

  it.each([
    ["car", "I drive a Honda Civic", "I sold the Civic", "what car do I drive?"],
    ["健身", "我每周去三次健身房", "健身房我不去了", "我多久去一次健身房？"],
    ["恋爱", "我女朋友叫小雨", "我跟小雨分手了", "小雨是谁？"],
  ])(
    "without a model the end stands beside what it ends, in one line: %s",
    async (id, first, then, query) => {
      const scope = db.scope(`user:${id}`);
      await tell(scope, "Alice", first, then);
      const recall = await scope.recall(query);
      expect(recall.hits).toMatchObject([{ kind: "event", text: first, later: { text: then } }]);
      const [line, ...others] = recall
        .toPrompt()
        .split("\n")
        .filter((one) => one.includes(first) || one.includes(then));
      expect(others).toEqual([]);
      expect(line).toContain(`"${first}" (later`);
      expect(line).toContain(`"${then}"`);
    },
  );

  it("C10: also what remember() was asked to keep, and it may be so again", async () => {
    const { scope, read } = await reading("user:alice");
    const plays = "Alice plays tennis on Sundays.";
    await scope.remember(plays, { subject: "Alice" });
    await read({ said: "I gave up tennis", text: "Alice gave up tennis.", ends: plays });
    expect(await texts(scope)).toEqual(["Alice gave up tennis."]);
    await scope.remember(plays, { subject: "Alice" });
    expect(await texts(scope)).toContain(plays);
  });

  it.each([
    [
      "Alice plays tennis on Sundays.",
      "Remember that I no longer play tennis on Sundays.",
      "Alice no longer plays tennis on Sundays.",
    ],
    ["Alice住在巴黎。", "记住我不住在巴黎了。", "Alice不住在巴黎了。"],
  ])(
    "C10: who asks to remember that it is over is taken at their word: %s – %s",
    async (before, then, after) => {
      const scope = db.scope("user:alice");
      await scope.remember(before, { subject: "Alice" });
      await tell(scope, "Alice", then);
      expect(await texts(scope)).toEqual([after]);
      expect(await texts(scope, "superseded")).toEqual([before]);
    },
  );

  it.each([
    ["Alice lives in Paris.", "Remember that I live in Rome", "Alice lives in Rome."],
    ["Alice lives in Paris.", "I live in Rome. Remember that.", "Alice lives in Rome."],
    ["Alice住在巴黎。", "记住我搬到罗马了", "Alice搬到罗马了。"],
  ])("C10: a change beats what was remembered before it: %s – %s", async (before, then, after) => {
    const scope = db.memoir.scope({ kind: "user", id: `mover ${then}` });
    await scope.remember(before, { subject: "Alice" });
    await tell(scope, "Alice", then);
    expect(await texts(scope)).toEqual([after]);
  });

  it("C10: a new value in the same message says it all", async () => {
    const { scope, read } = await reading("user:bob");
    await read(
      { said: "I live in Paris", text: "Alice lives in Paris." },
      {
        ...{ said: "I live in Lyon now, left Paris for good", text: "Alice lives in Lyon." },
        ends: "Alice lives in Paris.",
      },
    );
    expect(await texts(scope)).toEqual(["Alice lives in Lyon."]);
  });

  it("C10: what one says to be over is over for them, not for another", async () => {
    const { scope, model, read } = await reading("group:club");
    const plays = "Ann plays chess every Sunday.";
    await read(
      { said: "I play chess every Sunday", text: plays, author: "Ann" },
      { said: "I gave up chess", text: "Bob gave up chess.", ends: plays, author: "Bob" },
    );
    // The model was shown it, and named it.
    expect(model.calls.requests.at(-1)!.prompt).toContain(`] ${plays}`);
    expect(await texts(scope)).toEqual([plays, "Bob gave up chess."]);
    expect(await texts(scope, "superseded")).toEqual([]);
  });

  it("R300: reading the same words again changes nothing", async () => {
    const { scope, read } = await reading("user:carol");
    const goes = "Alice goes to the gym three times a week.";
    const over = { text: "Alice no longer goes to the gym.", ends: goes };
    await read(
      { said: "I go to the gym three times a week", text: goes },
      { said: "quit the gym", ...over },
      { said: "quit the gym, as I said", ...over },
    );
    const [memory, ...others] = await everything(scope.memories.list({ status: ["active"] }));
    expect([memory?.text, memory?.evidenceCount, others]).toEqual([over.text, 2, []]);
    expect(await texts(scope, "superseded")).toEqual([goes]);
  });
});
