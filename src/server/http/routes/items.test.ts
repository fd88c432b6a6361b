import { beforeAll, describe, expect, it } from "vitest";
import type { DecisionEntry, HistoryEntry, Memory, Proof } from "../../../index.ts";
import { useDoor } from "../app.fixture.ts";

interface Item {
  readonly scope: string;
  readonly memory: Memory;
}
interface Items {
  readonly items: readonly Item[];
  readonly next: string | null;
}

describe("/api/ltm/items", () => {
  const door = useDoor();
  const path = "/api/ltm/items";
  let reader: string;
  let writer: string;
  let nuts: Memory;
  beforeAll(async () => {
    reader = await door.key({ role: "read" });
    writer = await door.key({ role: "write" });
    const alice = door.memoir.scope("user:alice");
    nuts = (await alice.remember("Alice is allergic to nuts", { category: "constraints", confidence: 0.9 }))
      .memory;
    await alice.remember("Alice 喜欢喝绿茶", { category: "preference", importance: 0.9 });
    await door.memoir.scope("user:bob").remember("Bob drinks coffee", { confidence: 0.4 });
    await door.memoir.scope("group:42").remember("The group meets on Friday", { category: "todo" });
    await door.memoir.scope("user:alice", { tenant: "other" }).remember("Another Alice");
  });
  const list = async (query: string, key = reader) => {
    const { status, body } = await door.call<Items>("GET", `${path}${query}`, { key });
    return status === 200 ? body.items.map(({ scope, memory }) => `${scope} ${memory.category}`) : status;
  };

  describe("GET", () => {
    it.each([
      ["", ["group:42 todo", "user:bob profile", "user:alice preference", "user:alice constraints"]],
      ["?scope=user", ["user:bob profile", "user:alice preference", "user:alice constraints"]],
      ["?scope=user:bob", ["user:bob profile"]],
      ["?scope=user&scope_id=bob", ["user:bob profile"]],
      ["?scope=user:nobody", []],
      ["?category=todo,constraints", ["group:42 todo", "user:alice constraints"]],
      ["?category=todo&category=constraints", ["group:42 todo", "user:alice constraints"]],
      ["?min_confidence=0.95", ["group:42 todo", "user:alice preference"]],
      ["?importance_min=0.8", ["user:alice preference"]],
      ["?type=preference", ["user:alice preference"]],
      ["?status=soft_deleted", 403],
      ["?user_id=bob", ["user:bob profile"]],
      ["?updated_after=2999-01-01T00:00:00Z", []],
      ["?scope=user:alice&type=constraint", ["user:alice constraints"]],
      ["?scope=cat", 400],
      ["?min_confidence=high", 400],
      ["?status=alive", 400],
      ["?limit=0", 400],
      ["?limit=1001", 400],
      ["?cursor=elsewhere", 400],
      ["?colour=red", 400],
      ["?agent=planner", 400],
    ])("%s (R46, R52, R266)", async (query, expected) => {
      expect(await list(query)).toEqual(expected);
    });

    it.each(["", "?scope=user:alice"])("pages%s, each memory once (R52)", async (query) => {
      const all = await list(query);
      const seen: string[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const more: string = `${query === "" ? "?" : `${query}&`}limit=1${cursor === "" ? "" : `&cursor=${cursor}`}`;
        const { body }: { body: Items } = await door.call<Items>("GET", `${path}${more}`, { key: reader });
        seen.push(...body.items.map(({ scope, memory }) => `${scope} ${memory.category}`));
        cursor = body.next;
      }
      expect(seen).toEqual(all);
    });

    it("shows a key what is its own, and of the rest not even that it is there", async () => {
      const bob = await door.key({ role: "read", scopes: ["user:bob"] });
      expect(await list("", bob)).toEqual(["user:bob profile"]);
      expect(await list("?scope=user", bob)).toBe(400);
      expect(await list("?scope=user:alice", bob)).toBe(403);
      const narrow = await door.key({ role: "read", categories: ["preference"] });
      expect(await list("", narrow)).toBe(403);
      expect(await list("?scope=user:alice", narrow)).toEqual(["user:alice preference"]);
      const other = await door.key({ role: "read", tenant: "other" });
      expect(await list("", other)).toEqual(["user:alice profile"]);
      for (const key of [bob, narrow, other]) {
        for (const id of [nuts.id, nuts.id.slice(0, 8), "none-such"]) {
          const { status, body } = await door.call("GET", `${path}/${id}`, { key });
          expect([status, body.error.code]).toEqual([404, "not_found"]);
        }
      }
    });
  });

  describe("GET /{id}", () => {
    it.each(["", "?scope=user:alice"])(
      "gives the words it came from, and its revision%s (R47)",
      async (query) => {
        const { status, body, headers } = await door.call<Item & Proof>("GET", `${path}/${nuts.id}${query}`, {
          key: reader,
        });
        expect([status, body.scope]).toEqual([200, "user:alice"]);
        expect(headers.get("etag")).toBe(`"${nuts.rev}"`);
        expect(body.evidence.map(({ event }) => event.text)).toEqual(["Alice is allergic to nuts"]);
        expect(body.validity).toHaveLength(1);
      },
    );

    it("takes the beginning of an id", async () => {
      const { body } = await door.call<Item>("GET", `${path}/${nuts.id.slice(0, 8)}`, { key: reader });
      expect(body.memory.id).toBe(nuts.id);
    });
  });

  describe("PATCH /{id} (R48)", () => {
    const scope = "user:pat";
    const make = (text: string) => door.memoir.scope(scope).remember(text);
    const patch = (id: string, body: unknown, headers: Record<string, string> = {}, key = writer) =>
      door.call<Item>("PATCH", `${path}/${id}`, { key, body, headers });

    it.each([
      [{ importance: 0.1 }, { importance: 0.1 }],
      [{ ttlDays: 3 }, { ttlDays: 3 }],
      [
        { ttlDays: null, pinned: true },
        { ttlDays: null, pinned: true },
      ],
      [{ status: "disabled" }, { status: "disabled" }],
      [
        { text: "Pat 住在罗马", tags: ["home"] },
        { text: "Pat 住在罗马", tags: ["home"] },
      ],
      [{ expiresAt: "2999-01-01" }, { expiresAt: "2999-01-01T00:00:00.000Z" }],
    ])("%j", async (changes, expected) => {
      const {
        memory: { id },
      } = await make(`Pat says ${JSON.stringify(changes)}`);
      const { status, body, headers } = await patch(id, { ...changes, reason: "by hand" });
      expect([status, body.memory]).toMatchObject([200, expected]);
      expect(headers.get("etag")).toBe(`"${body.memory.rev}"`);
      const [entry] = (await door.memoir.scope(scope).memories.history(id)).items;
      expect(entry).toMatchObject({ reason: "by hand" });
    });

    it("changes only what the caller has seen", async () => {
      const {
        memory: { id, rev },
      } = await make("Pat likes chess");
      const seen = { "if-match": `"${rev}"` };
      const first = await patch(id, { importance: 0.9 }, seen);
      expect(first.status).toBe(200);
      const late = await door.call("PATCH", `${path}/${id}`, {
        key: writer,
        body: { importance: 0.1 },
        headers: seen,
      });
      expect([late.status, late.body.error.code]).toEqual([412, "conflict"]);
      expect(late.body.error.details.rev).toBe(first.body.memory.rev);
      const again = await patch(id, { importance: 0.1 }, { "if-match": first.headers.get("etag")! });
      expect(again.body.memory.importance).toBe(0.1);
    });

    it("409 where another memory says so already", async () => {
      await make("Pat likes tea");
      const {
        memory: { id, rev },
      } = await make("Pat likes the sea");
      expect((await patch(id, { text: "Pat likes tea" })).status).toBe(409);
      expect((await patch(id, { text: "Pat likes tea" }, { "if-match": `"${rev}"` })).status).toBe(409);
    });

    it.each([
      [{ status: "soft_deleted" }, 400],
      [{ status: "pending" }, 400],
      [{ importance: 2 }, 400],
      [{ ttlDays: 0 }, 400],
      [{ ttlDays: 2 ** 31 }, 400],
      [{ text: "" }, 400],
      [{ rev: 1 }, 400],
      ["[]", 400],
      ["{", 400],
    ])("refuses %j", async (body, status) => {
      const {
        memory: { id },
      } = await make("Pat stays as is");
      const before = await door.memoir.scope(scope).memories.get(id);
      expect((await patch(id, body)).status).toBe(status);
      expect((await patch(id, { importance: 1 }, { "if-match": "yesterday" })).status).toBe(400);
      expect(await door.memoir.scope(scope).memories.get(id)).toEqual(before);
    });

    it("needs the role write", async () => {
      const {
        memory: { id },
      } = await make("Pat reads");
      expect((await patch(id, { importance: 1 }, {}, reader)).status).toBe(403);
    });
  });

  describe("DELETE /{id} (R49)", () => {
    const scope = "user:del";
    const remove = (id: string, query = "", key = writer) =>
      door.call<Item>("DELETE", `${path}/${id}${query}`, { key });

    it("forgets, restorably", async () => {
      const {
        memory: { id },
      } = await door.memoir.scope(scope).remember("Del has a cat");
      expect(await remove(id, "?reason=asked")).toMatchObject({
        status: 200,
        body: { scope, memory: { status: "soft_deleted" } },
      });
      expect((await remove(id)).status).toBe(200);
      expect((await remove(id, "", reader)).status).toBe(403);
    });

    it("erases for good with hard=true, and only then", async () => {
      const {
        memory: { id },
      } = await door.memoir.scope(scope).remember("Del 有一只狗");
      expect((await remove(id, "?hard=maybe")).status).toBe(400);
      expect((await remove(id, `?scope=${scope}&hard=true`)).status).toBe(200);
      expect((await remove(id, `?scope=${scope}&hard=true`)).status).toBe(410);
      expect((await remove(id)).status).toBe(404);
    });
  });
});

interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

describe("what happened to a memory", () => {
  const door = useDoor();
  let operator: string;
  let reader: string;
  let writer: string;
  let cat: Memory;
  const items = "/api/ltm/items";
  beforeAll(async () => {
    operator = await door.key();
    reader = await door.key({ role: "read" });
    writer = await door.key({ role: "write", name: "bot" });
    const { memories, remember } = door.memoir.scope("user:alice");
    cat = (await remember("Alice has a cat")).memory;
    await memories.update(cat.id, { importance: 0.9 });
    await memories.delete(cat.id);
  });

  it.each([`${items}/{id}/history`, "/memory/{id}/history"])("GET %s, newest first (R271)", async (at) => {
    const path = at.replace("{id}", cat.id);
    const { status, body } = await door.call<Page<HistoryEntry>>("GET", path, { key: operator });
    expect([status, body.next]).toEqual([200, null]);
    expect(body.items.map(({ event }) => event)).toEqual(["TTL", "UPDATE", "ADD"]);
    const first = await door.call<Page<HistoryEntry>>("GET", `${path}?limit=1`, { key: operator });
    const rest = await door.call<Page<HistoryEntry>>("GET", `${path}?cursor=${first.body.next}`, {
      key: operator,
    });
    expect([...first.body.items, ...rest.body.items]).toEqual(body.items);
    expect((await door.call("GET", path.replace(cat.id, "none-such"), { key: reader })).status).toBe(404);
    expect((await door.call("GET", path)).status).toBe(401);
    // It was forgotten: its old words are for operators only, as it is itself.
    expect((await door.call("GET", path, { key: reader })).status).toBe(404);
  });

  it("GET …/decisions says why it was kept (R4)", async () => {
    const path = `${items}/${cat.id}/decisions`;
    const { body } = await door.call<Page<DecisionEntry>>("GET", path, { key: operator });
    expect(body.items.map(({ memoryId }) => memoryId)).toContain(cat.id);
  });

  it("POST …/restore brings it back; POST …/undo takes that back", async () => {
    const post = (what: string, key = writer, body: unknown = undefined) =>
      door.call<{ memory: Memory; undone: unknown }>("POST", `${items}/${cat.id}/${what}`, { key, body });
    expect((await post("restore", reader)).status).toBe(403);
    expect(await post("restore", writer, { reason: "she asked" })).toMatchObject({
      status: 200,
      body: { scope: "user:alice", memory: { status: "active" } },
    });
    const stale = { key: writer, headers: { "if-match": '"1"' } };
    const late = await door.call("POST", `${items}/${cat.id}/undo`, stale);
    expect([late.status, late.body.error.code]).toEqual([412, "conflict"]);
    const undone = await post("undo");
    expect(undone).toMatchObject({
      status: 200,
      body: { memory: { status: "soft_deleted" }, undone: { event: "RESTORE" } },
    });
    expect(undone.headers.get("etag")).toBe(`"${undone.body.memory.rev}"`);
    expect((await post("undo", writer, { id: "other" })).status).toBe(400);
    const [entry] = (await door.memoir.scope("user:alice").memories.history(cat.id)).items;
    expect(entry?.actor).toBe("bot");
  });
});

