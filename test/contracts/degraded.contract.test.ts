import { afterEach, describe, expect, it, vi } from "vitest";
import type { Embedder, MemoirEngine, MemoirOptions, Recall, ScopeHandle } from "../../src/index.ts";
import { DEADLINE_MS, databases, useDatabase } from "../support/databases.ts";
import { topicEmbedder } from "../support/embedder.ts";
import { type Gate, gatedStore } from "../support/gated-store.ts";
import { refused } from "./support/expect.ts";

/** The gate of each store that was opened, the last one last. */
const gates: Gate[] = [];
vi.mock("../../src/store/open.ts", async (original) => {
  const { openStore } = await original<typeof import("../../src/store/open.ts")>();
  return {
    openStore: async (options: Parameters<typeof openStore>[0]) => {
      const { store, gate } = gatedStore(await openStore(options));
      gates.push(gate);
      return store;
    },
  };
});

const TOPICS = [
  ["beagle", "dog"],
  ["tea", "drink"],
] as const;
const texts = (recall: Recall): string[] => recall.hits.map((hit) => hit.text);
const reason = (recall: Recall): string | undefined => recall.degraded?.reason;
const never = new Promise<never>(() => undefined);

/** Starts a call, and lets its deadline pass once it is `held` up. Nobody sleeps. */
async function pastDeadline(held: Promise<void>, call: () => Promise<Recall>): Promise<Recall> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const answer = call();
    await held;
    vi.advanceTimersByTime(DEADLINE_MS);
    return await answer;
  } finally {
    vi.useRealTimers();
  }
}

