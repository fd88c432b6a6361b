import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MemoirError } from "./errors.ts";
import { DEFAULT_TENANT, formatScope, parseScope, SCOPE_KINDS, type ScopeInput } from "./scope.ts";

function code(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (MemoirError.is(error)) return error.code;
    throw error;
  }
  return "none";
}

// biome-ignore format: a list
const ODD_IDS = [
  "alice", "o'brien", 'say "hi"', "discord/42", "../../etc/passwd", "100%", "a_b", "a:b:c", "qq:FriendMessage:1",
  " padded ", "مرحبا", "\u202ertl", "👨‍👩‍👧", "小明", "'; drop table memory;--", "a\nb", "x".repeat(256),
];

describe("parseScope", () => {
  it.each([
    ["user:alice", "user", "alice"],
    ["group:discord/42", "group", "discord/42"],
    ["project:x", "project", "x"],
    ["global", "global", "default"],
    ["global:default", "global", "default"],
    [{ kind: "user", id: "alice" }, "user", "alice"],
    [{ kind: "global" }, "global", "default"],
    [{ kind: "global", id: "default" }, "global", "default"],
  ] as [ScopeInput, string, string][])("R6, C16: reads %j", (input, kind, id) => {
    expect(parseScope(input)).toEqual({ tenant: DEFAULT_TENANT, kind, id });
    expect(parseScope(input, "acme")).toEqual({ tenant: "acme", kind, id });
  });

  it.each(ODD_IDS)("DESIGN 2: keeps the id %j exactly, in text and as an object", (id) => {
    expect(parseScope(`user:${id}`).id).toBe(id);
    expect(parseScope({ kind: "user", id }).id).toBe(id);
  });

  // biome-ignore format: a list
  it.each([
    "", "alice", "User:alice", "USER:alice", "users:alice", " user:alice", "ｕｓｅｒ:alice", ":alice", "user", "group",
    "global:", "global:other", "constructor:x", "用户:小明",
  ])("R6: refuses %j as no scope", (input) => {
    expect(code(() => parseScope(input))).toBe("invalid_scope");
  });

  it.each([
    undefined,
    null,
    7,
    true,
    [],
    {},
    { id: "alice" },
    { kind: "user" },
    { kind: "team", id: "x" },
    { kind: "global", id: null },
  ])("R6: refuses %j as no scope", (input) => {
    expect(code(() => parseScope(input as unknown as ScopeInput))).toBe("invalid_scope");
  });

  it.each([
    ["user:", "invalid_argument"],
    ["user:  ", "invalid_argument"],
    ["user:a\0b", "invalid_argument"],
    ["user:\ud83d", "invalid_argument"],
    [`user:${"x".repeat(257)}`, "too_large"],
    [{ kind: "user", id: 42 }, "invalid_argument"],
    [{ kind: "user", id: null }, "invalid_argument"],
  ])("DESIGN 2: refuses an id it cannot keep exactly: %j", (input, expected) => {
    expect(code(() => parseScope(input as ScopeInput))).toBe(expected);
  });

  it.each(["", " ", "a\0", "\ud83d", null, 7])("DESIGN 2: refuses the tenant %j", (tenant) => {
    expect(code(() => parseScope("user:alice", tenant as string))).toBe("invalid_argument");
  });

  it.each([
    ["user:alice", "user:Alice"],
    ["user:alice", "user:ａｌｉｃｅ"],
    ["user:alice", "user:alice "],
    ["user:\u00e9", "user:e\u0301"],
    ["user:acme", "user:acme-corp"],
    ["user:1", "group:1"],
  ])("DESIGN 2: %j and %j are two scopes", (a, b) => {
    expect(parseScope(a)).not.toEqual(parseScope(b));
  });

  it("says what is allowed, and never shows a whole huge id", () => {
    try {
      parseScope(`team:${"x".repeat(5000)}`);
      expect.unreachable();
    } catch (error) {
      expect((error as Error).message).toContain('Use "user:ID", "group:ID", "project:ID" or "global".');
      expect((error as Error).message.length).toBeLessThan(300);
    }
  });
});

describe("formatScope", () => {
  const id = fc
    .string({ unit: "binary", minLength: 1, maxLength: 120 })
    .filter((s) => s.trim() !== "" && !s.includes("\0"));

  it("C16: what it writes reads back as the same scope", () => {
    fc.assert(
      fc.property(fc.constantFrom(...SCOPE_KINDS), id, (kind, value) => {
        const scope = parseScope(kind === "global" ? { kind } : { kind, id: value }, "acme");
        expect(parseScope(formatScope(scope), "acme")).toEqual(scope);
      }),
    );
  });

  it("C16: the global scope has one name", () => {
    expect(formatScope(parseScope("global:default"))).toBe("global");
  });
});
