import { describe, expect, it } from "vitest";
import type { KeyOptions, MemoirEngine } from "../../src/index.ts";
import { databases, useDatabase } from "../support/databases.ts";
import { DAY, refused } from "./support/expect.ts";
import { placesOf } from "./support/places.ts";

const MINUTE = 60_000;

describe.each(databases)("keys on $name", (kind) => {
  const db = useDatabase(kind);
  const keys = (memoir: MemoirEngine = db.memoir) => memoir.operator(db.tenant).keys;

  it("a key says whose it is and what it may do; the list says the rest, and never the key", async () => {
    const given: KeyOptions = {
      name: "小助手",
      role: "read",
      scopes: ["user:alice", "group:discord/42"],
      agent: "planner",
      categories: ["profile", "偏好"],
      expiresAt: new Date(db.clock.now + DAY),
      actor: "ann",
    };
    const { key, ...info } = await keys().create(given);
    expect(await db.memoir.authenticate(key)).toEqual({
      tenant: db.tenant,
      keyId: info.id,
      name: "小助手",
      role: "read",
      scopes: ["user:alice", "group:discord/42"],
      agent: "planner",
      categories: ["profile", "偏好"],
    });
    expect(info).toMatchObject({ kind: "key", status: "active", createdBy: "ann", lastUsedAt: null });
    db.clock.advance(1_000);
    await keys().create({ name: "bot" });
    const list = await keys().list();
    expect(list.map(({ name, role, scopes, createdBy }) => [name, role, scopes, createdBy])).toEqual([
      ["bot", "write", null, "operator"],
      ["小助手", "read", ["user:alice", "group:discord/42"], "ann"],
    ]);
    expect(JSON.stringify(list)).not.toContain(key.split(".")[2]);
  });

  it("of a key's secret nothing is stored", async () => {
    const { key } = await keys().create({ name: "bot" });
    const { token } = await keys().login();
    const session = await db.memoir.redeem((await keys().login()).token);
    for (const text of [key, token, session!.key]) {
      const [head, id, secret] = text.split(".");
      expect(await placesOf(db, secret!)).toEqual([]);
      // The search finds what is there.
      expect([head, await placesOf(db, id!)]).not.toEqual([head, []]);
    }
  });

  it("a key works until it ends, also when it was known a moment before", async () => {
    const { key } = await keys().create({ name: "short", expiresAt: db.clock.now + 1_000 });
    db.clock.advance(999);
    expect(await db.memoir.authenticate(key)).toMatchObject({ name: "short" });
    db.clock.advance(1);
    expect(await db.memoir.authenticate(key)).toBeNull();
    expect((await keys().list())[0]).toMatchObject({ status: "expired" });
    await refused(keys().create({ name: "late", expiresAt: db.clock.now }), "invalid_argument");
  });

  it("revoked in one process, refused at once there and within two seconds in another", async () => {
    const other = await db.open();
    const { key, id } = await keys().create({ name: "bot" });
    for (const memoir of [db.memoir, other]) expect(await memoir.authenticate(key)).not.toBeNull();
    expect(await keys().revoke("bot")).toMatchObject({
      id,
      status: "revoked",
      revokedAt: new Date(db.clock.now),
    });
    expect(await db.memoir.authenticate(key)).toBeNull();
    db.clock.advance(2_000);
    expect(await other.authenticate(key)).toBeNull();
    expect(await keys().revoke(id)).toMatchObject({ revokedAt: new Date(db.clock.now - 2_000) });
    await refused(keys().revoke("bot"), "not_found");
  });

  it("a clock that is set back trusts nothing from the future", async () => {
    const other = await db.open();
    const { key } = await keys().create({ name: "bot" });
    expect(await other.authenticate(key)).not.toBeNull();
    await keys().revoke("bot");
    db.clock.advance(-DAY);
    expect(await other.authenticate(key)).toBeNull();
  });

  it("a name is taken by one living key, also when two ask at once", async () => {
    const other = await db.open();
    const made = await Promise.allSettled([
      keys().create({ name: "bot" }),
      keys(other).create({ name: "bot" }),
      keys().create({ name: "bot" }),
    ]);
    expect(made.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
    const lost = made.find((one) => one.status === "rejected");
    expect(lost?.reason).toMatchObject({ code: "conflict" });
    expect(await keys().list()).toHaveLength(1);
    await keys().revoke("bot");
    await keys().create({ name: "bot", expiresAt: db.clock.now + 1 });
    db.clock.advance(1);
    expect(await keys().create({ name: "bot" })).toMatchObject({ status: "active" });
  });

  it("a key is of its tenant: no other lists, revokes or opens with it", async () => {
    const stranger = db.memoir.operator(`${db.tenant}-corp`).keys;
    const { key, id } = await keys().create({ name: "bot" });
    const theirs = await stranger.create({ name: "bot" });
    expect((await stranger.list()).map((one) => one.id)).toEqual([theirs.id]);
    await refused(stranger.revoke(id), "not_found");
    expect(await stranger.revoke("bot")).toMatchObject({ id: theirs.id });
    expect(await db.memoir.authenticate(key)).toMatchObject({ tenant: db.tenant });

    const [own, , secret] = key.split(".");
    const [other] = theirs.key.split(".");
    const forged = [
      `${other}.${id}.${secret}`,
      `${own}.${theirs.id}.${secret}`,
      `${own}.${id}.${theirs.key.split(".")[2]}`,
      `${own}.${"0".repeat(12)}.${secret}`,
      theirs.key,
      `${key} `,
      "",
      "mk_",
    ];
    for (const text of forged) expect([text, await db.memoir.authenticate(text)]).toEqual([text, null]);
    expect(await db.memoir.authenticate(undefined as unknown as string)).toBeNull();
  });

  it("a login is exchanged once, whoever asks at the same time, for what it was meant for", async () => {
    const other = await db.open();
    const login = await keys().login({ name: "phone", role: "read", scopes: ["user:alice"] });
    expect(login).toMatchObject({ kind: "login", expiresAt: new Date(db.clock.now + 10 * MINUTE) });
    expect(await db.memoir.authenticate(login.token)).toBeNull();
    const redeemed = await Promise.all(
      Array.from({ length: 8 }, (_, i) => (i % 2 === 0 ? db.memoir : other).redeem(login.token)),
    );
    const [session, ...more] = redeemed.filter((one) => one !== null);
    expect(more).toEqual([]);
    const { key, expiresAt, ...principal } = session!;
    expect(principal).toMatchObject({ name: "phone", role: "read", scopes: ["user:alice"] });
    expect(await other.authenticate(key)).toEqual(principal);
    expect((await keys().list()).map((one) => [one.kind, one.createdBy])).toEqual([
      ["session", `login ${login.id}`],
    ]);
    db.clock.now = expiresAt.getTime();
    expect(await other.authenticate(key)).toBeNull();
  });

  it("a login ends after ten minutes, or when it is revoked; a key is no login", async () => {
    const late = await keys().login();
    const revoked = await keys().login();
    const { key } = await keys().create({ name: "bot" });
    await refused(keys().revoke("login"), "conflict");
    await keys().revoke(revoked.id);
    expect(await db.memoir.redeem(revoked.token)).toBeNull();
    expect(await db.memoir.redeem(key.replace("mk_", "ml_"))).toBeNull();
    expect(await db.memoir.redeem(key)).toBeNull();
    expect(await db.memoir.redeem(late.token.slice(0, -1).concat("."))).toBeNull();
    expect(await db.memoir.authenticate(late.token.replace("ml_", "mk_"))).toBeNull();
    db.clock.advance(10 * MINUTE);
    expect(await db.memoir.redeem(late.token)).toBeNull();
    // Ended sessions are removed with the next login.
    await keys().login({ name: "next" });
    expect((await keys().list()).map(({ name }) => name)).toEqual(["next", "bot"]);
  });

  it("the last use is noted once a minute, and stops nobody", async () => {
    const { key } = await keys().create({ name: "bot" });
    const used = async (after: number): Promise<number | null> => {
      db.clock.advance(after);
      const engine = await db.open();
      await engine.authenticate(key);
      await engine.close();
      return (await keys().list())[0]!.lastUsedAt?.getTime() ?? null;
    };
    const first = await used(0);
    expect(first).toBe(db.clock.now);
    expect(await used(MINUTE - 1)).toBe(first);
    expect(await used(1)).toBe(db.clock.now);
  });

  it("R70: while the tenant's writes are stopped, keys are made, used, exchanged and revoked; no use is noted", async () => {
    await db.memoir.operator(db.tenant).readOnly(true);
    const { key } = await keys().create({ name: "rescue", role: "operator" });
    const login = await keys().login();
    const engine = await db.open();
    expect(await engine.authenticate(key)).toMatchObject({ role: "operator" });
    expect(await engine.redeem(login.token)).toMatchObject({ role: "operator" });
    await engine.close();
    expect((await keys().list()).map(({ lastUsedAt }) => lastUsedAt)).toEqual([null, null]);
    await keys().revoke("rescue");
  });

  it("R66: with emergencyReadOnly in the settings keys open, and none is made, exchanged or revoked", async () => {
    const { key } = await keys().create({ name: "bot" });
    const { token } = await keys().login();
    const engine = await db.open({ settings: { emergencyReadOnly: true } });
    expect(await engine.authenticate(key)).toMatchObject({ name: "bot" });
    await refused(keys(engine).create({ name: "more" }), "read_only");
    await refused(keys(engine).revoke("bot"), "read_only");
    await refused(engine.redeem(token), "read_only");
    // An invalid key causes no write: anybody may try.
    expect(await engine.redeem(`${token.slice(0, -43)}${"a".repeat(43)}`)).toBeNull();
    await engine.close();
    await refused(engine.authenticate(key), "closed");
    expect((await keys().list()).find(({ name }) => name === "bot")?.lastUsedAt).toBeNull();
  });
});
