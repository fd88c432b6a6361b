import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  checkExpiry,
  checkGrant,
  formatToken,
  type KeyOptions,
  parseToken,
  ROLES,
  roleAllows,
} from "./api-key.ts";
import { MemoirError } from "./errors.ts";

const secret = "A-_z".repeat(10).concat("abc");
const NOW = Date.parse("2026-03-01T12:00:00Z");

function codeOf(call: () => unknown): string {
  try {
    return `nothing thrown: ${JSON.stringify(call())}`;
  } catch (error) {
    return MemoirError.is(error) ? error.code : String(error);
  }
}

describe("a key's text", () => {
  it.each(["acme", "acme-corp", "北京 ☂", "a.b_c", "\uFEFFacme", "🙂", "x".repeat(256)])(
    "carries the tenant %j",
    (tenant) => {
      const token = { tenant, id: "0123456789ab", secret };
      expect(parseToken("mk", formatToken("mk", token))).toEqual(token);
      expect(formatToken("mk", token)).toMatch(/^mk_[\w-]+\.0123456789ab\.[\w-]{43}$/);
    },
  );

  it("any tenant comes back as it was", () => {
    const tenants = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
      .filter((text) => text.trim() !== "" && text.isWellFormed() && !text.includes("\0"));
    fc.assert(
      fc.property(tenants, (tenant) => {
        expect(parseToken("ml", formatToken("ml", { tenant, id: "0123456789ab", secret }))?.tenant).toBe(
          tenant,
        );
      }),
    );
  });

  const good = formatToken("mk", { tenant: "acme", id: "0123456789ab", secret });
  const bad: [why: string, text: unknown][] = [
    ["nothing", ""],
    ["no text", undefined],
    ["an object", { toString: () => good }],
    ["a list", [good]],
    ["another kind", good.replace("mk_", "ml_")],
    ["no prefix", good.slice(3)],
    ["a space before it", ` ${good}`],
    ["a line after it", `${good}\n`],
    ["a short secret", good.slice(0, -1)],
    ["a long secret", `${good}a`],
    ["four parts", `${good}.a`],
    ["an id in capitals", good.replace("0123456789ab", "0123456789AB")],
    ["no tenant", good.replace("YWNtZQ", "")],
    ["a tenant of white space", good.replace("YWNtZQ", "ICA")],
    ["a tenant in another spelling of base64", good.replace("YWNtZQ", "YWNtZR")],
    ["padding", good.replace("YWNtZQ", "YWNtZQ==")],
    ["a tenant that is no UTF-8", good.replace("YWNtZQ", "_w")],
    ["a tenant with a NUL", good.replace("YWNtZQ", "YQBi")],
    ["far too much", `mk_${"A".repeat(5_000_000)}.0123456789ab.${secret}`],
  ];
  it.each(bad)("is not %s", (_why, text) => {
    expect(parseToken("mk", text)).toBeNull();
  });

  it("whatever is sent is a key or null, never an error", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(parseToken("mk", value)).toBeNull();
      }),
    );
  });
});

describe("what a key is given", () => {
  it("by default it may write, everywhere", () => {
    expect(checkGrant({ name: "机器人" })).toEqual({
      name: "机器人",
      role: "write",
      scopes: null,
      agent: null,
      categories: null,
    });
  });

  it("scopes are kept in one spelling, each once", () => {
    const scopes = ["user:alice", { kind: "user", id: "alice" }, "global:default", "global"] as const;
    expect(checkGrant({ name: "x", scopes }).scopes).toEqual(["user:alice", "global"]);
  });

  const bad: [options: object, code: string][] = [
    [{}, "invalid_argument"],
    [{ name: " " }, "invalid_argument"],
    [{ name: "x".repeat(257) }, "too_large"],
    [{ name: "x", role: "admin" }, "invalid_argument"],
    [{ name: "x", role: null }, "invalid_argument"],
    [{ name: "x", scopes: "user:alice" }, "invalid_argument"],
    [{ name: "x", scopes: [] }, "invalid_argument"],
    [{ name: "x", scopes: ["alice"] }, "invalid_scope"],
    [{ name: "x", scopes: [7] }, "invalid_scope"],
    [{ name: "x", agent: "" }, "invalid_argument"],
    [{ name: "x", categories: [] }, "invalid_argument"],
    [{ name: "x", categories: [""] }, "invalid_argument"],
    [{ name: "x", role: "operator", scopes: ["user:alice"] }, "invalid_argument"],
    [{ name: "x", role: "operator", agent: "planner" }, "invalid_argument"],
    [{ name: "x", role: "operator", categories: ["profile"] }, "invalid_argument"],
  ];
  it.each(bad)("refuses %j with %s", (options, code) => {
    expect(codeOf(() => checkGrant(options as KeyOptions))).toBe(code);
  });

  it("ends at a time to come, or never", () => {
    expect(checkExpiry(undefined, NOW)).toBeNull();
    expect(checkExpiry("2026-03-01T12:00:01Z", NOW)).toBe(NOW + 1_000);
    expect(codeOf(() => checkExpiry(NOW, NOW))).toBe("invalid_argument");
    expect(codeOf(() => checkExpiry("soon", NOW))).toBe("invalid_argument");
  });
});

it("each role may do what the ones before it may", () => {
  const table = ROLES.map((role) => ROLES.map((needed) => roleAllows(role, needed)));
  expect(table).toEqual([
    [true, false, false],
    [true, true, false],
    [true, true, true],
  ]);
});
