import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { HookOptions, HooksHandle, Memoir, NewHook, ScopeHandle } from "../../src/index.ts";
import { verifyHook } from "../../src/index.ts";
import { memoirs, useMemoir } from "../support/memoirs.ts";
import { type Receiver, startReceiver, workUntil } from "../support/receiver.ts";
import { everything, refused } from "./support/expect.ts";

const HOUR = 3_600_000;
const SETTINGS = { hooks: { allow: ["127.0.0.1"] }, changes: { keep: 5 } };

const told = ({ taken }: Receiver): string[] =>
  taken.map(({ body: { scope, rev, event } }) => `${scope} ${rev} ${event}`);

describe.each(memoirs)("hooks on $name", (kind) => {
  const db = useMemoir(kind);
  let receiver: Receiver;
  let memoir: Memoir;
  let hooks: HooksHandle;
  beforeEach(async () => {
    receiver = await startReceiver();
    memoir = await db.open({ settings: SETTINGS });
    hooks = memoir.operator(db.tenant).hooks;
  });
  afterEach(() => receiver[Symbol.asyncDispose]());

  const scope = (name: string, tenant = db.tenant): ScopeHandle => memoir.scope(name, { tenant });
  const add = (options: Partial<HookOptions> = {}): Promise<NewHook> =>
    hooks.add({ url: receiver.url, ...options });
  const until = (count: number, of: "arrived" | "taken" = "taken"): Promise<void> =>
    workUntil(
      () => db.work(memoir),
      () => receiver[of].length >= count,
    );

  it("a change arrives signed, with the memory as it is", async () => {
    const { secret, ...hook } = await add();
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(hook).toMatchObject({ url: receiver.url, events: null, scopes: null, status: "active" });
    const { memory } = await scope("user:alice").remember("小明喜欢喝绿茶");
    await until(1);
    const [{ headers, raw, body }] = receiver.arrived as [Receiver["arrived"][number]];
    expect(verifyHook(headers, raw, secret, { now: db.clock.now })).toBe(true);
    expect(body).toMatchObject({
      ...{ id: headers["webhook-id"], event: "created", tenant: db.tenant, scope: "user:alice", rev: 1 },
      ...{ memoryId: memory.id, at: new Date(db.clock.now).toISOString() },
      memory: { id: memory.id, text: "小明喜欢喝绿茶" },
    });
    expect(await hooks.list()).toEqual([{ ...hook, waiting: 0, parked: 0 }]);
    const [delivery] = (await hooks.deliveries(hook.id)).items;
    expect(delivery).toEqual({
      ...{
        id: body.id,
        event: "created",
        scope: "user:alice",
        rev: 1,
        memoryId: memory.id,
        batch: body.batch,
      },
      ...{ at: new Date(db.clock.now), status: "delivered", attempts: 1, code: 200, error: null },
      ...{ lastAt: new Date(db.clock.now), nextAt: null },
    });
  });

  it("tells only what was committed since, of the events and scopes that were asked for", async () => {
    const alice = scope("user:alice");
    const { memory } = await alice.remember("Alice likes tea");
    await add({ events: ["updated", "soft_deleted"], scopes: ["user:alice"] });
    await scope("user:bob").remember("Bob likes tea");
    await alice.remember("Alice has a dog");
    await alice.memories.update(memory.id, { pinned: true });
    await alice.memories.delete(memory.id);
    await until(2);
    expect(told(receiver)).toEqual(["user:alice 3 updated", "user:alice 4 soft_deleted"]);
  });

  it("a scope waits behind its failing change, others do not; then it goes on in order", async () => {
    const { id } = await add();
    receiver.reply = ({ body }) => (body.scope === "user:alice" ? 503 : 200);
    await scope("user:alice").remember("Alice likes tea");
    await scope("user:alice").remember("Alice has a dog");
    await scope("user:bob").remember("Bob likes tea");
    await until(1);
    await until(2, "arrived");
    expect(told(receiver)).toEqual(["user:bob 1 created"]);
    const waiting = await everything(hooks.deliveries(id, { status: "waiting" }));
    const [second, first] = waiting;
    expect(waiting).toHaveLength(2);
    expect(first).toMatchObject({ status: "waiting", attempts: 1, code: 503 });
    expect(first!.nextAt!.getTime()).toBeGreaterThan(db.clock.now);
    expect(second).toMatchObject({ status: "waiting", attempts: 0, nextAt: null });
    await db.work(memoir);
    expect(receiver.arrived).toHaveLength(2);
    receiver.reply = () => 200;
    db.clock.advance(HOUR);
    await until(3);
    expect(told(receiver)).toEqual(["user:bob 1 created", "user:alice 1 created", "user:alice 2 created"]);
    const ids = receiver.arrived.filter(({ body }) => body.scope === "user:alice" && body.rev === 1);
    expect(new Set(ids.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  });

  it("what always fails is parked after a day, is shown, and can be retried", async () => {
    const { id } = await add();
    receiver.reply = ({ body }) => (body.rev === 1 ? 500 : 200);
    await scope("user:alice").remember("Alice likes tea");
    await until(1, "arrived");
    await scope("user:alice").remember("Alice has a dog");
    for (let hour = 0; hour < 25; hour++) {
      db.clock.advance(HOUR);
      await db.work(memoir);
    }
    expect(await hooks.list()).toMatchObject([{ parked: 1 }]);
    const attempts = receiver.arrived.length;
    expect(attempts).toBeGreaterThan(20);
    await until(1);
    expect(told(receiver)).toEqual(["user:alice 2 created"]);
    const parked = await everything(hooks.deliveries(id, { status: "parked" }));
    expect(parked).toMatchObject([{ rev: 1, status: "parked", code: 500, nextAt: null }]);
    await refused(hooks.retry(id, `${id}-99`), "not_found");
    receiver.reply = () => 200;
    expect(await hooks.retry(id, parked[0]!.id)).toBe(1);
    await until(2);
    expect(told(receiver)).toEqual(["user:alice 2 created", "user:alice 1 created"]);
    expect((await hooks.list())[0]).toMatchObject({ waiting: 0, parked: 0 });
  });

  it("a paused hook gets everything later, however long the change log is kept", async () => {
    const { id } = await add();
    expect(await hooks.pause(id)).toMatchObject({ id, status: "paused" });
    const alice = scope("user:alice");
    const { memory } = await alice.remember("Alice likes tea");
    for (let i = 0; i < 70; i++) await alice.memories.update(memory.id, { pinned: i % 2 === 0 });
    await db.work(memoir);
    expect(receiver.arrived).toEqual([]);
    expect(await hooks.resume(id)).toMatchObject({ status: "active" });
    await until(71);
    expect(receiver.taken.map(({ body }) => body.rev)).toEqual(Array.from({ length: 71 }, (_, i) => i + 1));
  });

  it("words that were forgotten or erased before they were sent are not sent", async () => {
    const { id } = await add();
    await hooks.pause(id);
    const alice = scope("user:alice");
    const { memory: erased } = await alice.remember("Alice hides a zanzibar");
    const { memory: forgotten } = await alice.remember("Alice hid a quokka");
    const { memory: kept } = await alice.remember("Alice likes tea");
    await alice.memories.delete(erased.id, { hard: true });
    await alice.memories.delete(forgotten.id);
    await hooks.resume(id);
    await until(5);
    expect(receiver.taken.map(({ body: { memoryId, memory } }) => [memoryId, memory?.text ?? null])).toEqual([
      [erased.id, null],
      [forgotten.id, null],
      [kept.id, "Alice likes tea"],
      [erased.id, null],
      [forgotten.id, null],
    ]);
    expect(Buffer.concat(receiver.arrived.map(({ raw }) => raw)).toString()).not.toMatch(/zanzibar|quokka/);
  });

  it("a tenant sees neither another's hooks nor another's changes", async () => {
    const other = `${db.tenant}-other`;
    const theirs = memoir.operator(other).hooks;
    const { id } = await add();
    const foreign = await theirs.add({ url: `${receiver.url}/other` });
    for (const call of ["remove", "pause", "resume", "test", "retry", "deliveries"] as const) {
      await refused(theirs[call](id), "not_found");
    }
    expect((await theirs.list()).map((hook) => hook.id)).toEqual([foreign.id]);
    await scope("user:alice").remember("Alice likes tea");
    await scope("user:alice", other).remember("Another Alice likes rain");
    await until(2);
    expect(receiver.taken.map(({ body }) => [body.id.split("-")[0], body.tenant]).sort()).toEqual(
      [
        [id, db.tenant],
        [foreign.id, other],
      ].sort(),
    );
  });

  it("says how a test was answered, and does not repeat it", async () => {
    const { id, secret } = await add({ secret: `whsec_${Buffer.alloc(24, 7).toString("base64")}` });
    expect(await hooks.test(id)).toEqual({ delivered: true, code: 200, error: null });
    const [{ headers, raw, body }] = receiver.arrived as [Receiver["arrived"][number]];
    expect(body).toMatchObject({ event: "test", scope: null, memory: null });
    expect(verifyHook(headers, raw, secret, { now: db.clock.now })).toBe(true);
    receiver.reply = () => 302;
    expect(await hooks.test(id)).toEqual({ delivered: false, code: 302, error: null });
    receiver.reply = (_, answer) => {
      answer.socket?.destroy();
      return null;
    };
    expect(await hooks.test(id)).toEqual({ delivered: false, code: null, error: "ECONNRESET" });
    expect((await hooks.deliveries(id)).items).toEqual([]);
  });

  it("a receiver that says 410 is left alone", async () => {
    const { id } = await add();
    receiver.reply = () => 410;
    await scope("user:alice").remember("Alice likes tea");
    await until(1, "arrived");
    expect(await hooks.list()).toMatchObject([{ id, status: "paused", waiting: 1 }]);
  });

  it("a removed hook is told nothing more", async () => {
    const { id } = await add();
    const second = await add({ url: `${receiver.url}/second` });
    receiver.reply = ({ body }) => (body.id.startsWith(id) ? 500 : 200);
    await scope("user:alice").remember("Alice likes tea");
    await until(1);
    await hooks.remove(id);
    await refused(hooks.remove(id), "not_found");
    db.clock.advance(HOUR);
    const before = receiver.arrived.filter(({ body }) => body.id.startsWith(id)).length;
    await scope("user:alice").remember("Alice has a dog");
    await until(2);
    expect((await hooks.list()).map((hook) => hook.id)).toEqual([second.id]);
    expect(receiver.arrived.filter(({ body }) => body.id.startsWith(id))).toHaveLength(before);
  });

  it.each([
    ["no address", { url: "memoir" }, "url must be an https address"],
    ["another protocol", { url: "file:///etc/passwd" }, "url must be an https address"],
    ["a password in it", { url: "https://ann:pw@example.com" }, "Leave them out"],
    ["plain http", { url: "http://example.com" }, "is not https"],
    ["loopback", { url: "https://127.0.0.2/" }, "leads to a private address"],
    ["loopback in another notation", { url: "https://0x7f.2/" }, "leads to a private address"],
    ["loopback of IPv6", { url: "https://[::1]/" }, "leads to a private address"],
    ["a mapped address", { url: "https://[::ffff:10.0.0.1]/" }, "leads to a private address"],
    ["the address of a cloud's metadata", { url: "https://169.254.169.254/" }, "leads to a private address"],
    ["no events", { events: [] }, "events"],
    ["an unknown event", { events: ["linked" as "created"] }, "events"],
    ["a short secret", { secret: "whsec_aGVsbG8=" }, "24 to 64 bytes"],
  ])("refuses %s", async (_name, options, message) => {
    const error = await refused(add(options as Partial<HookOptions>), "invalid_argument");
    expect(error.message).toContain(message);
    expect(await hooks.list()).toEqual([]);
  });
});
