import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { MemoirError } from "./errors.ts";
import { account, displayName, isOwn, resolveOrigin, sameName } from "./identity.ts";
import { type IdentityRules, USER_SCOPE_STRATEGIES } from "./settings/people.ts";

const UMO = "aiocqhttp:FriendMessage:12345";
const PRIVATE = { platform: "aiocqhttp", userId: "12345", umo: UMO };
const GROUP = { platform: "discord", userId: "7", groupId: "42", umo: "discord:GroupMessage:42" };

function rules(
  userScopeStrategy: IdentityRules["userScopeStrategy"],
  more: Partial<IdentityRules> = {},
): IdentityRules {
  const usual = { aliases: {}, includeLegacyOnRead: true, ownInGroups: false };
  return { scope: "origin", userScopeStrategy, ...usual, ...more };
}

function user(id: string): { kind: "user"; id: string } {
  return { kind: "user", id };
}

function failure(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (MemoirError.is(error)) return error.code;
  }
  return "none";
}

const nobody = (): undefined => undefined;

describe("resolveOrigin", () => {
  it.each([
    ["unified_msg_origin", UMO, ["aiocqhttp:12345"]],
    ["platform_user", "aiocqhttp:12345", [UMO]],
    ["person", "alice", [UMO, "aiocqhttp:12345"]],
  ] as const)("R60, R62: %s writes to %s and also reads %j", (strategy, primary, legacy) => {
    const personOf = (id: string): string | undefined => (id === "aiocqhttp:12345" ? "alice" : undefined);
    expect(resolveOrigin(PRIVATE, rules(strategy), personOf)).toEqual({
      primary: user(primary),
      legacy: legacy.map(user),
    });
  });

  it.each(USER_SCOPE_STRATEGIES)("C16: a group message stays on the group's id under %s", (strategy) => {
    const aliases = { "discord:7": "alice" };
    const resolved = resolveOrigin(GROUP, rules(strategy, { aliases }), () => "alice");
    expect(resolved).toEqual({
      primary: { kind: "group", id: "discord/42" },
      legacy: [{ kind: "group", id: "discord:GroupMessage:42" }],
    });
  });

  it.each([
    ["global", GROUP, { kind: "global", id: "default" }],
    ["global", PRIVATE, { kind: "global", id: "default" }],
    ["agent", GROUP, user("小助手")],
    ["agent", PRIVATE, user("小助手")],
    ["group_member", GROUP, user("42:7")],
    ["group_member", PRIVATE, user("alice")],
  ] as const)("C16: identity.scope %s: %j belongs to %j", (scope, origin, primary) => {
    const resolved = resolveOrigin(origin, rules("person", { scope }), () => "alice", "小助手");
    expect(resolved.primary).toEqual(primary);
    // Nobody else's memory is read with it.
    if (origin === GROUP || scope !== "group_member") expect(resolved.legacy).toEqual([]);
  });

  it("C16: an agent's memory needs the agent, and two members are never one", () => {
    expect(() => resolveOrigin(GROUP, rules("person", { scope: "agent" }), nobody)).toThrow(/pass the agent/);
    const apart = rules("person", { scope: "group_member" });
    expect(() => resolveOrigin({ ...GROUP, groupId: "4:2" }, apart, nobody)).toThrow(/groupId holds ":"/);
  });

  it("R61, R326: the map of persons goes before the aliases, these before the account", () => {
    const aliases = { "aiocqhttp:12345": "爱丽丝" };
    const byPerson = rules("person", { aliases });
    expect(resolveOrigin(PRIVATE, byPerson, () => "alice").primary).toEqual(user("alice"));
    expect(resolveOrigin(PRIVATE, byPerson, nobody).primary).toEqual(user("爱丽丝"));
    expect(resolveOrigin(PRIVATE, rules("person"), nobody).primary).toEqual(user("aiocqhttp:12345"));
  });

  it("R326: two platforms of one person meet", () => {
    const aliases = { "qq:1": "alice", "discord:2": "alice" };
    const ids = [
      { platform: "qq", userId: "1" },
      { platform: "discord", userId: "2" },
    ].map((origin) => resolveOrigin(origin, rules("person", { aliases }), nobody).primary.id);
    expect(ids).toEqual(["alice", "alice"]);
  });

  it.each([
    ["no umo: the account", { platform: "qq", userId: "1" }, "unified_msg_origin", "qq:1"],
    [
      "no user id: the umo",
      { platform: "qq", umo: "qq:FriendMessage:1" },
      "platform_user",
      "qq:FriendMessage:1",
    ],
    ["no user id: the umo", { platform: "qq", umo: "qq:FriendMessage:1" }, "person", "qq:FriendMessage:1"],
  ] as const)("R60: falls back, %s", (_what, origin, strategy, id) => {
    expect(resolveOrigin(origin, rules(strategy), nobody)).toEqual({ primary: user(id), legacy: [] });
  });

  it("R62: reads nothing else when told not to", () => {
    const strict = rules("person", { includeLegacyOnRead: false });
    expect(resolveOrigin(PRIVATE, strict, () => "alice").legacy).toEqual([]);
    expect(resolveOrigin(GROUP, strict, nobody).legacy).toEqual([]);
  });

  it.each([
    ["nobody", { platform: "qq" }, "invalid_argument"],
    ["an empty group", { platform: "qq", userId: "1", groupId: "" }, "invalid_argument"],
    ["an empty platform", { platform: " ", userId: "1" }, "invalid_argument"],
    ["a platform with a colon", { platform: "a:b", userId: "1" }, "invalid_argument"],
    ["a platform with a slash", { platform: "a/b", groupId: "1" }, "invalid_argument"],
    ["half a pair", { platform: "qq", userId: "\ud800" }, "invalid_argument"],
    ["a NUL", { platform: "qq", umo: "a\0" }, "invalid_argument"],
    ["a huge id", { platform: "qq", userId: "1".repeat(257) }, "too_large"],
    ["a huge account", { platform: "qq".repeat(60), userId: "1".repeat(200) }, "too_large"],
  ] as const)("R326: refuses %s", (_what, origin, code) => {
    expect(failure(() => resolveOrigin(origin, rules("platform_user"), nobody))).toBe(code);
  });

  it("R326: refuses a person without a name", () => {
    expect(failure(() => resolveOrigin(PRIVATE, rules("person"), () => ""))).toBe("invalid_argument");
  });

  const id = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
    .filter((s) => s.trim() !== "" && !s.includes("\0"));
  const platform = id.filter((s) => !/[:/]/.test(s));

  it("R62: legacy never repeats the primary or itself", () => {
    const strategy = fc.constantFrom(...USER_SCOPE_STRATEGIES);
    fc.assert(
      fc.property(
        platform,
        id,
        fc.option(id, { nil: undefined }),
        strategy,
        fc.boolean(),
        (p, u, g, s, same) => {
          const origin = {
            platform: p,
            userId: u,
            umo: same ? `${p}:${u}` : u,
            ...(g === undefined ? {} : { groupId: g }),
          };
          const { primary, legacy } = resolveOrigin(origin, rules(s), () => (same ? u : undefined));
          const ids = [primary, ...legacy].map((scope) => `${scope.kind} ${scope.id}`);
          expect(new Set(ids).size).toBe(ids.length);
          expect(primary.kind).toBe(g === undefined ? "user" : "group");
        },
      ),
    );
  });

  it("R326: two different accounts never share an id", () => {
    fc.assert(
      fc.property(platform, id, platform, id, (p, a, q, b) => {
        expect(account(p, a) === account(q, b)).toBe(p === q && a === b);
      }),
    );
  });
});

