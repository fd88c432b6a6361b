import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MEMORY_KINDS, MEMORY_STATUSES, MEMORY_TYPES } from "../../src/domain/memory.ts";
import { MemoryEntry } from "../../src/scope-index/memory-entry.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/port.ts";
import {
  listMemories,
  memoriesAfter,
  rowFilter,
  type StoreFilter,
} from "../../src/store/tables/memory-search.ts";
import { databases, type RawValue, useDatabase } from "../support/databases.ts";
import { DAY } from "./support/expect.ts";

const ROWS = 60;
const NAMES = ["alice", "Alice", "bob", "小明", "a%", "a_"];
const CATEGORIES = ["profile", "todo", "Todo", "爱好", "timeline"];
/** Some are not whole numbers of any binary fraction. */
const SHARES = [0, 0.1, 0.3, 0.5, 0.7000000000000001, 1];

/** The same stream for the same number, so that a failing run can be repeated. */
function stream(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % most;
  };
}

describe.each(databases)("filters in the store and in memory on $name", (kind) => {
  const db = useDatabase(kind);
  let store: Store;
  let entries: MemoryEntry[];
  let scope: number;
  let tenant: string;
  const now = Date.parse("2026-03-01T12:00:00Z");
  const times = [now - 40 * DAY, now - 10 * DAY, now - DAY, now - 1, now, now + 1, now + DAY];

  beforeAll(async () => {
    store = await openStore({ database: db.database });
  });
  afterAll(() => store.close());

  /** Rows of every kind, written directly to the database: the engine would never write some of them. */
  const fill = async (): Promise<void> => {
    tenant = db.tenant;
    const alice = db.scope("user:alice");
    const pick = stream(20_260_301);
    const one = <T>(of: readonly T[]): T => of[pick(of.length)]!;
    const columns: Record<string, () => RawValue> = {
      status: () => one(MEMORY_STATUSES),
      type: () => one([...MEMORY_TYPES, null]),
      kind: () => one(MEMORY_KINDS),
      category: () => one(CATEGORIES),
      confidence: () => one(SHARES),
      importance: () => one(SHARES),
      pinned: () => pick(2),
      user_id: () => one([...NAMES, null]),
      agent: () => one([...NAMES, null]),
      run: () => one([...NAMES, null]),
      actor: () => one([...NAMES, null]),
      subject: () => one([...NAMES, null]),
      role: () => one(["user", "assistant", null]),
      session: () => one([...NAMES, null]),
      created_at: () => one(times),
      updated_at: () => one(times),
      confirmed_at: () => one(times),
      ttl_days: () => one([null, -1, 0, 1, 10, 30]),
      expires_at: () => one([null, null, ...times]),
    };
    const names = Object.keys(columns);
    const sets = names.map((name, i) => `${name} = $${i + 3}`).join(", ");
    for (let i = 0; i < ROWS; i++) {
      const {
        memory: { id },
      } = await alice.remember(`Claim number ${i}`);
      const values = Object.values(columns).map((value) => value());
      await db.query(`update memory set ${sets} where tenant = $1 and id = $2`, [tenant, id, ...values]);
    }
    const [place] = await db.query<{ num: number }>("select num from scope where tenant = $1", [tenant]);
    scope = place!.num;
    const rows = await memoriesAfter(store.read, { tenant, num: scope }, 0, 1_000);
    entries = rows.map((row) => new MemoryEntry(row, []));
    expect(entries).toHaveLength(ROWS);
  };

  const name = fc.constantFrom(...NAMES, "nobody", "'; drop table memory; --", "\\");
  const moment = fc.constantFrom(...times, 0);
  const share = fc.constantFrom(...SHARES, 0.69);
  const filter: fc.Arbitrary<StoreFilter> = fc
    .record(
      {
        status: fc.subarray([...MEMORY_STATUSES]),
        type: fc.constantFrom(...MEMORY_TYPES),
        kind: fc.constantFrom(...MEMORY_KINDS),
        category: fc.constantFrom(...CATEGORIES),
        categories: fc.subarray(CATEGORIES),
        minConfidence: share,
        importanceMin: share,
        importanceMax: share,
        pinned: fc.boolean(),
        user: name,
        agent: name,
        run: name,
        actor: name,
        subject: name,
        role: fc.constantFrom("user", "assistant"),
        session: name,
        updatedAfter: moment,
        updatedBefore: moment,
        createdAfter: moment,
        createdBefore: moment,
      },
      { requiredKeys: [] },
    )
    .chain((fields) => {
      // All of them at once meet nothing; one to three at a time meet something.
      const keys = Object.keys(fields) as (keyof typeof fields)[];
      return fc
        .record({
          kept: fc.subarray(keys, { maxLength: Math.min(3, keys.length) }),
          at: fc.constantFrom(...times),
        })
        .map(({ kept, at }) => ({ ...Object.fromEntries(kept.map((key) => [key, fields[key]])), at }));
    });

  it("R52, R266: both let the same rows through", async () => {
    await fill();
    let met = 0;
    await fc.assert(
      fc.asyncProperty(filter, async (one) => {
        const inStore = await listMemories(store.read, { tenant, num: scope }, one, { limit: 1_000 });
        const passes = rowFilter(one);
        const inMemory = entries.filter((entry) => passes(entry)).map(({ row }) => row.id);
        expect(inStore.map((row) => row.id).reverse()).toEqual(inMemory);
        met += inMemory.length > 0 && inMemory.length < ROWS ? 1 : 0;
      }),
      { numRuns: 300 },
    );
    expect(met).toBeGreaterThan(50);
  });
});
