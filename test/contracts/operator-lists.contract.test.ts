import { describe, expect, it } from "vitest";
import { memoirs, useMemoir } from "../support/memoirs.ts";
import { DAY, everything, refused } from "./support/expect.ts";

describe.each(memoirs)("the operator's lists across scopes on $name", (kind) => {
  const db = useMemoir(kind);
  const operator = () => db.memoir.operator(db.tenant);

  const fill = async () => {
    const alice = db.scope("user:alice");
    const bob = db.scope("user:bob", { agent: "planner" });
    const team = db.scope("group:discord/42");
    const { memory: tea } = await alice.remember("Alice drinks green tea", {
      category: "preference",
      importance: 0.9,
    });
    db.clock.advance(DAY);
    const { memory: task } = await bob.remember("Bob orders green paint", { category: "tasks", run: "r1" });
    const { memory: jazz } = await team.remember("The team likes jazz 爵士乐", { category: "preference" });
    const { memory: old } = await bob.remember("Bob drank tea", { category: "event", confidence: 0.4 });
    await bob.forget({ id: old.id });
    // Another tenant says the same words.
    await db.memoir.scope("user:alice", { tenant: `${db.tenant}-other` }).remember("Alice drinks green tea");
    return { alice, bob, team, tea, task, jazz, old };
  };
  const texts = async (options?: Parameters<ReturnType<typeof operator>["memories"]["list"]>[0]) =>
    (await everything(operator().memories.list(options))).map(
      ({ scope, memory }) => `${scope} ${memory.text}`,
    );

  const TEA = "user:alice Alice drinks green tea";
  const PAINT = "user:bob Bob orders green paint";
  const JAZZ = "group:discord/42 The team likes jazz 爵士乐";

  it("R46, R52, R266: lists the memories of all scopes, newest first, filtered in the store", async () => {
    await fill();
    const cases: [Parameters<typeof texts>[0], string[]][] = [
      [undefined, [JAZZ, PAINT, TEA]],
      [{ limit: 1 }, [JAZZ, PAINT, TEA]],
      [{ scope: "user:bob" }, [PAINT]],
      [{ scope: { kind: "group", id: "discord/42" } }, [JAZZ]],
      [{ scope: "user:nobody" }, []],
      [{ scopeKind: "user" }, [PAINT, TEA]],
      [{ scopeKind: "group" }, [JAZZ]],
      [{ scopeKind: "group", scope: "user:bob" }, []],
      [{ type: "preference" }, [JAZZ, TEA]],
      [{ type: "preference", scopeKind: "user" }, [TEA]],
      [{ status: ["soft_deleted"] }, ["user:bob Bob drank tea"]],
      [{ status: ["soft_deleted"], minConfidence: 0.5 }, []],
      [{ category: "tasks" }, [PAINT]],
      [{ importanceMin: 0.8 }, [TEA]],
      [{ agent: "planner" }, [PAINT]],
      [{ run: "r1" }, [PAINT]],
      [{ user: "alice" }, [TEA]],
      [{ updatedBefore: db.clock.now }, [TEA]],
      [{ kind: "timeline" }, []],
    ];
    for (const [options, expected] of cases)
      expect([options, await texts(options)]).toEqual([options, expected]);
    await refused(operator().memories.list({ scopeKind: "team" as never }), "invalid_argument");
    await refused(operator().memories.list({ scope: "team:x" }), "invalid_scope");
    await refused(operator().memories.list({ typ: "profile" } as never), "invalid_argument");
  });

  it("a cursor goes on where it was, whatever was written meanwhile", async () => {
    const { alice, team } = await fill();
    const first = await operator().memories.list({ limit: 2 });
    await alice.remember("Alice is new here");
    await team.remember("The team is new here");
    const rest = await operator().memories.list({ limit: 2, cursor: first.next! });
    expect(rest.items.map(({ memory }) => memory.text)).toEqual(["Alice drinks green tea"]);
    expect(rest.next).toBeNull();
  });

  it("finds a memory by its id, whole or cut, in its own tenant only", async () => {
    const { tea, old } = await fill();
    expect(await operator().memories.find(tea.id)).toMatchObject({
      scope: "user:alice",
      memory: { id: tea.id, text: tea.text },
    });
    expect((await operator().memories.find(tea.shortId))?.memory.id).toBe(tea.id);
    expect((await operator().memories.find(old.id))?.memory.status).toBe("soft_deleted");
    expect(await operator().memories.find(tea.id.slice(0, 5))).toBeNull();
    expect(await operator().memories.find("zzzzzz")).toBeNull();
    expect(await db.memoir.operator("nobody").memories.find(tea.id)).toBeNull();
    // Two scopes may give out the same beginning.
    await db.query("update memory set id = $1 where tenant = $2 and id = $3", [
      "abcdef-1",
      db.tenant,
      tea.id,
    ]);
    await db.query("update memory set id = $1 where tenant = $2 and id = $3", [
      "abcdef-12",
      db.tenant,
      old.id,
    ]);
    await refused(operator().memories.find("abcdef"), "invalid_argument");
    expect((await operator().memories.find("abcdef-1"))?.scope).toBe("user:alice");
    expect((await operator().memories.find("abcdef-12"))?.scope).toBe("user:bob");
    for (const [now, before] of [
      ["abcdef-1", tea.id],
      ["abcdef-12", old.id],
    ]) {
      await db.query("update memory set id = $1 where tenant = $2 and id = $3", [before!, db.tenant, now!]);
    }
  });

  it("R50: lists the events of all scopes, the last recorded first", async () => {
    const alice = db.scope("user:alice");
    const team = db.scope("group:discord/42");
    await alice.observe([
      { id: "a1", text: "one" },
      { id: "a2", text: "two", session: "s1" },
    ]);
    await team.observe([{ id: "t1", text: "三", role: "assistant" }]);
    db.clock.advance(DAY);
    await alice.observe([{ id: "a3", text: "long ago", at: "2020-01-01T00:00:00Z" }]);
    await db.memoir
      .scope("user:alice", { tenant: `${db.tenant}-other` })
      .observe([{ id: "x", text: "other" }]);
    const ids = async (options?: Parameters<ReturnType<typeof operator>["events"]["list"]>[0]) =>
      (await everything(operator().events.list(options))).map(({ scope, event }) => `${scope} ${event.id}`);
    const [A1, A2, A3, T1] = ["user:alice a1", "user:alice a2", "user:alice a3", "group:discord/42 t1"];
    const cases: [Parameters<typeof ids>[0], (string | undefined)[]][] = [
      [undefined, [A3, T1, A2, A1]],
      [{ limit: 1 }, [A3, T1, A2, A1]],
      [{ limit: 3 }, [A3, T1, A2, A1]],
      [{ scope: "user:alice", limit: 1 }, [A3, A2, A1]],
      [{ scopeKind: "group" }, [T1]],
      [{ scopeKind: "group", scope: "user:alice" }, []],
      [{ scope: "user:nobody" }, []],
      [{ role: "assistant" }, [T1]],
      [{ session: "s1" }, [A2]],
      [{ until: "2021-01-01T00:00:00Z" }, [A3]],
      [{ since: "2021-01-01T00:00:00Z", scopeKind: "user" }, [A2, A1]],
    ];
    for (const [options, expected] of cases)
      expect([options, await ids(options)]).toEqual([options, expected]);
    await refused(operator().events.list({ cursor: "5" }), "invalid_argument");
    await refused(operator().events.list({ role: "robot" as never }), "invalid_argument");
    const first = await operator().events.list({ limit: 2 });
    await team.observe([{ id: "t2", text: "new" }]);
    const rest = await operator().events.list({ limit: 2, cursor: first.next! });
    expect(rest.items.map(({ event }) => event.id)).toEqual(["a2", "a1"]);
  });

  it("searches all scopes of the tenant by words, best first, each with its scope", async () => {
    const { tea } = await fill();
    const found = async (query: string, options?: Parameters<ReturnType<typeof operator>["search"]>[1]) =>
      (await operator().search(query, options)).map(({ scope, memory }) => `${scope} ${memory.text}`);
    expect(await found("green tea")).toEqual([TEA, PAINT]);
    expect(await found("green tea", { limit: 1 })).toEqual([TEA]);
    expect(await found("green", { scopes: ["user:bob", "user:nobody", "user:bob"] })).toEqual([PAINT]);
    expect(await found("green", { scopes: [] })).toEqual([]);
    expect(await found("爵士乐")).toEqual([JAZZ]);
    expect(await found("green", { category: "tasks" })).toEqual([PAINT]);
    expect(await found("tea", { status: ["soft_deleted"] })).toEqual(["user:bob Bob drank tea"]);
    expect(await found("the of and")).toEqual([]);
    expect(await found('" OR 1 AND NOT ( §1')).toEqual([]);
    const [best] = await operator().search("green tea");
    expect(best).toMatchObject({ scope: "user:alice", memory: { id: tea.id } });
    expect(best!.score).toBeGreaterThan(0);
    expect(best!.score).toBeLessThanOrEqual(1);
    await refused(operator().search(""), "invalid_argument");
    await refused(operator().search("tea", { limit: 0 }), "invalid_argument");
    await refused(operator().search("tea", { scopes: ["team:x"] }), "invalid_scope");
    await refused(operator().search("tea", { signal: AbortSignal.abort() }), "aborted");
  });

  it("searches more memories than one statement compares, of one scope and of many", async () => {
    const alice = db.scope("user:alice");
    await alice.remember("Alice plays the cello");
    const [row] = await db.query("select * from memory where tenant = $1", [db.tenant]);
    const copied = Object.keys(row!).filter((column) => column !== "num");
    const copy = copied.map((column) => (column === "id" || column === "key" ? `${column} || $2` : column));
    for (let round = 0; round < 12; round += 1)
      await db.query(
        `insert into memory (${copied.join(", ")}) select ${copy.join(", ")} from memory where tenant = $1`,
        [db.tenant, String(round)],
      );
    await db.scope("user:bob").remember("Bob plays the cello and the 二胡");
    await db.query("update memory set terms = 'zither' where tenant = $1 and id = $2", [db.tenant, row!.id!]);

    const about = async (words: string): Promise<number> =>
      (await alice.forget({ about: words, dryRun: true })).memories.length;
    expect([await about("cello"), await about("zither"), await about("cello zither")]).toEqual([4_095, 1, 0]);
    expect(await operator().search("cello", { limit: 1_000 })).toHaveLength(1_000);
    expect(await operator().search("zither")).toMatchObject([{ memory: { id: row!.id } }]);
    expect(await operator().search("二胡 cello", { limit: 1 })).toMatchObject([{ scope: "user:bob" }]);
    expect(await operator().search("zither", { scopes: ["user:bob", "user:alice"] })).toHaveLength(1);
    expect(await operator().search("zither", { scopes: ["user:bob"] })).toEqual([]);
    // The copies have nothing that proves them.
    await db.query("delete from memory where tenant = $1 and id like $2", [db.tenant, `${row!.id}_%`]);
    await db.query("update memory set terms = $2 where tenant = $1 and id = $3", [
      db.tenant,
      row!.terms!,
      row!.id!,
    ]);
  });

  if (kind.engine === "sqlite") {
    it("each list walks an index that begins with the tenant", async () => {
      await fill();
      const plan = async (sql: string): Promise<string> =>
        (await db.query<{ detail: string }>(`explain query plan ${sql}`))
          .map(({ detail }) => detail)
          .join("; ");
      const scoped = "join scope s on s.tenant = m.tenant and s.num = m.scope";
      expect(
        await plan(
          `select * from memory m ${scoped} where m.tenant = 'x' and m.num < 9 order by m.num desc limit 9`,
        ),
      ).toMatch(/^SEARCH m USING INDEX memory_of_tenant \(tenant=\? AND num<\?\); SEARCH s [^;]*$/);
      expect(
        await plan(
          `select * from memory m ${scoped} where m.tenant = 'x' and m.id >= 'a' and m.id < 'b' limit 2`,
        ),
      ).toMatch(/^SEARCH m USING INDEX memory_in_tenant \(tenant=\? AND id>\? AND id<\?\)/);
      expect(
        await plan(
          `select * from event e join scope s on s.tenant = e.tenant and s.num = e.scope where e.tenant = 'x'
           and (e.recorded_at, e.scope, e.seq) < (9, 9, 9) order by e.recorded_at desc, e.scope desc, e.seq desc limit 9`,
        ),
      ).toMatch(/^SEARCH e USING INDEX event_of_tenant \(tenant=\? AND [^;]*; SEARCH s [^;]*$/);
    });
  }
});