describe("displayName", () => {
  const names = new Map([
    ["qq:1", "小明"],
    ["qq:2", "  "],
  ]);

  it.each([
    ["qq:1", "小明"],
    ["qq:2", "qq:2"],
    ["qq:3", "qq:3"],
  ])("R79: %s is shown as %s", (actor, shown) => {
    expect(displayName(actor, names)).toBe(shown);
  });
});

test.each([
  ["Alice", "alice", true],
  [" ALICE ", "alice", true],
  ["Ｌｉ", "li", true],
  ["小明", "小明", true],
  ["alice", "alicia", false],
])("%j and %j are written alike: %j", (a, b, same) => expect(sameName(a, b)).toBe(same));

test.each([
  ["alice", "alice", true],
  ["alice's brother", "alice", true],
  ["4170938's 妹妹", "4170938", true],
  ["Alice", "alice", false],
  ["alice", "ALICE ", false],
  ["ａlice", "alice", false],
  ["alice ", "alice", false],
  ["Alice's brother", "alice", false],
  ["bob's brother", "alice", false],
  ["alicebob", "alice", false],
])("R326: %j is of %j: %j", (subject, actor, own) => expect(isOwn(subject, actor)).toBe(own));

describe("R326: identity.ownInGroups", () => {
  it.each<[string, object, Partial<IdentityRules>, string[]]>([
    ["off", GROUP, { ownInGroups: false }, []],
    ["an alias", GROUP, { aliases: { "discord:7": "alice" } }, ["alice"]],
    ["an account", GROUP, {}, ["discord:7"]],
    ["a member of a group", GROUP, { scope: "group_member" }, ["discord:7"]],
    ["nobody in particular", { platform: "discord", groupId: "42" }, {}, []],
    ["a direct message", { platform: "discord", userId: "7" }, {}, []],
    ["one memory for all", GROUP, { scope: "global" }, []],
    ["an agent's memory", GROUP, { scope: "agent" }, []],
  ])("%s", (_, origin, more, own) => {
    const settings = rules("person", { ownInGroups: true, includeLegacyOnRead: false, ...more });
    const resolved = resolveOrigin(origin as typeof GROUP, settings, () => undefined, "helper");
    expect(resolved.legacy).toEqual(own.map(user));
  });
});