interface Found {
  readonly items: { scope: string; score: number; memory: { text: string } }[];
}

describe("search across scopes", () => {
  const door = useDoor();
  beforeAll(async () => {
    const says: [string, string, string][] = [
      ["default", "user:alice", "Alice likes green tea"],
      ["default", "user:bob", "Bob drinks tea with milk"],
      ["default", "user:李雷", "李雷喜欢喝绿茶"],
      ["other", "user:eve", "Eve hates tea"],
    ];
    for (const [tenant, scope, text] of says) await door.memoir.scope(scope, { tenant }).remember(text);
  });

  it.each([
    ["all scopes for an operator", { role: "operator" }, "query=tea", ["user:alice", "user:bob"]],
    ["all scopes for who may read all", { role: "read" }, "query=tea", ["user:alice", "user:bob"]],
    ["in Chinese", { role: "read" }, `query=${encodeURIComponent("绿茶")}`, ["user:李雷"]],
    ["some scopes", { role: "read" }, "query=tea&scope=user:bob", ["user:bob"]],
    ["several", { role: "read" }, "query=tea&scope=user:bob&scope=user:alice", ["user:alice", "user:bob"]],
    ["its own", { role: "read", scopes: ["user:alice"] }, "query=tea", ["user:alice"]],
    ["what is of one status", { role: "operator" }, "query=tea&status=pending", []],
    ["what nobody said", { role: "read" }, "query=coffee", []],
  ] as const)("%s", async (_what, grant, query, scopes) => {
    const key = await door.key(grant as Parameters<typeof door.key>[0]);
    const { status, body } = await door.call<Found>("GET", `/api/ltm/search?${query}`, { key });
    expect(status).toBe(200);
    expect(body.items.map(({ scope }) => scope).sort()).toEqual(scopes);
    for (const { score } of body.items) expect(score).toBeGreaterThan(0);
  });

  it.each([
    ["nothing", { role: "read" }, "", 400],
    ["too many", { role: "read" }, "query=tea&limit=9999", 400],
    ["another's", { role: "read", scopes: ["user:alice"] }, "query=tea&scope=user:bob", 403],
    ["what waits", { role: "read" }, "query=tea&status=pending", 403],
    ["past its categories", { role: "read", categories: ["food"] }, "query=tea", 403],
  ] as const)("%s is refused", async (_what, grant, query, status) => {
    const key = await door.key(grant as Parameters<typeof door.key>[0]);
    expect((await door.call("GET", `/api/ltm/search?${query}`, { key })).status).toBe(status);
  });
});
