import { describe, expect, it } from "vitest";
import type { SettingsInput } from "../../src/index.ts";
import { memoirs, useMemoir } from "../support/memoirs.ts";
import { refused } from "./support/expect.ts";

describe.each(memoirs)("identities on $name", (kind) => {
  const db = useMemoir(kind);
  const scopeOf = async (
    origin: Parameters<typeof db.memoir.scopeFor>[0],
    identity: SettingsInput["identity"] = {},
  ): Promise<string> => {
    const memoir = await db.open({ settings: { identity } });
    return (await memoir.scopeFor(origin, { tenant: db.tenant })).scope;
  };

  it("R326: the map of persons is set, changed, listed and removed", async () => {
    const { identities } = db.memoir.operator(db.tenant);
    expect(await identities.list()).toEqual([]);
    await identities.set({ account: "discord:9007199254740993", person: "alice", name: "Alice" });
    await identities.set({ account: "qq:1", person: "alice" });
    await identities.set({ account: "qq:2", person: "王芳", name: "芳芳" });
    await identities.set({ account: "qq:1", person: "alice", name: "爱丽丝" });
    expect((await identities.list()).map((identity) => ({ ...identity }))).toEqual([
      { account: "discord:9007199254740993", person: "alice", name: "Alice" },
      { account: "qq:1", person: "alice", name: "爱丽丝" },
      { account: "qq:2", person: "王芳", name: "芳芳" },
    ]);
    expect([await identities.remove("qq:1"), await identities.remove("qq:1")]).toEqual([true, false]);
    expect(await identities.list()).toHaveLength(2);
  });

  it.each([
    ["picobot", "global"],
    ["urmom", "user:42:7"],
    ["everbot", "user:helper"],
    ["default", "group:discord/42"],
  ] as const)("C16: in %s a message in a group belongs to %s", async (preset, scope) => {
    const memoir = await db.open({ preset });
    const origin = { platform: "discord", userId: "7", groupId: "42" };
    const handle = await memoir.scopeFor(origin, { tenant: db.tenant, agent: "helper" });
    expect(handle.scope).toBe(scope);
  });

  it("R79: names are looked up for prompts only; an unknown id stands for itself", async () => {
    const { identities } = db.memoir.operator(db.tenant);
    await identities.set({ account: "discord:1", person: "alice", name: "Alice" });
    await identities.set({ account: "discord:2", person: "bob" });
    const options = { tenant: db.tenant };
    expect([...(await db.memoir.names(["discord:1", "discord:2", "discord:3"], options))]).toEqual([
      ["discord:1", "Alice"],
      ["discord:2", "discord:2"],
      ["discord:3", "discord:3"],
    ]);
    const alice = await db.memoir.scopeFor({ platform: "discord", userId: "1" }, options);
    await alice.observe([{ id: "m1", text: "hi", author: "discord:1" }]);
    await identities.set({ account: "discord:1", person: "alice", name: "Alicia" });
    expect((await alice.events.get("m1"))?.actor).toBe("discord:1");
    expect((await db.memoir.names(["discord:1"], options)).get("discord:1")).toBe("Alicia");
  });

  it.each([
    [
      "unified_msg_origin",
      { platform: "qq", userId: "7", umo: "qq:FriendMessage:7" },
      "user:qq:FriendMessage:7",
    ],
    ["unified_msg_origin", { platform: "qq", userId: "7" }, "user:qq:7"],
    ["platform_user", { platform: "qq", userId: "7", umo: "qq:FriendMessage:7" }, "user:qq:7"],
    ["person", { platform: "qq", userId: "7", umo: "qq:FriendMessage:7" }, "user:qq:7"],
    ["person", { platform: "qq", userId: "7", groupId: "9" }, "group:qq/9"],
    ["platform_user", { platform: "qq", userId: "7", groupId: "9", umo: "qq:GroupMessage:9" }, "group:qq/9"],
  ] as const)("R60: under %s, %j writes to %s", async (userScopeStrategy, origin, scope) => {
    expect(await scopeOf(origin, { userScopeStrategy })).toBe(scope);
  });

  it("R61, R326: one person on several platforms is one scope, and the editable map goes before settings", async () => {
    const identity = { aliases: { "qq:7": "alice", "discord:8": "bob" } };
    expect(await scopeOf({ platform: "qq", userId: "7" }, identity)).toBe("user:alice");
    expect(await scopeOf({ platform: "discord", userId: "8" }, identity)).toBe("user:bob");
    await db.memoir.operator(db.tenant).identities.set({ account: "discord:8", person: "alice" });
    expect(await scopeOf({ platform: "discord", userId: "8" }, identity)).toBe("user:alice");
  });

  it("R62, R326: after the accounts are joined, what was said before is still read", async () => {
    const options = { tenant: db.tenant };
    const origin = { platform: "discord", userId: "1" };
    await (await db.memoir.scopeFor(origin, options)).remember("Alice likes tea");
    await db.memoir.operator(db.tenant).identities.set({ account: "discord:1", person: "alice" });
    const joined = await db.memoir.scopeFor(origin, options);
    expect(joined.scope).toBe("user:alice");
    expect((await joined.recall("tea")).hits.map((hit) => hit.text)).toEqual(["Alice likes tea"]);
    await joined.remember("Alice likes rain");
    expect((await db.scope("user:discord:1").memories.list()).items).toHaveLength(1);
  });

  it("R326: a nickname decides nothing", async () => {
    const { identities } = db.memoir.operator(db.tenant);
    await identities.set({ account: "discord:1", person: "alice", name: "Alice" });
    await identities.set({ account: "discord:666", person: "mallory", name: "Alice" });
    expect(await scopeOf({ platform: "discord", userId: "666" })).toBe("user:mallory");
  });

  it.each([
    ["English", "Alice is in debt", "Am I in debt?", "debt"],
    ["Chinese", "爱丽丝欠了债", "我欠了债吗？", "债"],
  ])(
    "R326, C16: where identity.ownInGroups says so, a person's own memories are read when that person asks in a group, in %s",
    async (_, text, question, word) => {
      const memoir = await db.open({ settings: { identity: { ownInGroups: true } } });
      const options = { tenant: db.tenant };
      const from = (userId: string | undefined, groupId?: string) =>
        memoir.scopeFor(
          {
            platform: "discord",
            ...(userId === undefined ? {} : { userId }),
            ...(groupId === undefined ? {} : { groupId }),
          },
          options,
        );
      await db.memoir.operator(db.tenant).identities.set({ account: "discord:1", person: "alice" });
      const alice = await from("1");
      await alice.remember(text);
      const inGroup = await from("1", "5");
      expect([inGroup.scope, inGroup.legacy]).toEqual(["group:discord/5", ["user:alice"]]);
      expect((await inGroup.recall(question, { asker: "1" })).hits.map((hit) => hit.text)).toEqual([text]);
      // Nobody else's question brings it, nor one that nobody is named for.
      for (const other of [await from("2", "5"), await from(undefined, "5")]) {
        expect((await other.recall(word)).hits).toEqual([]);
      }
      // What is said in the group stays in the group.
      await inGroup.remember("Alice sold her bicycle");
      expect((await alice.recall("bicycle")).hits).toEqual([]);
      expect((await memoir.scope("user:alice", options).memories.list()).items).toHaveLength(1);
    },
  );

  it("R326: under group_member, too", async () => {
    const settings = { identity: { ownInGroups: true } };
    const memoir = await db.open({ preset: "urmom", settings });
    const origin = { platform: "discord", userId: "7", groupId: "42" };
    const { scope, legacy } = await memoir.scopeFor(origin, { tenant: db.tenant });
    expect([scope, legacy]).toEqual(["user:42:7", ["user:discord:7"]]);
  });

  it("C16: in a group nothing of a person's own scope is read", async () => {
    const options = { tenant: db.tenant };
    const person = await db.memoir.scopeFor({ platform: "discord", userId: "1" }, options);
    await person.remember("Alice is in debt");
    const group = await db.memoir.scopeFor({ platform: "discord", userId: "1", groupId: "5" }, options);
    expect((await group.recall("debt")).hits).toEqual([]);
  });

  it("an origin that names nobody, or a platform with a separator, is refused", async () => {
    await refused(db.memoir.scopeFor({ platform: "discord" }), "invalid_argument");
    await refused(db.memoir.scopeFor({ platform: "a:b", userId: "c" }), "invalid_argument");
    await refused(db.memoir.scopeFor({ platform: "a/b", groupId: "c" }), "invalid_argument");
    await refused(db.memoir.scopeFor({ platform: "", userId: "c" }), "invalid_argument");
  });
});
