import fc from "fast-check";
import { expect, test } from "vitest";
import { MEMORY_KINDS, MEMORY_STATUSES } from "../../domain/memory.ts";
import { MemoryEntry } from "../../scope-index/memory-entry.ts";
import { OrdinaryMemories } from "../../scope-index/memory-shelf.ts";
import type { ReadableScope } from "../../scope-index/scope-index.ts";
import type { NumberedMemoryRow } from "../../store/tables/memory-search.ts";
import { itemFilter, memoryFilter } from "./eligible.ts";
import type { RetrieveRequest } from "./lookup.ts";

const moment = fc.integer({ min: 0, max: 5 });
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value);
const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined });
const share = fc.constantFrom(0, 0.3, 0.5, 0.8, 1);

const row = fc.record({
  status: fc.constantFrom(...MEMORY_STATUSES),
  kind: fc.constantFrom(...MEMORY_KINDS),
  type: fc.constantFrom("fact", "profile"),
  category: fc.constantFrom("note", "todo"),
  tags: fc.constantFrom("[]", '["raw"]'),
  text: fc.constant("x"),
  subject: maybe(fc.constantFrom("u1", "u2")),
  confidence: share,
  strength: share,
  strength_at: fc.constant(0),
  aged_from: fc.constant(null),
  pinned: fc.constantFrom(0, 1),
  ttl_days: fc.constant(null),
  confirmed_at: fc.constant(0),
  expires_at: maybe(moment),
  archive_at: maybe(moment),
  remove_at: maybe(moment),
});

const request = fc.record({
  filter: fc.record({
    at: moment,
    status: fc.constantFrom(["active"], ["active", "superseded"], ["archived"], undefined),
    minConfidence: share,
    type: optional(fc.constant("fact")),
    kind: optional(fc.constantFrom(...MEMORY_KINDS)),
    category: optional(fc.constant("todo")),
  }),
  asOf: maybe(moment),
  minStrength: fc.constantFrom(0, 0, 0.5),
  categories: maybe(fc.constant(["note"])),
  procedural: fc.boolean(),
  raw: fc.boolean(),
  now: fc.constant(new Date(3)),
  quoting: fc.constant(null),
  question: fc.constantFrom(
    { asker: null, named: new Set(), asking: {}, about: new Set(), names: new Map() },
    { asker: "u1", named: new Set(), asking: {}, about: new Set(["u1"]), names: new Map() },
  ),
});

test("columns let an item pass exactly where its row does", () => {
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 70 }),
      request,
      fc.constantFrom("user", "group"),
      fc.constantFrom("memories", "timeline"),
      (rows, given, kind, source) => {
        const ask = given as unknown as RetrieveRequest;
        const scope = { scope: { kind } } as ReadableScope;
        const ordinary = new OrdinaryMemories();
        const entries = rows.map(
          (one) => new MemoryEntry(one as unknown as NumberedMemoryRow, [{ from: 1, to: 4 }]),
        );
        for (const [item, entry] of entries.entries()) ordinary.set(item, entry);
        const plain = memoryFilter(ask, scope, source as "memories");
        const fast = itemFilter(ask, scope, source as "memories", ordinary);
        expect(entries.map((entry, item) => fast(entry, item))).toEqual(entries.map(plain));
      },
    ),
    { numRuns: 400 },
  );
});
