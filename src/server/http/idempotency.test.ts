import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { RequestsHandle } from "../../engine/handles/operator.ts";
import { MemoirError, type Memory } from "../../index.ts";
import { fixedClock } from "../../testing/index.ts";
import { useDoor } from "./app.fixture.ts";
import { ROUTES } from "./routes/index.ts";

interface Item {
  readonly memory: Memory;
}

describe("Idempotency-Key", () => {
  const clock = fixedClock();
  const door = useDoor({ now: clock.now });
  let writer: string;
  beforeAll(async () => {
    writer = await door.key({ role: "write" });
  });
  const post = <T = Item>(path: string, body: object, once: string, key = writer) =>
    door.call<T>("POST", `/api/ltm/${path}`, { key, body, headers: { "idempotency-key": once } });
  const remember = (scope: string, once: string, text = "Ann has a cat", key = writer) =>
    post("remember", { scope, text }, once, key);
  const backing = async (scope: string) =>
    (await door.memoir.scope(scope).memories.list()).items.map(({ evidenceCount }) => evidenceCount);
  /** Carries out what the call does, but lets nobody note that it was done, as when the server dies right then. */
  const dying = async (call: () => Promise<unknown>) => {
    const { operator } = door.memoir;
    const spy = vi.spyOn(door.memoir, "operator").mockImplementation((tenant) => {
      const real = operator(tenant);
      const requests: RequestsHandle = {
        ...real.requests,
        end: () => Promise.reject(new MemoirError("database_gone", "It is gone.")),
      };
      return { ...real, requests };
    });
    await call().finally(() => spy.mockRestore());
  };

  it("the same request again is answered as before, and not done again", async () => {
    const once = randomUUID();
    const first = await remember("user:a", once);
    const second = await remember("user:a", once);
    expect([second.status, second.body, second.headers.get("etag")]).toEqual([
      201,
      first.body,
      first.headers.get("etag"),
    ]);
    expect(first.headers.get("idempotency-replayed")).toBeNull();
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect(await backing("user:a")).toEqual([1]);
  });

  it("without one, or with another, it is another request", async () => {
    await remember("user:b", "k1");
    await remember("user:b", "k2");
    await door.call("POST", "/api/ltm/remember", {
      key: writer,
      body: { scope: "user:b", text: "Ann has a cat" },
    });
    expect(await backing("user:b")).toEqual([3]);
  });

  it("409 where the key was used for something else", async () => {
    await remember("user:c", "k3");
    const other = await post<{ error: { code: string } }>(
      "remember",
      { scope: "user:c", text: "Another" },
      "k3",
    );
    expect([other.status, other.body.error.code]).toEqual([409, "conflict"]);
    expect((await post("undo", { scope: "user:c" }, "k3")).status).toBe(409);
    expect(await backing("user:c")).toEqual([1]);
  });

  it("two callers may use the same name", async () => {
    const other = await door.key({ role: "write" });
    await remember("user:d", "k4");
    expect((await remember("user:d", "k4", "安 has a dog", other)).status).toBe(201);
    expect(await backing("user:d")).toEqual([1, 1]);
  });

  it("of two at once, one is done and the other is told to wait", async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => remember("user:e", "k5")));
    const statuses = all.map(({ status }) => status);
    expect(statuses).toContain(201);
    expect(statuses.every((status) => status === 201 || status === 409)).toBe(true);
    const late = all.find(({ status }) => status === 409);
    if (late !== undefined) expect(late.headers.get("retry-after")).toBe("1");
    expect(await backing("user:e")).toEqual([1]);
    expect((await remember("user:e", "k5")).headers.get("idempotency-replayed")).toBe("true");
  });

  it("what was refused was not done, and may be sent again", async () => {
    const key = await door.key({ role: "write", tenant: "frozen" });
    await door.memoir.operator("frozen").readOnly(true);
    expect((await remember("user:a", "k6", "x", key)).status).toBe(423);
    await door.memoir.operator("frozen").readOnly(false);
    expect((await post("undo", { scope: "user:a" }, "k7", key)).status).toBe(409);
    expect((await remember("user:a", "k6", "x", key)).status).toBe(201);
    const undone = await post("undo", { scope: "user:a" }, "k7", key);
    expect([undone.status, undone.headers.get("idempotency-replayed")]).toEqual([200, null]);
  });

  it.each([
    ["remember", { text: "Ann has a cat" }, 201],
    ["events", { messages: [{ text: "hello" }, { text: "你好" }] }, 201],
    ["flush", {}, 200],
    ["forget", { about: "cat" }, 200],
  ])("%s: what a crash left in doubt is done again, and still only once", async (path, body, status) => {
    const scope = `user:crash-${path}`;
    const handle = door.memoir.scope(scope);
    const call = () => post(path, { scope, ...body }, `crash ${path}`.replace(" ", "-"));
    await dying(call);
    const before = [(await handle.events.list()).items, (await handle.memories.list()).items];
    expect((await call()).status).toBe(409);
    clock.advance(60_000);
    const again = await call();
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([status, null]);
    expect([(await handle.events.list()).items, (await handle.memories.list()).items]).toEqual(before);
    expect((await call()).headers.get("idempotency-replayed")).toBe("true");
  });

  it("undo: what a crash left in doubt is not done again", async () => {
    const scope = "user:undo";
    await remember(scope, "u1");
    await remember(scope, "u2", "Ann has a dog");
    await dying(() => post("undo", { scope }, "u3"));
    clock.advance(60_000);
    const { status, body } = await post<{ error: { message: string } }>("undo", { scope }, "u3");
    expect([status, body.error.message]).toEqual([409, expect.stringContaining("not known")]);
    expect(await backing(scope)).toHaveLength(1);
  });

  it("is remembered for a day", async () => {
    await remember("user:f", "k8");
    clock.advance(86_400_000);
    expect((await remember("user:f", "k8")).headers.get("idempotency-replayed")).toBe("true");
    clock.advance(1);
    expect((await remember("user:f", "k8")).headers.get("idempotency-replayed")).toBeNull();
  });

  it("keeps no words that were erased for good (C18)", async () => {
    const scope = "user:g";
    await remember(scope, "k9", "Ann owns a zeppelin");
    const gone = await post("forget", { scope, about: "zeppelin", hard: true }, "k10");
    expect(gone.body).toMatchObject({ found: true, memories: [{ text: "Ann owns a zeppelin" }] });
    const replayed = await post("forget", { scope, about: "zeppelin", hard: true }, "k10");
    const empty = { memories: [], batch: null, hidden: expect.any(Array), restored: [], replaced: [] };
    expect([replayed.status, replayed.body]).toEqual([200, { found: true, ...empty }]);
    expect((await remember(scope, "k9", "Ann owns a zeppelin")).status).toBe(410);
    expect(await backing(scope)).toEqual([]);
  });

  it.each(["", "x".repeat(256), "two words", "naïve"])("400 for a key that is none: %j", async (once) => {
    expect((await remember("user:h", once)).status).toBe(400);
  });

  it("every POST that writes takes one, but those that answer with a secret, and imports", async () => {
    const looks = ["explain", "preview", "people/preview", "policy/preview"].map((one) => `/api/ltm/${one}`);
    const without = ROUTES.filter(({ spec }) => {
      const writes = spec.method === "post" && (spec.role === "write" || spec.role === "operator");
      return (
        writes && spec.path.startsWith("/api/ltm/") && spec.twice === undefined && !looks.includes(spec.path)
      );
    });
    expect(without.map(({ spec }) => spec.path).sort()).toEqual([
      "/api/ltm/hooks",
      "/api/ltm/import",
      "/api/ltm/keys",
      "/api/ltm/keys/login",
      "/api/ltm/sample",
    ]);
    const key = await door.key();
    const { status } = await post("keys", { name: "new" }, "k11", key);
    expect(status).toBe(400);
  });
});
