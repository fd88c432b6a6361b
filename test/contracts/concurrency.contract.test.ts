import { describe, expect, it } from "vitest";
import { MemoirError } from "../../src/index.ts";
import { type Migration, migrations } from "../../src/store/migrations.ts";
import { databases, useDatabase } from "../support/databases.ts";
import { proving, random, seed } from "../support/prove.ts";
import { everything, refused } from "./support/expect.ts";
import { useProcesses } from "./support/processes.ts";

const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1);

const workers = useProcesses(2);

/** The number of claims stated at once, in total. */
const [AT_ONCE, CLAIMS] = proving ? [64, 600] : [32, 96];

/** Claims that repeat, contradict and stand beside each other. */
function claims(count: number, next: () => number): string[] {
  const one = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)]!;
  const things = ["tea", "chess", "jazz", "hiking", "rye bread", "old maps"];
  const cities = ["Oslo", "Bergen", "Lyon", "Porto"];
  const forms = [
    () => `I live in ${one(cities)}.`,
    () => `Bob lives in ${one(cities)}.`,
    () => `I like ${one(things)}.`,
    () => `I do not like ${one(things)}.`,
    () => `Carla works as a ${one(["nurse", "pilot", "baker"])}.`,
    () => `我住在${one(["柏林", "上海", "巴黎"])}。`,
    () => `Meeting ${Math.floor(next() * 90)} is about ${one(things)} in ${one(cities)}.`,
  ];
  return Array.from({ length: count }, () => one(forms)());
}

