import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { type MemoirEngine, MemoirError, type MemoirErrorCode, openMemoir } from "../../src/index.ts";
import { databases, useDatabase } from "../support/databases.ts";
import { everything, refused } from "./support/expect.ts";
import { runScript } from "./support/processes.ts";

const FORGETFUL = new URL("./support/forgets-to-close.ts", import.meta.url);

/** Every public call that touches the database, ready to be made. */
function allCalls(memoir: MemoirEngine, tenant: string, id: string): Record<string, () => Promise<unknown>> {
  const alice = memoir.scope("user:alice", { tenant });
  const operator = memoir.operator(tenant);
  return {
    observe: () => alice.observe([{ text: "hello" }]),
    "observe nothing": () => alice.observe([]),
    remember: () => alice.remember("Alice likes rain"),
    recall: () => alice.recall("tea"),
    "recall the newest": () => alice.recall(""),
    "forget by id": () => alice.forget({ id }),
    "forget by key": () => alice.forget({ key: "alice likes tea" }),
    "forget about": () => alice.forget({ about: "tea" }),
    "events.get": () => alice.events.get("m1"),
    "events.list": () => alice.events.list(),
    "memories.get": () => alice.memories.get(id),
    "memories.list": () => alice.memories.list(),
    "memories.update": () => alice.memories.update(id, { pinned: true }),
    "memories.delete": () => alice.memories.delete(id),
    "memories.delete hard": () => alice.memories.delete(id, { hard: true }),
    "memories.restore": () => alice.memories.restore(id),
    "memories.history": () => alice.memories.history(id),
    "memories.undo": () => alice.memories.undo(id),
    "memories.proof": () => alice.memories.proof(id),
    "memories.decisions": () => alice.memories.decisions(id),
    review: () => alice.review(),
    "session.end": () => alice.session("s1").end(),
    scopeFor: () => memoir.scopeFor({ platform: "discord", userId: "1" }, { tenant }),
    names: () => memoir.names(["discord:1"], { tenant }),
    changes: () => memoir.changes({ tenant, since: "start" }).next(),
    "changes from now on": () => memoir.changes({ tenant }).next(),
    info: () => memoir.info(),
    check: () => memoir.check(),
    "operator.stats": () => operator.stats(),
    "operator.review": () => operator.review(),
    "operator.operations": () => operator.operations(),
    "operator.readOnly": () => operator.readOnly(),
    "operator.readOnly off": () => operator.readOnly(false),
    "operator.scopeWrites": () => operator.scopeWrites("user:alice", true),
    "identities.set": () => operator.identities.set({ account: "discord:1", person: "alice" }),
    "identities.remove": () => operator.identities.remove("discord:1"),
    "identities.list": () => operator.identities.list(),
  };
}

async function outcome(call: () => Promise<unknown>): Promise<MemoirErrorCode | "done"> {
  try {
    await call();
    return "done";
  } catch (error) {
    if (MemoirError.is(error)) return error.code;
    throw error;
  }
}

