import { describe, expect, it } from "vitest";
import { readFilters } from "./filters.ts";

const AT = "2026-05-01T00:00:00.000Z";

describe("mem0's filters", () => {
  it.each([
    [{ user_id: "alice" }, { user: "alice" }, {}],
    [{ userId: "小明" }, { user: "小明" }, {}],
    [{ AND: [{ user_id: "alice" }, { run_id: "r" }] }, { user: "alice", run: "r" }, { session: "r" }],
    [{ user_id: "alice", agent_id: "a" }, { user: "alice", agent: "a" }, { agent: "a" }],
    // Without a user they are the scope itself.
    [{ agent_id: "a" }, { agent: "a" }, {}],
    [{ user_id: "*", app_id: "x" }, { app: "x" }, {}],
    [{ user_id: 7, categories: { in: ["health"] } }, { user: "7" }, { categories: ["health"] }],
    [{ user_id: "a", categories: { contains: "health" } }, { user: "a" }, { categories: ["health"] }],
    [
      { user_id: "a", created_at: { gte: AT, lte: AT } },
      { user: "a" },
      // Their end belongs to the range, ours does not.
      { createdAfter: Date.parse(AT), createdBefore: Date.parse(AT) + 1 },
    ],
    // As their documents write a range.
    [
      { AND: [{ user_id: "a" }, { updated_at: { gte: AT } }, { updated_at: { lt: AT } }, { user_id: "a" }] },
      { user: "a" },
      { updatedAfter: Date.parse(AT), updatedBefore: Date.parse(AT) },
    ],
    [{ AND: [{ user_id: null }, { user_id: "a" }] }, { user: "a" }, {}],
  ])("%j", (filters, entity, filter) => {
    const asked = readFilters(filters);
    expect(asked.entity).toMatchObject(entity);
    expect(asked.filter).toEqual(filter);
  });

  it.each([
    [{ OR: [{ user_id: "alice" }] }],
    [{ NOT: { user_id: "alice" } }],
    [{ user_id: { ne: "alice" } }],
    [{ user_id: "" }],
    [{ user_id: "alice", metadata: { a: 1 } }],
    [{ user_id: "alice", created_at: { gte: "yesterday" } }],
    [{ user_id: "alice", created_at: { ne: AT } }],
    [{ AND: { user_id: "alice" } }],
    [[{ user_id: "alice" }]],
    [{ AND: [{ user_id: "alice" }, { user_id: "bob" }] }],
    [{ user_id: "alice", AND: [{ created_at: { gte: AT } }, { created_at: { gte: "2027-01-01" } }] }],
    [{ user_id: "alice", AND: [{ categories: ["a"] }, { categories: ["b"] }] }],
    [JSON.parse('{"user_id":"alice","AND":[{"__proto__":{"user_id":"bob"}}]}')],
  ])("refuses what it does not understand, for it would show too much: %j", (filters) => {
    expect(() => readFilters(filters)).toThrow(expect.objectContaining({ code: "invalid_argument" }));
  });

  it("refuses a list without end", () => {
    const wide = { user_id: "alice", AND: Array.from({ length: 300_000 }, () => ({})) };
    const categories = Array.from({ length: 300_000 }, () => "health");
    for (const filters of [wide, { user_id: "alice", categories }]) {
      expect(() => readFilters(filters)).toThrow(expect.objectContaining({ code: "invalid_argument" }));
    }
  });

  it("refuses a chain without end", () => {
    const deep: unknown = JSON.parse(`${'{"AND":['.repeat(5_000)}${"]}".repeat(5_000)}`);
    expect(() => readFilters(deep)).toThrow(expect.objectContaining({ code: "invalid_argument" }));
  });
});
