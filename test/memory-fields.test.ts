import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  filterReader,
  filterShape,
  memoryShape,
  queryFilterShape,
  recallFilterShape,
  updateShape,
} from "../src/api/calls/schemas/memory.ts";
import type { MemoryFilter } from "../src/api/memories.ts";
import { filterQuery } from "../src/client/filter-query.ts";
import { revive } from "../src/client/revive.ts";
import { MEMORY_FIELDS } from "../src/domain/memory.ts";
import {
  checkFilterValue,
  checkUpdate,
  columnsOf,
  type Fields,
  filtersOf,
  momentsOf,
  paramsOf,
} from "../src/domain/memory-field.ts";
import { sqliteDialect as dialect } from "../src/store/dialect.ts";
import { portableColumns } from "../src/store/portable/codec.ts";
import { columnsAt, decodeRow, encodeRow } from "../src/store/portable/lines.ts";
import { MEMORY_COLUMNS, type MemoryRow, rowReader } from "../src/store/tables/memories.ts";
import { filterSql, rowFilter, type StoreFilter } from "../src/store/tables/memory-search.ts";
import type { Row, Value } from "../src/store/tx.ts";

const NOON = Date.parse("2026-03-01T12:00:00Z");

/** The table with two more rows: all that it takes to add a field, beside the migration. */
const fields = {
  ...MEMORY_FIELDS,
  mood: {
    type: { kind: "choice", values: ["good", "bad"] },
    nullable: true,
    since: 99,
    filters: { mood: { compare: "=" }, moods: { compare: "in", param: "mood" } },
    settable: { nullable: true },
    doc: "How it feels.",
  },
  seenAt: {
    type: { kind: "time" },
    since: 99,
    absent: 0,
    filters: { seenAfter: { compare: ">" } },
    settable: {},
  },
} as const satisfies Fields;

const filters = filtersOf(fields);
const row = (values: Row): Row => ({
  ...Object.fromEntries(columnsOf(fields).map(({ column }) => [column, null])),
  ...values,
});

describe("a new row of the field table", () => {
  it("is a column, and a field of what callers see", () => {
    expect(columnsOf(fields).map(({ column }) => column)).toEqual([...MEMORY_COLUMNS, "mood", "seen_at"]);
    expect(rowReader(fields)(row({ mood: "good", seen_at: NOON, tags: "[]" }))).toMatchObject({
      mood: "good",
      seenAt: new Date(NOON),
    });
  });

  it("is filtered by in SQL and in memory", () => {
    const filter = { at: 0, mood: "good", moods: ["good", "bad"], seenAfter: NOON } as StoreFilter;
    const params: Value[] = [];
    expect(filterSql({ dialect }, filter, params, filters)).toBe(
      ` and m.mood = $1 and ${dialect.inJson("m.mood", "$2")} and m.seen_at > $3`,
    );
    expect(params).toEqual(["good", '["good","bad"]', NOON]);
    const holds = (values: Row): boolean =>
      rowFilter(filter, filters)({ row: row(values) as MemoryRow, statusAt: () => "active" });
    expect(holds({ mood: "good", seen_at: NOON + 1 })).toBe(true);
    expect(holds({ mood: "good", seen_at: NOON })).toBe(false);
    expect(holds({ mood: "bad", seen_at: NOON + 1 })).toBe(false);
    expect(holds({ mood: null, seen_at: null })).toBe(false);
  });

  it("is checked where a caller filters by it or sets it", () => {
    const byName = new Map(filters.map((one) => [one.name, one]));
    expect(checkFilterValue(byName.get("moods")!, ["bad"])).toEqual(["bad"]);
    expect(checkFilterValue(byName.get("seenAfter")!, "2026-03-01T12:00:00Z")).toBe(NOON);
    expect(() => checkFilterValue(byName.get("mood")!, "odd")).toThrow(/mood is "odd"; allowed/);
    expect(checkUpdate(fields.mood, null, "mood")).toBeNull();
    expect(checkUpdate(fields.seenAt, new Date(NOON), "seenAt")).toBe(NOON);
    expect(() => checkUpdate(fields.seenAt, null, "seenAt")).toThrow();
  });

  it("is in exports from its schema version on, and has its default in older ones", () => {
    const columns = portableColumns(fields);
    expect(Object.keys(columnsAt(columns, 98))).toEqual(Object.keys(portableColumns(MEMORY_FIELDS)));
    const only = { columns: { mood: columns.mood!, seen_at: columns.seen_at! } };
    expect(decodeRow(only, 98, {})).toEqual({ mood: null, seen_at: 0 });
    expect(() => decodeRow(only, 99, {})).toThrow('it has no field "mood"');
    const line = encodeRow({ record: "memory" }, columnsAt(only.columns, 99), { mood: "bad", seen_at: NOON });
    expect(line).toBe('{"record":"memory","mood":"bad","seenAt":"2026-03-01T12:00:00.000Z"}');
    expect(decodeRow(only, 99, JSON.parse(line) as Row)).toEqual({ mood: "bad", seen_at: NOON });
  });

  it("is in what the server documents, takes and answers", () => {
    const json = (shape: Record<string, z.ZodType>): Record<string, unknown> =>
      z.toJSONSchema(z.object(shape), { io: "input", unrepresentable: "any" }).properties ?? {};
    expect(json(memoryShape(fields)).mood).toEqual({
      anyOf: [{ type: "string", enum: ["good", "bad"] }, { type: "null" }],
      description: "How it feels.",
    });
    expect(json(updateShape(fields))).toHaveProperty("seenAt");
    expect(json(recallFilterShape(fields))).toHaveProperty("seenAfter");
    expect(json(queryFilterShape(fields))).toHaveProperty("seen_after");
    const query = z
      .strictObject(filterShape(fields))
      .parse({ mood: "good,bad", seen_after: "2026-03-01T12:00:00Z" });
    expect(filterReader(fields)(query)).toMatchObject({ moods: ["good", "bad"], seenAfter: NOON });
  });

  it("is what the client sends, gets back, and the command line names", () => {
    const filter = { mood: "good", moods: ["bad"], seenAfter: NOON } as MemoryFilter;
    expect(filterQuery(filter, filters)).toEqual({ mood: ["bad"], seen_after: new Date(NOON) });
    const answer = { seenAt: "2026-03-01T12:00:00.000Z" };
    expect(revive(answer, new Set(momentsOf(fields)))).toEqual({ seenAt: new Date(NOON) });
    expect([...paramsOf(fields).keys()]).toEqual([...paramsOf(MEMORY_FIELDS).keys(), "mood", "seen_after"]);
  });
});