describe.each(databases)("the life of an engine on $name", (kind) => {
  const db = useDatabase(kind);

  it("closes once, however often it is asked to", async () => {
    const memoir = await db.open();
    const first = memoir.close();
    await Promise.all([first, memoir.close()]);
    await memoir.close();
    await memoir[Symbol.asyncDispose]();
    await refused(memoir.check(), "closed");
  });

  it("after close every call says closed, and says it as a rejection", async () => {
    const memoir = await db.open();
    const {
      memory: { id },
    } = await memoir.scope("user:alice", { tenant: db.tenant }).remember("Alice likes tea");
    const calls = allCalls(memoir, db.tenant, id);
    await memoir.close();
    const outcomes: Record<string, string> = {};
    for (const [name, call] of Object.entries(calls)) outcomes[name] = await outcome(call);
    expect(outcomes).toEqual(Object.fromEntries(Object.keys(calls).map((name) => [name, "closed"])));
  });

  it("a call that is under way when the engine closes ends well or says closed", async () => {
    const names = Object.keys(allCalls(db.memoir, db.tenant, "x"));
    for (const waits of ["not", "for the first"]) {
      const memoir = await db.open();
      const ready = await Promise.all(
        names.map(async (name) => {
          const tenant = `${db.tenant} ${waits} ${name}`;
          const {
            memory: { id },
          } = await memoir.scope("user:alice", { tenant }).remember("Alice likes tea");
          return { name, call: allCalls(memoir, tenant, id)[name]! };
        }),
      );
      const begun = ready.map(async ({ name, call }) => ({ name, outcome: await outcome(call) }));
      if (waits !== "not") await Promise.race(begun);
      await memoir.close();
      const odd = (await Promise.all(begun)).filter((one) => !["done", "closed"].includes(one.outcome));
      expect(odd).toEqual([]);
    }
  });

  it("what was accepted before close is stored", async () => {
    const memoir = await db.open();
    const alice = memoir.scope("user:alice", { tenant: db.tenant });
    const writes = Array.from({ length: 40 }, (_, i) => alice.remember(`Claim ${i}`));
    const closing = memoir.close();
    await refused(alice.remember("Too late"), "closed");
    await Promise.all(writes);
    await closing;
    expect(await everything(db.scope("user:alice").memories.list())).toHaveLength(40);
  });

  it("opened again, everything is there", async () => {
    const first = await db.open();
    const alice = first.scope("user:爱丽丝", { tenant: db.tenant });
    await alice.observe([{ id: "m1", text: "你好" }]);
    const { memory: tea } = await alice.remember("爱丽丝喜欢喝茶");
    await alice.memories.update(tea.id, { tags: ["茶"] });
    await alice.forget({ id: (await alice.remember("Alice likes jazz")).memory.id });
    const before = [
      await everything(alice.events.list()),
      await everything(alice.memories.list({ status: ["active", "soft_deleted"] })),
      await everything(alice.memories.history()),
      await first.operator(db.tenant).stats(),
    ];
    await first.close();
    const second = await db.open();
    const again = second.scope("user:爱丽丝", { tenant: db.tenant });
    expect([
      await everything(again.events.list()),
      await everything(again.memories.list({ status: ["active", "soft_deleted"] })),
      await everything(again.memories.history()),
      await second.operator(db.tenant).stats(),
    ]).toEqual(before);
    expect((await again.recall("喝茶")).hits.map((hit) => hit.id)).toEqual([tea.id]);
    expect((await again.memories.undo()).undone.event).toBe("TTL");
  });

  it("`await using` closes at the end of its block", async () => {
    let kept: MemoirEngine;
    {
      await using memoir = await openMemoir({ embedder: "none", background: false, database: db.database });
      kept = memoir;
      await memoir.scope("user:alice", { tenant: db.tenant }).remember("Alice likes tea");
    }
    await refused(kept.scope("user:alice", { tenant: db.tenant }).recall("tea"), "closed");
    expect(await everything(db.scope("user:alice").memories.list())).toHaveLength(1);
  });

  it("an aborted signal stops every call that takes one, and nothing is written", async () => {
    const alice = db.scope("user:alice");
    const { memory } = await alice.remember("Alice likes tea");
    const signal = AbortSignal.abort();
    const { id } = memory;
    await refused(alice.observe([{ text: "hello" }], { signal }), "aborted");
    await refused(alice.remember("Alice likes rain", { signal }), "aborted");
    await refused(alice.recall("tea", { signal }), "aborted");
    await refused(alice.recall("", { signal }), "aborted");
    await refused(alice.recall("scanned for", { signal }), "aborted");
    await refused(alice.forget({ id }, { signal }), "aborted");
    await refused(alice.forget({ about: "tea" }, { hard: true, signal }), "aborted");
    await refused(alice.memories.update(id, { pinned: true }, { signal }), "aborted");
    await refused(alice.memories.delete(id, { signal }), "aborted");
    await refused(alice.memories.restore(id, { signal }), "aborted");
    await refused(alice.memories.undo(id, { signal }), "aborted");
    await refused(alice.memories.list({ signal }), "aborted");
    await refused(alice.memories.history(id, { signal }), "aborted");
    await refused(alice.events.list({ signal }), "aborted");
    expect(await alice.memories.get(id)).toEqual(memory);
    expect((await db.memoir.operator(db.tenant).stats()).scopes).toMatchObject([{ seq: 1, rev: 1 }]);
  });

  it("a walk over pages ends when its signal aborts between two of them", async () => {
    const alice = db.scope("user:alice");
    await alice.observe(Array.from({ length: 5 }, (_, i) => ({ text: `message ${i}` })));
    const aborter = new AbortController();
    const seen: string[] = [];
    const walk = (async () => {
      for await (const event of await alice.events.list({ limit: 2, signal: aborter.signal })) {
        seen.push(event.text);
        aborter.abort();
      }
    })();
    await refused(walk, "aborted");
    expect(seen).toHaveLength(2);
  });

  it("an abort on the way is told, and the write is whole or not there", async () => {
    const alice = db.scope("user:alice");
    const aborter = new AbortController();
    const others = Array.from({ length: 30 }, (_, i) => alice.remember(`Claim ${i}`));
    const aborted = outcome(() => alice.remember("Perhaps", { signal: aborter.signal }));
    aborter.abort();
    await Promise.all(others);
    expect(["aborted", "done"]).toContain(await aborted);
    const found = (await alice.recall("perhaps")).hits;
    expect(found.length).toBeLessThanOrEqual(1);
  });

  it("a database that a newer Memoir has changed is refused and left as it is", async () => {
    const fresh = await kind.create();
    try {
      await (await fresh.open()).close();
      await fresh.query("insert into migration (version, name, applied_at) values (9999, 'future', 0)");
      const error = await refused(fresh.open(), "database_newer");
      expect(error.details).toMatchObject({ found: 9999 });
      await fresh.query("delete from migration where version = 9999");
      await (await fresh.open()).scope("user:alice").remember("Alice likes tea");
    } finally {
      await fresh.cleanup();
    }
  });

  it("a script that never closes ends by itself, and loses nothing", async () => {
    const fresh = await kind.create();
    try {
      await (await fresh.open()).close();
      expect(await runScript(FORGETFUL, fresh.database)).toEqual({
        code: 0,
        output: "Alice likes tea\n",
      });
      const memoir = await fresh.open();
      const memories = await everything(memoir.scope("user:alice").memories.list());
      expect(memories.map((memory) => memory.text)).toEqual(["爱丽丝喜欢爵士乐", "Alice likes tea"]);
      expect(await memoir.check()).toEqual([]);
    } finally {
      await fresh.cleanup();
    }
  });
});

describe(":memory:", () => {
  it("is as good as a file, is nobody else's, and leaves nothing behind", async () => {
    const folder = mkdtempSync(join(tmpdir(), "memoir-test-"));
    vi.stubEnv("TMPDIR", folder);
    try {
      const [one, two] = await Promise.all([
        openMemoir({ embedder: "none", background: false, database: ":memory:" }),
        openMemoir({ embedder: "none", background: false, database: ":memory:" }),
      ]);
      await one.scope("user:alice").remember("Alice likes tea");
      expect((await one.scope("user:alice").recall("tea")).hits).toHaveLength(1);
      expect((await two.scope("user:alice").recall("tea")).hits).toEqual([]);
      // Its files have no names while it is open, so a kill leaves none.
      expect(readdirSync(folder)).toHaveLength(process.platform === "win32" ? 2 : 0);
      await Promise.all([one.close(), two.close()]);
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("leaves nothing behind when a script never closes it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "memoir-test-"));
    vi.stubEnv("TMPDIR", folder);
    try {
      expect((await runScript(FORGETFUL, ":memory:")).code).toBe(0);
      expect(readdirSync(folder).filter((name) => name.startsWith("memoir"))).toEqual([]);
    } finally {
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
