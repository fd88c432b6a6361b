import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Hit, ScopeHandle } from "../../src/index.ts";
import { databases, useDatabase } from "../support/databases.ts";
import { topicEmbedder } from "../support/embedder.ts";

const TOPICS = [
  ["beagle", "dog"],
  ["plane", "flight"],
  ["tea", "drink"],
  ["cello", "music"],
] as const;
const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

const shown = (hits: readonly Hit[]): unknown[] =>
  hits.map(({ text, score, why: { via, relevance } }) => ({ text, score, via, relevance }));

describe.each(databases)("indexes in memory on $name", (kind) => {
  const db = useDatabase(kind);

  it("many scopes in little memory: each answers as it does with memory for all, also all at once", async () => {
    const embedder = topicEmbedder(TOPICS);
    const small = await db.open({ embedder, settings: { index: { maxMegabytes: 1 } } });
    const large = await db.open({ embedder: topicEmbedder(TOPICS) });
    const SCOPES = 24;
    const scope = (memoir: typeof small, s: number): ScopeHandle =>
      memoir.scope(`user:u${s}`, { tenant: db.tenant });
    for (const s of upTo(SCOPES)) {
      await scope(small, s).remember(`U${s} has a beagle called Rex${s}`);
      await scope(small, s).remember(`U${s} plays the cello`);
      await scope(small, s).observe([{ id: `e${s}`, author: `U${s}`, text: `My beagle barked ${s} times` }]);
    }
    await small.work();
    const ask = async (memoir: typeof small, s: number): Promise<unknown[]> => {
      const { hits, degraded } = await scope(memoir, s).recall("Which dog?", {
        from: ["memories", "events"],
      });
      expect(degraded).toBeNull();
      return shown(hits);
    };
    const expected: unknown[][] = [];
    for (const s of upTo(SCOPES)) expected.push(await ask(large, s));
    for (const s of upTo(SCOPES)) {
      expect(expected[s]![0]).toMatchObject({ text: `U${s} has a beagle called Rex${s}`, via: "hybrid" });
      expect(await ask(small, s)).toEqual(expected[s]);
    }
    for (const _ of upTo(3)) {
      const order = upTo(SCOPES * 3).map((i) => (i * 7) % SCOPES);
      const answers = await Promise.all(order.map((s) => ask(small, s)));
      answers.forEach((answer, i) => {
        expect(answer).toEqual(expected[order[i]!]);
      });
    }
  });

  it("recalls while others write: every answer is whole, and the last one sees everything", async () => {
    const memoir = await db.open({ embedder: topicEmbedder(TOPICS) });
    const other = await db.open({ embedder: topicEmbedder(TOPICS) });
    const writer = other.scope("user:alice", { tenant: db.tenant });
    const reader = memoir.scope("user:alice", { tenant: db.tenant });
    const ROUNDS = 12;
    let written = 0;
    const writing = (async () => {
      for (const i of upTo(ROUNDS)) {
        const { memory } = await writer.remember(`Alice drinks tea of sort number${i}`);
        await writer.observe([{ id: `e${i}`, text: `I drank tea number${i}` }]);
        written = i + 1;
        if (i % 3 === 1)
          await writer.memories.update(memory.id, { text: `Alice drinks tea, sort number${i}` });
        if (i % 4 === 2) await writer.forget({ id: memory.id }, { hard: true });
      }
    })();
    let seen = 0;
    while (written < ROUNDS) {
      // Reading from a file takes no turn of the event loop; the writer's thread needs one to be heard.
      await setImmediate();
      const before = written;
      const answers = await Promise.all(
        upTo(4).map((i) =>
          reader.recall(i % 2 === 0 ? "tea drink" : "*", {
            from: i < 2 ? ["memories"] : ["events"],
            limit: 100,
            threshold: 0,
          }),
        ),
      );
      for (const { hits, degraded } of answers) {
        expect(degraded).toBeNull();
        for (const { score, text } of hits) {
          expect(Number.isFinite(score)).toBe(true);
          expect(text).not.toBe("");
        }
        expect(new Set(hits.map((hit) => hit.id)).size).toBe(hits.length);
      }
      // Messages acknowledged before the question are in the answer; near-duplicates are not, so the events are asked.
      const events = (await reader.recall(`number${before - 1}`, { from: ["events"], threshold: 0 })).hits;
      if (before > 0 && (before - 1) % 4 !== 2) {
        expect(events.map((hit) => hit.id)).toContain(`e${before - 1}`);
        seen += 1;
      }
    }
    await writing;
    expect(seen).toBeGreaterThan(0);
    const fresh = await db.open({ embedder: topicEmbedder(TOPICS) });
    for (const from of ["memories", "events"] as const) {
      const ask = async (engine: typeof fresh): Promise<unknown[]> =>
        shown(
          (
            await engine
              .scope("user:alice", { tenant: db.tenant })
              .recall("tea drink", { from: [from], limit: 100, threshold: 0 })
          ).hits,
        );
      expect(await ask(memoir)).toEqual(await ask(fresh));
    }
  });

  it("a recall goes on where the messages of its scope are read anew while it runs, and quotes the right ones", async () => {
    let meanwhile: (() => Promise<unknown>) | null = null;
    const plain = topicEmbedder(TOPICS);
    const embedQuery: typeof plain.embedQuery = async (...asked) => {
      const interrupt = meanwhile;
      meanwhile = null;
      await interrupt?.();
      return plain.embedQuery(...asked);
    };
    const memoir = await db.open({ embedder: { ...plain, embedQuery } });
    const alice = memoir.scope("user:alice", { tenant: db.tenant });
    const { memory } = await alice.remember("Alice plays the zither");
    await alice.observe([
      { text: "we saw a plane land on the lake" },
      { text: "the cello needs new strings" },
    ]);
    await alice.flush();
    await alice.recall("what flight was it?");
    meanwhile = async () => {
      // An erasure gives all messages behind it other numbers.
      await alice.forget({ id: memory.id }, { hard: true });
      await alice.observe([{ text: "the beagle glows in the dark, no idea why" }]);
      await alice.flush();
      await alice.recall("what flight was it?");
    };
    const { hits, toPrompt } = await alice.recall("why does my dog glow?");
    expect(toPrompt()).toContain("the beagle glows in the dark, no idea why");
    expect(hits.filter(({ text }) => text.includes("zither"))).toEqual([]);
  });
});
