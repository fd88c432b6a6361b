import pg from "pg";
import { describe, expect, it } from "vitest";
import type { Change, ChangesOptions, MemoirEngine } from "../../src/index.ts";
import { openStore } from "../../src/store/open.ts";
import { changesSince, seenRev } from "../../src/store/tables/change-log.ts";
import { findScope } from "../../src/store/tables/scopes.ts";
import { databases, useDatabase } from "../support/databases.ts";
import { refused } from "./support/expect.ts";
import { useProcesses } from "./support/processes.ts";

const told = (changes: readonly Change[]): string[] =>
  changes.map(({ scope, rev, event }) => `${scope} ${rev} ${event}`);

const workers = useProcesses(1);

describe.each(databases)("the change feed on $name", (kind) => {
  const db = useDatabase(kind);
  const POLL = { pollMs: 5 };

  const take = async (feed: AsyncIterator<Change>, count: number): Promise<Change[]> => {
    const changes: Change[] = [];
    while (changes.length < count) {
      const next = await feed.next();
      if (next.done === true) break;
      changes.push(next.value);
    }
    return changes;
  };
  const feedOf = (memoir: MemoirEngine, options: ChangesOptions = {}): AsyncGenerator<Change, void, void> =>
    memoir.changes({ tenant: db.tenant, since: "start", ...POLL, ...options });

  it("R239, R240: tells every change once, in the order of commit, with its kind", async () => {
    const [alice, bob] = [db.scope("user:alice"), db.scope("user:bob")];
    const {
      memory: { id },
    } = await alice.remember("Alice likes tea");
    await bob.remember("Bob likes tea");
    await alice.remember("Alice likes tea");
    db.clock.advance(1_000);
    await alice.memories.update(id, { pinned: true });
    await alice.memories.delete(id);
    await alice.memories.restore(id);
    await alice.memories.delete(id, { hard: true });
    const changes = await take(feedOf(db.memoir), 7);
    expect(told(changes)).toEqual([
      "user:alice 1 created",
      "user:bob 1 created",
      "user:alice 2 merged",
      "user:alice 3 updated",
      "user:alice 4 soft_deleted",
      "user:alice 5 restored",
      "user:alice 6 deleted",
    ]);
    expect(changes[3]).toEqual({
      cursor: changes[3]!.cursor,
      batch: null,
      tenant: db.tenant,
      scope: "user:alice",
      rev: 3,
      memoryId: id,
      event: "updated",
      at: new Date(db.clock.now),
    });
  });

  it("goes on after a cursor, in another engine too", async () => {
    const alice = db.scope("user:alice");
    for (let i = 0; i < 5; i++) await alice.remember(`Claim ${i}`);
    const [, second] = await take(feedOf(db.memoir), 2);
    const other = await db.open();
    const rest = await take(feedOf(other, { since: second!.cursor }), 3);
    expect(rest.map((change) => change.rev)).toEqual([3, 4, 5]);
  });

  it("without a cursor begins at what comes next", async () => {
    const alice = db.scope("user:alice");
    const { memory: old } = await alice.remember("Old");
    const feed = db.memoir.changes({ tenant: db.tenant, ...POLL });
    let first: Change | undefined;
    const arrived = feed.next().then(({ value }) => {
      first = value as Change;
    });
    for (let i = 0; first === undefined; i++) await alice.remember(`New ${i}`);
    await arrived;
    expect(first.memoryId).not.toBe(old.id);
    expect(first.event).toBe("created");
    await feed.return();
  });

  it("brings what this engine, another engine and another process change while it waits", async () => {
    await workers[0]!.ask("open", { database: db.database });
    const other = await db.open();
    const feed = feedOf(db.memoir);
    const one = feed.next();
    await db.scope("user:alice").remember("From here");
    expect(told([(await one).value as Change])).toEqual(["user:alice 1 created"]);
    const two = feed.next();
    await other.scope("user:bob", { tenant: db.tenant }).remember("From there");
    expect(told([(await two).value as Change])).toEqual(["user:bob 1 created"]);
    const three = feed.next();
    await workers[0]!.ask("remember", { tenant: db.tenant, scope: "user:carol", texts: ["From afar"] });
    expect(told([(await three).value as Change])).toEqual(["user:carol 1 created"]);
    await workers[0]!.ask("close");
    await feed.return();
  });

  it("of one scope tells only its changes, also when the scope comes later", async () => {
    const feed = feedOf(db.memoir, { scope: "user:late" });
    const first = feed.next();
    await db.scope("user:early").remember("Not this");
    await db.scope("user:late").remember("This");
    expect(told([(await first).value as Change])).toEqual(["user:late 1 created"]);
    await db.scope("user:early").remember("Nor this");
    const second = feed.next();
    await db.scope("user:late").remember("And this");
    expect(told([(await second).value as Change])).toEqual(["user:late 2 created"]);
    await feed.return();
  });

  it("loses and repeats nothing while many write", async () => {
    const engines = [db.memoir, await db.open(), await db.open()];
    const feed = feedOf(db.memoir);
    const reading = take(feed, 60);
    await Promise.all(
      engines.flatMap((engine, e) =>
        Array.from({ length: 20 }, (_, i) =>
          engine.scope(`user:${i % 4}`, { tenant: db.tenant }).remember(`Claim ${e} ${i}`),
        ),
      ),
    );
    const changes = await reading;
    await feed.return();
    for (const scope of [0, 1, 2, 3]) {
      const revs = changes.filter((change) => change.scope === `user:${scope}`).map((change) => change.rev);
      expect([scope, revs]).toEqual([scope, Array.from({ length: 15 }, (_, i) => i + 1)]);
    }
    expect(new Set(changes.map((change) => change.cursor)).size).toBe(60);
    // The same from the record.
    expect(told(await take(feedOf(db.memoir), 60))).toEqual(told(changes));
  });

  if (kind.engine === "postgres") {
    it("a transaction that stays open delays what comes after it, and no longer than it stays", async () => {
      const older = new pg.Client({ connectionString: db.database });
      await older.connect();
      try {
        await older.query("begin");
        await older.query("select pg_current_xact_id()");
        const alice = db.scope("user:alice");
        await alice.remember("Committed behind an older transaction");
        const feed = feedOf(db.memoir);
        let arrived = false;
        const next = feed.next().finally(() => {
          arrived = true;
        });
        // Long enough for the feed to look, find nothing it may tell, and wait.
        for (let i = 0; i < 50; i++) await alice.recall("transaction");
        expect(arrived).toBe(false);
        await older.query("rollback");
        expect(told([(await next).value as Change])).toEqual(["user:alice 1 created"]);
        await feed.return();
      } finally {
        await older.end();
      }
    });
  }

  it("ends when its signal aborts, when it is left, and when the engine closes", async () => {
    const memoir = await db.open();
    await memoir.scope("user:alice", { tenant: db.tenant }).remember("Alice likes tea");

    const aborter = new AbortController();
    const aborted = feedOf(memoir, { signal: aborter.signal });
    await aborted.next();
    const waiting = aborted.next();
    aborter.abort();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(await feedOf(memoir, { signal: AbortSignal.abort() }).next()).toEqual({
      done: true,
      value: undefined,
    });

    for await (const change of feedOf(memoir)) {
      expect(change.rev).toBe(1);
      break;
    }

    const closing = feedOf(memoir);
    await closing.next();
    const last = closing.next();
    await memoir.close();
    expect(await last).toEqual({ done: true, value: undefined });
    await refused(feedOf(memoir).next(), "closed");
  });

  it("refuses a cursor, a tenant and a scope that are none", async () => {
    for (const since of ["", "x", "1", "1-", "-1-1", "1-1; drop table memory"])
      await refused(feedOf(db.memoir, { since }).next(), "invalid_argument");
    await refused(feedOf(db.memoir, { tenant: "" }).next(), "invalid_argument");
    await refused(feedOf(db.memoir, { scope: "planet:mars" }).next(), "invalid_scope");
  });

  it("C25: the ring keeps at least the newest changes of each scope, and not all; revisions go on", async () => {
    const memoir = await db.open({ settings: { changes: { keep: 3 } } });
    const [alice, bob] = ["user:alice", "user:bob"].map((scope) =>
      memoir.scope(scope, { tenant: db.tenant }),
    );
    await bob!.remember("Bob likes tea");
    await Promise.all(Array.from({ length: 100 }, (_, i) => alice!.remember(`Claim ${i}`)));
    const rows = await db.query<{ rev: number }>(
      "select rev from change_log where tenant = $1 and memory in (select id from memory where user_id = $2) order by rev",
      [db.tenant, "alice"],
    );
    const oldest = rows[0]!.rev;
    expect(rows.map((row) => row.rev)).toEqual(Array.from({ length: 101 - oldest }, (_, i) => oldest + i));
    expect(oldest).toBeLessThanOrEqual(98);
    expect(oldest).toBeGreaterThan(50);
    const feed = await take(feedOf(memoir), rows.length + 1);
    expect(told(feed)[0]).toBe("user:bob 1 created");
    expect(feed.at(-1)?.rev).toBe(100);
    expect((await alice!.memories.history(undefined, { limit: 1_000 })).items).toHaveLength(100);
  });

  it("R238, C25: a thread's cursor moves on delivery, never back and never past the scope", async () => {
    const scope = { tenant: db.tenant, kind: "user", id: "alice" } as const;
    for (let i = 1; i <= 4; i++) await db.scope("user:alice").remember(`Claim ${i}`);
    const store = await openStore({ database: db.database });
    try {
      const num = (await findScope(store.read, scope))!.num;
      const seen = (thread: string): Promise<number> =>
        seenRev(store.read, { tenant: db.tenant, num }, thread);
      const deliver = (thread: string, rev: number): Promise<unknown> =>
        store.write("deliver", { scope, at: db.clock.now, ids: [], thread, rev });
      expect(await seen("t1")).toBe(0);
      await deliver("t1", 2);
      expect([await seen("t1"), await seen("t2"), await seen("T1")]).toEqual([2, 0, 0]);
      await deliver("t1", 1);
      expect(await seen("t1")).toBe(2);
      await Promise.all([3, 1, 4, 2].map((rev) => deliver("t1", rev)));
      expect(await seen("t1")).toBe(4);
      await deliver("t2", 1_000);
      expect(await seen("t2")).toBe(4);
      const rows = await changesSince(store.read, { tenant: db.tenant, num }, 2, 10);
      expect(rows.map((row) => [row.rev, row.event])).toEqual([
        [3, "created"],
        [4, "created"],
      ]);
    } finally {
      await store.close();
    }
  });
});