describe.each(databases)("writers at the same time on $name", (kind) => {
  const db = useDatabase(kind);

  /** seq and rev of a scope, in order, from its events and its history. */
  const counters = async (scope: string): Promise<{ seqs: number[]; revs: number[] }> => {
    const handle = db.scope(scope);
    const events = await everything(handle.events.list({ limit: 1_000 }));
    const history = await everything(handle.memories.history(undefined, { limit: 1_000 }));
    return {
      seqs: events.map((event) => event.seq).reverse(),
      revs: history.map((entry) => entry.rev).reverse(),
    };
  };

  /** All that a scope knows, but for ids and times. */
  const stateOf = async (scope: string): Promise<unknown[]> => {
    const all = await everything(db.scope(scope).memories.list({ limit: 1_000 }));
    const textOf = new Map(all.map(({ id, text }) => [id, text]));
    return all
      .map(
        ({
          text,
          key,
          status,
          confidence,
          importance,
          evidenceCount,
          activationCount,
          rev,
          supersededBy,
        }) => ({
          ...{ text, key, status, confidence, importance, evidenceCount, activationCount, rev },
          replacedBy: supersededBy === null ? null : textOf.get(supersededBy),
        }),
      )
      .sort((a, b) => a.rev - b.rev);
  };
  const withoutLimit = (): Promise<unknown> =>
    db.memoir.operator(db.tenant).policy.set({ writePolicy: { maxWritesPerHour: 10_000 } });
  /** The claims of one scope in the order in which they were recorded, stated one by one in another. */
  const replay = async (from: string, to: string): Promise<void> => {
    const events = await everything(db.scope(from).events.list({ limit: 1_000 }));
    for (const { text } of events.reverse()) await db.scope(to).remember(text);
  };

  it("R8: claims stated many at once leave what they leave one by one", async () => {
    await withoutLimit();
    const many = db.scope("user:many");
    const all = claims(CLAIMS, random(seed));
    for (let from = 0; from < all.length; from += AT_ONCE)
      await Promise.all(all.slice(from, from + AT_ONCE).map((text) => many.remember(text)));
    await replay("user:many", "user:one");
    const state = await stateOf("user:many");
    expect(state, `seed ${seed}`).toEqual(await stateOf("user:one"));
    expect(state.length).toBeGreaterThan(20);
    expect(await counters("user:many")).toEqual(await counters("user:one"));
  });

  it("R8: the same where two processes state them", async () => {
    await withoutLimit();
    const all = claims(CLAIMS / 2, random(seed + 1));
    const halves = [all.filter((_, i) => i % 2 === 0), all.filter((_, i) => i % 2 === 1)];
    await Promise.all(workers.map((worker) => worker.ask("open", { database: db.database })));
    await Promise.all(
      workers.map((worker, i) =>
        worker.ask("remember", { tenant: db.tenant, scope: "user:many", texts: halves[i]! }),
      ),
    );
    await Promise.all(workers.map((worker) => worker.ask("close")));
    await replay("user:many", "user:one");
    expect(await stateOf("user:many"), `seed ${seed + 1}`).toEqual(await stateOf("user:one"));
  });

  it("R8: the same where some are given up under way and another engine writes between them", async () => {
    await withoutLimit();
    const next = random(seed + 2);
    const other = (await db.open()).scope("user:many", { tenant: db.tenant });
    const all = claims(CLAIMS, next);
    for (let from = 0; from < all.length; from += AT_ONCE) {
      await Promise.allSettled(
        all.slice(from, from + AT_ONCE).map(async (text, i) => {
          if (i % 8 === 0) return other.remember(text);
          const gone = new AbortController();
          const stated = db.scope("user:many").remember(text, { signal: gone.signal });
          if (next() < 0.2) setTimeout(() => gone.abort(), next() * 4);
          return stated;
        }),
      );
    }
    await replay("user:many", "user:one");
    expect(await stateOf("user:many"), `seed ${seed}`).toEqual(await stateOf("user:one"));
  });

  it("R71, C18: who wrote and erased many at once answers as one does who reads them from the database", async () => {
    await withoutLimit();
    const many = db.scope("user:many");
    const all = [...new Set(claims(CLAIMS, random(seed + 3)))];
    await Promise.all(
      all.map(async (text, i) => {
        // Words that nothing else is compared with, so that the next ones are sent while these are under way.
        const stated = many.remember(`${text} Note ${i} of today.`, i % 5 === 0 ? { key: `note ${i}` } : {});
        if (i % 5 === 0) await many.forget({ key: `note ${i}` }, { hard: true });
        const { memory } = await stated;
        if (i % 7 === 0) await many.forget({ id: memory.id }, { hard: true });
      }),
    );
    const fresh = (await db.open()).scope("user:many", { tenant: db.tenant });
    const held = new Set((await everything(fresh.memories.list({ limit: 1_000 }))).map(({ id }) => id));
    for (const question of ["Where does Bob live?", "What do I like?", "note of today", "我住在哪里？"]) {
      const [here, there] = await Promise.all([many.recall(question), fresh.recall(question)]);
      const told = ({ hits }: typeof here): unknown[] =>
        hits.map((hit) => (hit.kind === "event" ? hit.text : [hit.memory, hit.evidence, hit.score]));
      expect(told(here), `seed ${seed}`).toEqual(told(there));
      for (const hit of here.hits) if (hit.kind !== "event") expect(held).toContain(hit.memory.id);
    }
  });

  it("what is refused is refused by the newest policies, whoever set them", async () => {
    const other = await db.open();
    const { policy } = other.operator(db.tenant);
    await policy.set({ writePolicy: { limits: "all", maxWritesPerHour: 2 } });
    const alice = db.scope("user:alice");
    await Promise.all(upTo(2).map((n) => alice.remember(`Meeting ${n} is in room ${n}.`)));
    await refused(alice.remember("Bob lives in Oslo."), "rate_limited");
    await policy.set({ writePolicy: { maxWritesPerHour: 4 } });
    const stated = await Promise.allSettled(
      upTo(5).map((n) => alice.remember(`Train ${n} leaves from platform ${n + 20}.`)),
    );
    expect(stated.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  });

  it("what stands in a memory's way fails alone, and those behind it are decided about again", async () => {
    const alice = db.scope("user:alice");
    await alice.remember("Alice lives in Oslo.");
    const gone = new AbortController();
    const stated = await Promise.allSettled(
      upTo(12).map((n) => {
        const kept = alice.remember(`Meeting ${n} is in room ${n}.`, n === 3 ? { signal: gone.signal } : {});
        if (n === 3) gone.abort();
        return kept;
      }),
    );
    expect(stated.map(({ status }) => status === "fulfilled")).toEqual(upTo(12).map((n) => n !== 3));
    const texts = (await everything(alice.memories.list())).map(({ text }) => text);
    expect(new Set(texts).size).toBe(12);
  });

  it("R8, R18: 16 statements of one claim in one engine make one memory with 16 pieces of evidence", async () => {
    const alice = db.scope("user:alice");
    const stated = await Promise.all(upTo(16).map(() => alice.remember("爱丽丝喜欢喝茶")));
    expect(new Set(stated.map(({ memory }) => memory.id)).size).toBe(1);
    expect(stated.map(({ memory }) => memory.rev).sort((a, b) => a - b)).toEqual(upTo(16));
    const [memory, ...others] = (await alice.memories.list()).items;
    expect([memory?.evidenceCount, others]).toEqual([16, []]);
    expect(await counters("user:alice")).toEqual({ seqs: upTo(16), revs: upTo(16) });
  });

  it("several engines writing to a scope that is not there yet make it once", async () => {
    const engines = await Promise.all([db.open(), db.open(), db.open()]);
    const handles = engines.map((engine) => engine.scope("user:new", { tenant: db.tenant }));
    await Promise.all(handles.map((handle) => handle.observe([{ text: "hello" }])));
    const { scopes } = await db.memoir.operator(db.tenant).stats();
    expect(scopes.map(({ scope, seq }) => ({ scope, seq }))).toEqual([{ scope: "user:new", seq: 3 }]);
  });

  it("R242: of ten updates of one revision, one is made and nine are told", async () => {
    const alice = db.scope("user:alice");
    const {
      memory: { id, rev },
    } = await alice.remember("Alice is 30");
    const tries = await Promise.allSettled(
      upTo(10).map((n) => alice.memories.update(id, { text: `Alice is ${30 + n}` }, { ifRev: rev })),
    );
    const failed = tries.filter((one) => one.status === "rejected").map((one) => one.reason as unknown);
    expect(failed.map((error) => (MemoirError.is(error) ? error.code : error))).toEqual(
      Array(9).fill("conflict"),
    );
    expect((await alice.memories.get(id))?.rev).toBe(2);
  });

  it("several who forget the same for good at once all succeed, and it is forgotten once", async () => {
    const alice = db.scope("user:alice");
    const {
      memory: { id },
    } = await alice.remember("Alice likes tea");
    await alice.remember("Alice likes green tea");
    const results = await Promise.all([
      alice.forget({ about: "tea" }, { hard: true }),
      alice.forget({ about: "green tea" }, { hard: true }),
      alice.forget({ id }, { hard: true }),
      alice.forget({ id }),
    ]);
    const gone = results.flatMap((result) => result.memories).map((memory) => memory.text);
    expect([...new Set(gone)].sort()).toEqual(["Alice likes green tea", "Alice likes tea"]);
    expect(await everything(alice.memories.list({ status: ["active", "soft_deleted"] }))).toEqual([]);
  });

  it("R8, R242: two processes stating the same claims make no duplicate, no gap and lose nothing", async () => {
    const claims = upTo(5).map((n) => `Claim number ${n}`);
    const texts = upTo(30).map((n) => claims[n % claims.length]!);
    const order = { tenant: db.tenant, scope: "user:alice", texts };
    await Promise.all(workers.map((worker) => worker.ask("open", { database: db.database })));
    const answers = await Promise.all(workers.map((worker) => worker.ask("remember", order)));
    await Promise.all(workers.map((worker) => worker.ask("close")));

    const memories = (await db.scope("user:alice").memories.list()).items;
    expect(memories.map((memory) => [memory.text, memory.evidenceCount]).sort()).toEqual(
      claims.map((claim) => [claim, 12]),
    );
    const revs = answers.flat().map((answer) => answer.rev);
    expect(revs.sort((a, b) => a - b)).toEqual(upTo(60));
    expect(await counters("user:alice")).toEqual({ seqs: upTo(60), revs: upTo(60) });
  });

  it("R300: two processes recording the same messages record each once", async () => {
    const order = { tenant: db.tenant, scope: "group:g", ids: upTo(40).map((n) => `m${n}`) };
    await Promise.all(workers.map((worker) => worker.ask("open", { database: db.database })));
    const [one, two] = await Promise.all(workers.map((worker) => worker.ask("observe", order)));
    expect([one!.recorded + two!.recorded, one!.duplicates + two!.duplicates]).toEqual([40, 40]);
    await Promise.all(workers.map((worker) => worker.ask("close")));
    expect((await counters("group:g")).seqs).toEqual(upTo(40));
  });

  it("R204: two processes that open a new database at once both succeed, and migrate it once", async () => {
    const options = kind.name === "postgres-partitioned" ? { partitions: 4 } : {};
    const known = migrations(kind.engine).map(({ version, name }) => ({ version, name }));
    for (const round of upTo(kind.engine === "sqlite" ? 6 : 3)) {
      const fresh = await kind.create({ empty: true });
      try {
        await Promise.all(
          workers.map((worker) => worker.ask("open", { database: fresh.database, ...options })),
        );
        const order = { tenant: "default", scope: "user:alice", texts: [`Round ${round}`] };
        await Promise.all(workers.map((worker) => worker.ask("remember", order)));
        await Promise.all(workers.map((worker) => worker.ask("close")));
        const applied = await fresh.query<Migration>("select version, name from migration order by version");
        expect(applied.map(({ version, name }) => ({ version, name }))).toEqual(known);
        const memoir = await fresh.open();
        expect((await memoir.scope("user:alice").memories.list()).items).toMatchObject([
          { evidenceCount: 2 },
        ]);
        expect(await memoir.check()).toEqual([]);
      } finally {
        await fresh.cleanup();
      }
    }
  });
});
