import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Memoir, Recall } from "../../src/index.ts";
import { topicEmbedder } from "../support/embedder.ts";
import { memoirs, useMemoir } from "../support/memoirs.ts";

const TOPICS = [
  ["beagle", "dog", "狗"],
  ["tea", "drink", "绿茶"],
  ["berlin", "live", "住"],
] as const;
const QUESTIONS = [
  "Where does Alice live?",
  "Which dog does Bob have?",
  "小明喝什么绿茶？",
  "beagle tea",
  "*",
  "eag",
];

/** Every number an answer has, as it is. */
function numbers({ hits, degraded }: Recall): string {
  return JSON.stringify([
    degraded,
    hits.map(({ id, text, score, why }) => [id, text, score, { ...why, signals: why.signals }]),
  ]);
}

describe.each(memoirs)("who else is there changes no ranking on $name", (kind) => {
  const db = useMemoir(kind);

  it("C16: no text of another tenant or scope moves a hit or a score by a bit", async () => {
    // Little memory, so that the others push this scope's index out time and again.
    const memoir = await db.open({
      embedder: topicEmbedder(TOPICS),
      settings: { index: { maxMegabytes: 1 } },
    });
    const alice = memoir.scope("user:alice", { tenant: db.tenant });
    for (const text of [
      "Alice lives in Berlin",
      "Bob has a beagle",
      "小明每天喝绿茶",
      "Alice drinks tea",
      "The beagle is called Rex",
    ]) {
      await alice.remember(text, { subject: text.startsWith("Bob") ? "Bob" : "Alice" });
      db.clock.advance(60_000);
    }
    await alice.observe([
      { id: "a", author: "Alice", text: "I moved to Berlin, I live near the park", session: "s" },
      { id: "b", author: "Bob", text: "My beagle loves parks", session: "s" },
    ]);
    await db.work(memoir);
    const asked = async (engine: Memoir): Promise<string[]> => {
      const scope = engine.scope("user:alice", { tenant: db.tenant });
      const answers: string[] = [];
      for (const question of QUESTIONS) {
        for (const from of ["memories", "events"] as const)
          answers.push(numbers(await scope.recall(question, { from: [from], threshold: 0 })));
      }
      return answers;
    };
    const expected = await asked(memoir);
    expect(expected.some((answer) => answer.includes("hybrid"))).toBe(true);

    const words = fc.constantFrom(
      "beagle",
      "tea",
      "Berlin",
      "Alice",
      "lives",
      "绿茶",
      "狗",
      "Rex",
      "the",
      "park",
    );
    const text = fc.oneof(
      fc.array(words, { minLength: 1, maxLength: 12 }).map((list) => list.join(" ")),
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }),
      words.map((word) => `${word} `.repeat(300)),
    );
    const place = fc.record({
      tenant: fc.constantFrom(db.tenant, `${db.tenant}x`, `${db.tenant} `, "other"),
      scope: fc.constantFrom(
        "user:alice ",
        "user:Alice",
        "group:alice",
        "user:bob",
        "global",
        "project:alice",
      ),
    });
    const write = fc.record({
      place,
      text,
      event: fc.boolean(),
      author: fc.constantFrom("Alice", "Bob", "Berlin"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 12 }), async (writes) => {
        for (const { place, text, event, author } of writes) {
          if (text.trim() === "") continue;
          const other = memoir.scope(place.scope, { tenant: place.tenant });
          if (event) await other.observe([{ text, author }]);
          else await other.remember(text, { subject: author }).catch(() => undefined);
          await other.recall(QUESTIONS[0]!, { from: ["memories", "events"] });
        }
        await db.work(memoir);
        expect(await asked(memoir)).toEqual(expected);
      }),
      { numRuns: kind.engine === "sqlite" ? 12 : 4 },
    );
    const fresh = await db.open({ embedder: topicEmbedder(TOPICS) });
    expect(await asked(fresh)).toEqual(expected);
  });
});