describe.each(databases)("what does not answer in time, or not at all, on $name", (kind) => {
  const db = useDatabase(kind);
  afterEach(() => {
    for (const gate of gates) gate.open();
  });
  const alice = (memoir: MemoirEngine): ScopeHandle => memoir.scope("user:alice", { tenant: db.tenant });

  describe("a database", () => {
    /** An engine whose reads a test can hold up, beside a plain one that writes. */
    const behindGate = async (options: MemoirOptions = {}) => {
      const reader = alice(await db.open(options));
      return { gate: gates.at(-1)!, reader, writer: db.scope("user:alice") };
    };

    it.each([0, 1, 2])(
      "that hangs after %i reads: the last good answer by the deadline, and the whole one when it is back",
      async (reads) => {
        const { gate, reader, writer } = await behindGate();
        await writer.remember("Alice likes green tea", { eventId: "e1" });
        expect(texts(await reader.recall("tea"))).toEqual(["Alice likes green tea"]);
        await writer.remember("Alice likes black tea");
        gate.shut("hang", reads);
        const late = await pastDeadline(gate.held, () => reader.recall("tea"));
        expect([texts(late), reason(late)]).toEqual([["Alice likes green tea"], "deadline"]);
        expect(late.hits[0]?.evidence).toMatchObject([{ eventId: "e1" }]);
        gate.open();
        const whole = await reader.recall("tea");
        expect([texts(whole).length, whole.degraded]).toEqual([2, null]);
      },
    );

    it("a warm recall is one statement, and a newer policy is seen in it", async () => {
      const { gate, reader, writer } = await behindGate();
      for (const tea of ["green", "black"]) await writer.remember(`Alice likes ${tea} tea`);
      const { policy } = db.memoir.operator(db.tenant);
      const reads = async (): Promise<[hits: number, statements: number]> => {
        gate.shut("hang", 100);
        const { hits } = await reader.recall("tea");
        return [hits.length, gate.reads];
      };
      await reads();
      expect(await reads()).toEqual([2, 1]);
      await policy.set({ readPolicy: { maxItems: 1 } });
      expect(await reads()).toEqual([1, 2]);
      expect(await reads()).toEqual([1, 1]);
      // Where the newest one cannot be had in time, the last one known holds.
      await policy.set({ readPolicy: { maxItems: 2 } });
      gate.shut("hang", 1);
      const late = await pastDeadline(gate.held, () => reader.recall("tea"));
      expect([late.hits.length, reason(late)]).toEqual([1, "deadline"]);
      gate.open();
      expect(await reads()).toEqual([2, 2]);
    });

    it("that hangs before anything was known: nothing, by the deadline, and it says so", async () => {
      const { gate, reader, writer } = await behindGate();
      await writer.remember("Alice likes green tea");
      for (const first of [0, 1]) {
        gate.shut("hang", first);
        const late = await pastDeadline(gate.held, () => reader.recall("tea"));
        expect([first, late.hits, reason(late)]).toEqual([first, [], "deadline"]);
        gate.open();
      }
      expect(await reader.recall("tea")).toMatchObject({ hits: [{ kind: "memory" }], degraded: null });
    });

    it("that hangs over the evidence, or over what changed: the hits come without", async () => {
      const { gate, reader, writer } = await behindGate({ settings: { render: { delta: true } } });
      await writer.remember("Alice likes green tea");
      await reader.recall("nothing about this");
      gate.shut("hang", 1);
      const bare = await pastDeadline(gate.held, () => reader.recall("tea"));
      expect([texts(bare), bare.hits[0]?.evidence]).toEqual([["Alice likes green tea"], []]);
      expect(reason(bare)).toBe("deadline");
      gate.shut("hang", 1);
      const untold = await pastDeadline(gate.held, () => reader.recall("tea", { thread: "t" }));
      expect([texts(untold), reason(untold)]).toEqual([["Alice likes green tea"], "deadline"]);
      expect(untold.toPrompt()).not.toContain("Memory updates");
      gate.open();
      const whole = await reader.recall("tea", { thread: "t" });
      expect([whole.hits[0]?.evidence.length, whole.degraded]).toEqual([1, null]);
      expect(whole.toPrompt()).toContain("Memory updates since rev 0");
    });

    it("that fails, at whichever read: what was known, marked; and the next recall is right", async () => {
      const { gate, reader, writer } = await behindGate({ settings: { readPolicy: { maxPerType: null } } });
      const ask = async (): Promise<[Recall, string[]]> => {
        const options = { threshold: 0, limit: 100, maxTokens: 100_000 };
        const recall = await reader.recall("tea", { from: ["memories", "events"], ...options });
        return [recall, recall.hits.map((hit) => hit.id)];
      };
      await writer.remember("Alice tells of tea");
      let [, known] = await ask();
      for (let first = 0; ; first++) {
        const {
          memory: { id },
        } = await writer.remember(`Tea number${first} is sold in shop${first}`, {
          category: `shop ${first}`,
        });
        await writer.observe([{ id: `e${first}`, text: `I drink cup${first} of tea in town${first}` }]);
        gate.shut("fail", first);
        const [answer, seen] = await ask();
        const whole = gate.reads <= first;
        gate.open();
        expect(seen).toEqual(expect.arrayContaining(known));
        if (whole) {
          expect([first > 4, answer.degraded]).toEqual([true, null]);
          expect(seen).toEqual(expect.arrayContaining([id, `e${first}`]));
          break;
        }
        expect([first, reason(answer)]).toEqual([first, "database_unavailable"]);
        const [next, now] = await ask();
        expect(next.degraded).toBeNull();
        expect(now).toEqual(expect.arrayContaining([...known, id, `e${first}`]));
        known = now;
      }
    });

    it("that fails while everything is read anew: what was known, and nothing of it lost", async () => {
      const { gate, reader, writer } = await behindGate();
      const { memory: doomed } = await writer.remember("Alice hides the key under the stone", {
        eventId: "secret",
      });
      const { memory: kept } = await writer.remember("Alice likes tea", { eventId: "harmless" });
      const ask = (): Promise<Recall> => reader.recall("*", { from: ["memories", "events"], limit: 50 });
      const before = (await ask()).hits.map((hit) => hit.id);
      await writer.forget({ id: doomed.id }, { hard: true });
      for (let first = 1; ; first++) {
        gate.shut("fail", first);
        const answer = await ask();
        const whole = gate.reads <= first;
        gate.open();
        if (whole) break;
        expect([first, reason(answer)]).toEqual([first, "database_unavailable"]);
        const ids = answer.hits.map((hit) => hit.id);
        for (const id of ids) expect(before).toContain(id);
        expect(ids).toContain(kept.id);
      }
      const after = await reader.recall("key stone", { from: ["memories", "events"], threshold: 0 });
      expect([after.degraded, texts(after).filter((text) => text.includes("stone"))]).toEqual([null, []]);
    });

    it("that hangs does not hold up who gives up", async () => {
      const { gate, reader, writer } = await behindGate();
      await writer.remember("Alice likes green tea");
      for (const first of [0, 1]) {
        gate.shut("hang", first);
        const giving = new AbortController();
        const call = reader.recall("tea", { signal: giving.signal });
        await gate.held;
        giving.abort();
        await refused(call, "aborted");
        gate.open();
      }
      expect((await reader.recall("tea")).hits).toHaveLength(1);
    });
  });

  describe("an embedder", () => {
    const withEmbedder = async () => {
      const embedder = topicEmbedder(TOPICS);
      const scope = alice(await db.open({ embedder }));
      await scope.remember("Alice has a beagle");
      await scope.remember("Alice drinks tea");
      return { embedder, scope };
    };
    const fail = (): never => {
      throw new Error("the test says no");
    };

    it.each<[string, Partial<Embedder>]>([
      ["rejects", { embedQuery: async () => fail() }],
      ["throws", { embedQuery: fail }],
      ["does not know how it is", { state: fail }],
    ])("that %s: found by words", async (_, spoilt) => {
      const { embedder, scope } = await withEmbedder();
      Object.assign(embedder, spoilt);
      const recall = await scope.recall("beagle");
      expect([texts(recall), recall.hits[0]?.why.via]).toEqual([["Alice has a beagle"], "terms"]);
      expect(reason(recall)).toBe("embedder-unavailable");
    });

    it("that hangs: found by words, by the deadline, whatever it says later", async () => {
      const { embedder, scope } = await withEmbedder();
      const asked = Promise.withResolvers<void>();
      const answer = Promise.withResolvers<never>();
      embedder.embedQuery = () => {
        asked.resolve();
        return answer.promise;
      };
      const recall = await pastDeadline(asked.promise, () => scope.recall("beagle"));
      expect([texts(recall), reason(recall)]).toEqual([["Alice has a beagle"], "embedder-slow"]);
      answer.reject(new Error("too late to matter"));
      await expect(answer.promise).rejects.toThrow();
    });

    it("that hangs does not hold up who gives up", async () => {
      const { embedder, scope } = await withEmbedder();
      const asked = Promise.withResolvers<void>();
      embedder.embedQuery = () => {
        asked.resolve();
        return never;
      };
      const giving = new AbortController();
      const call = scope.recall("beagle", { signal: giving.signal });
      await asked.promise;
      giving.abort();
      await refused(call, "aborted");
      await refused(scope.recall("beagle", { signal: giving.signal }), "aborted");
    });
  });

  describe("a reranker", () => {
    type Rerank = (query: string, texts: readonly string[]) => unknown;
    const CLAIMS = ["Alice drinks green tea", "Alice drinks black tea at noon", "Alice sells cups for tea"];
    const withReranker = async (rerank: Rerank): Promise<ScopeHandle> => {
      const scope = alice(await db.open({ reranker: { rerank: rerank as never } }));
      for (const claim of CLAIMS) {
        await scope.remember(claim);
        db.clock.advance(1_000);
      }
      return scope;
    };

    it("R323: gives the order, and its number stands in why and in the score", async () => {
      const asked: [string, readonly string[]][] = [];
      const scope = await withReranker(async (query, read) => {
        asked.push([query, [...read].sort()]);
        return read.map((text) => (text.includes("cups") ? 0.9 : text.includes("green") ? 0.5 : 0.1));
      });
      const { hits, degraded } = await scope.recall("tea");
      expect(degraded).toBeNull();
      expect(hits.map((hit) => [hit.text, hit.why.rerank])).toEqual([
        ["Alice sells cups for tea", 0.9],
        ["Alice drinks green tea", 0.5],
        ["Alice drinks black tea at noon", 0.1],
      ]);
      const { similarityWeight, importanceWeight, recencyWeight } = db.memoir.settings.readPolicy;
      for (const { score, why } of hits) {
        const others = importanceWeight * why.importance! + recencyWeight * why.recency!;
        expect(score).toBeCloseTo(similarityWeight * why.rerank! + others);
        expect(why.relevance).not.toBe(why.rerank);
      }
      expect(asked).toEqual([["tea", [...CLAIMS].sort()]]);
      // Of one find there is nothing to put in order.
      expect((await scope.recall("cups")).hits).toHaveLength(1);
      expect(asked).toHaveLength(1);
    });

    it("reads the best thirty; the others follow in the order they had", async () => {
      let most = 0;
      const memoir = await db.open({
        reranker: {
          rerank: async (_, read) => {
            most = Math.max(most, read.length);
            return read.map(() => 0);
          },
        },
        settings: { readPolicy: { maxTokens: null } },
      });
      const scope = alice(memoir);
      await scope.observe(
        Array.from({ length: 40 }, (_, i) => ({
          id: `e${i}`,
          text: `Tea is poured by hand${i * 3} into cup${i}`,
        })),
      );
      const { hits } = await scope.recall("tea", { from: ["events"], limit: 40, threshold: 0 });
      expect([most, hits.length]).toEqual([30, 40]);
      expect(hits.map((hit) => hit.why.rerank)).toEqual([...Array(30).fill(0), ...Array(10).fill(null)]);
    });

    it.each<[string, Rerank]>([
      ["too few numbers", async () => [0.5]],
      ["a number above 1", async (_, read) => read.map(() => 1.1)],
      ["a number below 0", async (_, read) => read.map(() => -0.1)],
      ["no numbers", async (_, read) => read.map(() => Number.NaN)],
      ["texts", async (_, read) => read.map(() => "0.5")],
      ["a list of holes", async (_, read) => Array(read.length)],
      ["nothing", async () => undefined],
      ["an error", async () => Promise.reject(new Error("no"))],
      [
        "an error at once",
        () => {
          throw new Error("no");
        },
      ],
    ])("that gives %s: the order they had, marked", async (_, rerank) => {
      const recall = await (await withReranker(rerank)).recall("tea");
      expect(reason(recall)).toBe("reranker-unavailable");
      expect(texts(recall)).toEqual(texts(await db.scope("user:alice").recall("tea")));
      expect(new Set(recall.hits.map(({ why }) => why.rerank))).toEqual(new Set([null]));
    });

    it("that hangs: the order they had, by the deadline; and it does not hold up who gives up", async () => {
      let asked = Promise.withResolvers<void>();
      const scope = await withReranker(() => {
        asked.resolve();
        return never;
      });
      const recall = await pastDeadline(asked.promise, () => scope.recall("tea"));
      expect(reason(recall)).toBe("reranker-slow");
      expect(texts(recall)).toEqual(texts(await db.scope("user:alice").recall("tea")));
      asked = Promise.withResolvers();
      const giving = new AbortController();
      const call = scope.recall("tea", { signal: giving.signal });
      await asked.promise;
      giving.abort();
      await refused(call, "aborted");
    });
  });
});
