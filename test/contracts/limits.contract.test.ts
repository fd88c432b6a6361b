import { describe, expect, it } from "vitest";
import { reachedLimit } from "../../src/domain/limits.ts";
import type { RememberOptions } from "../../src/index.ts";
import { openStore } from "../../src/store/open.ts";
import { noteWrites, usedWrites, type WriteQuotaKey } from "../../src/store/tables/limits.ts";
import { databases, useDatabase } from "../support/databases.ts";
import { DAY, everything, refused } from "./support/expect.ts";
import { rawTx } from "./support/raw-tx.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe.each(databases)("write limits on $name", (kind) => {
  const db = useDatabase(kind);
  const here = (num = 1): { tenant: string; num: number } => ({ tenant: db.tenant, num });
  const since = (session: string | null = null, turn: string | null = null): WriteQuotaKey => ({
    saidAt: db.clock.now,
    session,
    turn,
  });
  const note = (session: string | null, turn: string | null, writes = 1, num = 1): Promise<void> =>
    noteWrites(rawTx(db), here(num), { at: db.clock.now, saidAt: db.clock.now, session, turn, writes });

  it("R304: counts by turn, real session, hour and day", async () => {
    const used = (session: string | null, turn: string | null) =>
      usedWrites(rawTx(db), here(), since(session, turn));
    expect(await used("s1", "t1")).toEqual({ turn: 0, session: 0, hour: 0, day: 0 });
    await note("s1", "t1", 2);
    await note("s1", "t2");
    await note("会话", "t1");
    await note(null, null);
    expect(await used("s1", "t1")).toEqual({ turn: 2, session: 3, hour: 5, day: 5 });
    expect(await used("s1", "t2")).toEqual({ turn: 1, session: 3, hour: 5, day: 5 });
    expect(await used("会话", "t1")).toEqual({ turn: 1, session: 1, hour: 5, day: 5 });
    expect(await used("s2", null)).toEqual({ turn: null, session: 0, hour: 5, day: 5 });
    expect(await used(null, null)).toEqual({ turn: null, session: null, hour: 5, day: 5 });
    await note("s1", "t1", 0);
    expect((await used("s1", "t1")).session).toBe(3);
  });

  it("R304: an hour and a day go by, a session does not", async () => {
    const used = () => usedWrites(rawTx(db), here(), since("s1", "t1"));
    await note("s1", "t1");
    db.clock.advance(HOUR / 2);
    await note("s1", "t1");
    db.clock.advance(HOUR / 2 + MINUTE);
    expect(await used()).toEqual({ turn: 2, session: 2, hour: 1, day: 2 });
    db.clock.advance(HOUR);
    expect(await used()).toEqual({ turn: 2, session: 2, hour: 0, day: 2 });
    db.clock.advance(DAY);
    expect(await used()).toEqual({ turn: 2, session: 2, hour: 0, day: 0 });
  });

  it("R304: what nobody looks back on is cleared away, a session's count is not", async () => {
    for (let i = 0; i < 5; i++) {
      await note("s1", `t${i}`);
      db.clock.advance(60_000);
    }
    db.clock.advance(3 * DAY);
    await note("s1", "t9");
    const rows = await db.query<{ kind: string; writes: number }>(
      "select kind, writes from write_count where tenant = $1 order by kind",
      [db.tenant],
    );
    expect(rows.map((row) => [row.kind, row.writes])).toEqual([
      ["minute", 1],
      ["session", 6],
      ["turn", 1],
    ]);
  });

  it("R304: counts by when it was said, whenever it is read", async () => {
    const noon = db.clock.now;
    const noted = (saidAt: number): Promise<void> =>
      noteWrites(rawTx(db), here(), { at: noon, saidAt, session: null, turn: null, writes: 1 });
    const used = async (saidAt: number): Promise<[hour: number, day: number]> => {
      const { hour, day } = await usedWrites(rawTx(db), here(), { saidAt, session: null, turn: null });
      return [hour, day];
    };
    for (let hours = 24; hours >= 0; hours -= 4) await noted(noon - hours * HOUR);
    expect(await used(noon)).toEqual([1, 7]);
    expect(await used(noon - 2 * HOUR)).toEqual([0, 6]);
    // Long ago, before there were computers, and in the far future: each has its own hour.
    for (const said of [noon - 400 * DAY, Date.parse("1850-01-01"), Date.parse("9000-01-01")]) {
      expect(await used(said)).toEqual([0, 0]);
      await noted(said);
      await noted(said);
      expect(await used(said)).toEqual([2, 2]);
    }
    expect(await used(noon)).toEqual([1, 7]);
  });

  it("R304: survives a restart, and stays in its scope and tenant", async () => {
    for (let i = 0; i < 10; i++) await note("s1", null);
    const store = await openStore({ database: db.database });
    try {
      const used = await usedWrites(store.read, here(), since("s1"));
      expect(used).toEqual({ turn: null, session: 10, hour: 10, day: 10 });
      expect(
        reachedLimit(used, { ...db.memoir.settings.writePolicy, maxWritesPerSession: 10 }),
      ).toMatchObject({ limit: "session", max: 10 });
      const nothing = { turn: null, session: 0, hour: 0, day: 0 };
      expect(await usedWrites(store.read, here(2), since("s1"))).toEqual(nothing);
      expect(await usedWrites(store.read, { tenant: `${db.tenant}-x`, num: 1 }, since("s1"))).toEqual(
        nothing,
      );
    } finally {
      await store.close();
    }
  });

  it("R69: a full scope takes a new memory by archiving the oldest of the least important", async () => {
    const memoir = await db.open({ settings: { writePolicy: { mode: "auto", maxItemsPerScope: 6 } } });
    const alice = memoir.scope("user:alice", { tenant: db.tenant });
    const remember = async (text: string, options: RememberOptions = {}): Promise<string> => {
      db.clock.advance(1_000);
      return (await alice.remember(text, { type: "episode", ...options })).memory.id;
    };
    const statusOf = async (id: string): Promise<string> => (await alice.memories.get(id))!.status;
    await remember("Alice pinned a picture of the harbour", { pinned: true, importance: 0 });
    await remember("Alice must not eat peanuts", { type: "constraint", importance: 0 });
    await remember("Alice is called Al", { type: "profile", importance: 0 });
    const walk = await remember("Alice walked to the lake", { importance: 0.4 });
    const film = await remember("Alice saw a film about whales", { importance: 0.2 });
    const opera = await remember("Alice heard an opera in Verona", { importance: 0.2 });

    await remember("爱丽丝昨天去了动物园", { importance: 0.6 });
    expect(await statusOf(film)).toBe("archived");
    expect((await alice.memories.history(film)).items[0]).toMatchObject({
      event: "UPDATE",
      reason: "evicted: the scope is full",
    });
    // An evicted memory was never pinned, a constraint or a profile fact.
    await alice.memories.update(opera, { pinned: true });
    await remember("Alice painted the garden fence", { importance: 0.6 });
    expect(await statusOf(walk)).toBe("archived");
    // A known claim needs no room.
    expect((await alice.remember("Alice heard an opera in Verona")).outcome).toBe("reinforced");
    expect((await alice.memories.list({ status: ["active"] })).items).toHaveLength(6);
  });

  it("R69: a scope full of what matters more refuses remember()", async () => {
    const memoir = await db.open({ settings: { writePolicy: { mode: "auto", maxItemsPerScope: 2 } } });
    const alice = memoir.scope("user:alice", { tenant: db.tenant });
    await alice.remember("Alice must not eat peanuts", { type: "constraint" });
    await alice.remember("爱丽丝住在柏林");
    const error = await refused(alice.remember("Alice plays the cello"), "quota_exceeded");
    expect(error.message).toMatch(/holds 2 memories that matter more.*maxItemsPerScope/);
    expect((await alice.memories.list()).items).toHaveLength(2);
    expect((await alice.events.list()).items).toHaveLength(2);
    // Episodes are over after thirty days; they take up no room then.
    await alice.forget({ about: "peanuts" });
    await alice.remember("Alice walked to the lake", { type: "episode" });
    db.clock.advance(31 * DAY);
    expect((await alice.remember("Alice plays the cello")).outcome).toBe("added");
  });

  it.each([
    ["maxWritesPerHour", /2 of 2 writes in this hour/],
    ["maxWritesPerSession", /2 of 2 writes in this session/],
    ["maxWritesPerDay", /2 of 2 writes in this day/],
  ])(
    "R24, R287: with limits: all, %s holds for remember() and for tools, and refuses with rate_limited",
    async (limit, message) => {
      const memoir = await db.open({
        settings: { writePolicy: { mode: "auto", limits: "all", [limit]: 2 } },
      });
      const alice = memoir.scope("user:alice", { tenant: db.tenant });
      const session = "s1";
      await alice.remember("Alice lives in Berlin", { session });
      await alice.remember("爱丽丝养了一只猫", { session });
      const error = await refused(alice.remember("Alice plays the cello", { session }), "rate_limited");
      expect(error.message).toMatch(message);
      // The application is told which settings to change; people in a chat are not.
      expect(error.message).toContain("writePolicy");
      expect((await alice.remember("Alice lives in Berlin", { session })).outcome).toBe("reinforced");
      if (limit !== "maxWritesPerSession") {
        const store = alice.tools().find(({ name }) => name === "memory_store")!;
        const told = await store.execute({
          key: "instrument",
          content: "Alice plays the cello",
          category: "hobby",
        });
        expect(told).toMatch(message);
      }
      expect((await alice.memories.list()).items).toHaveLength(2);
    },
  );

  it.each(["maxWritesPerHour", "maxWritesPerSession", "maxWritesPerDay", "maxWritesPerTurn"])(
    "%s does not hold for what the application writes, nor does that count",
    async (limit) => {
      const memoir = await db.open({ settings: { writePolicy: { mode: "auto", [limit]: 2 } } });
      const alice = memoir.scope("user:alice", { tenant: db.tenant });
      const session = "s1";
      const texts = [
        "Alice lives in Berlin",
        "爱丽丝养了一只猫",
        "Alice plays the cello",
        "爱丽丝对花生过敏",
      ];
      for (const text of texts) await alice.remember(text, { session });
      const store = alice.tools().find(({ name }) => name === "memory_store")!;
      await store.execute({ key: "boat", content: "Alice sails a boat", category: "hobby" });
      expect((await alice.memories.list()).items).toHaveLength(5);
      const say = async (text: string): Promise<string> =>
        (await alice.commands.handle({ text, session })).outcome;
      expect(await say("remember that I collect stamps")).toBe("remembered");
    },
  );

  it.each([
    ["en", ["remember that I collect stamps", "remember that I fly kites"], /later/],
    ["zh", ["记住我收集邮票", "记住我会放风筝"], /过一会儿/],
  ])(
    "the limits hold for commands in chat, and the reply names no setting: %s",
    async (_language, said, words) => {
      const memoir = await db.open({ settings: { writePolicy: { mode: "auto", maxWritesPerHour: 1 } } });
      const alice = memoir.scope("user:alice", { tenant: db.tenant });
      const [first, second] = [
        await alice.commands.handle({ text: said[0]! }),
        await alice.commands.handle({ text: said[1]! }),
      ];
      expect([first.outcome, second.outcome]).toEqual(["remembered", "refused"]);
      expect(second.say).toMatch(words);
      expect(second.say).not.toMatch(/writePolicy|maxWrites|limit|\d/);
      // The application goes on.
      expect((await alice.remember("Alice lives in Berlin")).outcome).toBe("added");
    },
  );

  it.each([
    ["remember that I collect stamps", /full/],
    ["记住我收集邮票", /满/],
  ])("a full scope is told in plain words: %s", async (text, words) => {
    const memoir = await db.open({ settings: { writePolicy: { mode: "auto", maxItemsPerScope: 1 } } });
    const alice = memoir.scope("user:alice", { tenant: db.tenant });
    await alice.remember("Alice must not eat peanuts", { type: "constraint" });
    const { outcome, say } = await alice.commands.handle({ text });
    expect(outcome).toBe("refused");
    expect(say).toMatch(words);
    expect(say).not.toMatch(/writePolicy|maxItems|[A-Z][a-z]+[A-Z]/);
  });

  it("what people ask to remember in messages is limited", async () => {
    const memoir = await db.open({ settings: { writePolicy: { mode: "auto", maxWritesPerHour: 1 } } });
    const alice = memoir.scope("user:alice", { tenant: db.tenant });
    await alice.observe([
      { id: "m1", text: "Please remember that I collect stamps." },
      { id: "m2", text: "请记住我会放风筝。" },
    ]);
    const { entries } = await alice.flush();
    expect(entries.map(({ eventId, outcome }) => [eventId, outcome])).toEqual([
      ["m1", "added"],
      ["m2", "refused"],
    ]);
  });

  it("R287: a message that names no turn is a turn of its own", async () => {
    const memoir = await db.open({ settings: { writePolicy: { mode: "auto", maxWritesPerTurn: 1 } } });
    const alice = memoir.scope("user:alice", { tenant: db.tenant });
    await alice.observe([
      { id: "m1", text: "Remember that I live in Berlin. Remember that I have a dog called Rex." },
      { id: "m2", text: "记住我对花生过敏。记住我住在慕尼黑。" },
    ]);
    const { entries } = await alice.flush();
    const limited = entries.filter(({ reason }) => reason === "1 of 1 writes in this turn");
    expect(limited.map(({ eventId, outcome }) => [eventId, outcome])).toEqual([
      ["m1", "refused"],
      ["m2", "refused"],
    ]);
    const decided = await everything(alice.memories.decisions(undefined, { outcome: "limited" }));
    expect(decided.map(({ eventId, stage }) => [eventId, stage])).toEqual([
      ["m2", "gate"],
      ["m1", "gate"],
    ]);
  });

  it("S21: one message with hundreds of claims costs no more than some of them", async () => {
    const alice = db.scope("user:alice");
    const list = Array.from({ length: 600 }, (_, i) => `Remember that I like thing${i}.`).join(" ");
    await alice.observe([{ id: "m1", text: list }]);
    const { entries } = await alice.flush();
    const refused = entries.filter(({ reason }) => /more than 40 things/.test(reason));
    expect(entries.length - refused.length).toBe(40);
    expect(refused.length).toBeGreaterThan(100);
  });
});
