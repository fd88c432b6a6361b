import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  ERROR_CODES,
  type MemoirEngine,
  MemoirError,
  openMemoir,
  type ScopeHandle,
} from "../../src/index.ts";
import { databases, type FreshDatabase } from "../support/databases.ts";

/** Values that JavaScript lets a caller pass where TypeScript would not. */
const anything = fc.anything({
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withNullPrototype: true,
  withObjectString: true,
  withSparseArray: true,
  withTypedArray: true,
  withUnicodeString: true,
});
const odd = fc.oneof(
  anything,
  fc.constantFrom(
    Symbol("odd"),
    () => "a function",
    class Odd {},
    new Proxy({}, {}),
    /regular/,
    new Error("an error"),
    Number.NaN,
    "\0",
    "\ud800",
  ),
);

/** Options with some right fields and some odd ones, or something that is no options at all. */
function oddly(right: Record<string, unknown>): fc.Arbitrary<unknown> {
  const fields = Object.entries(right).map(([name, value]) => [name, fc.oneof(fc.constant(value), odd)]);
  const model = Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>;
  return fc.oneof(odd, fc.record(model, { requiredKeys: [] }));
}

const textOr = fc.oneof(fc.constant("Alice likes tea"), odd);
const FILTERS = {
  status: ["active"],
  type: "profile",
  kind: "semantic",
  category: "x",
  minConfidence: 0.5,
  importanceMin: 0,
  importanceMax: 1,
  pinned: true,
  user: "alice",
  agent: "a",
  run: "r",
  actor: "a",
  subject: "s",
  role: "user",
  session: "s",
  updatedAfter: 0,
  updatedBefore: 1,
};
const PAGING = { limit: 5, cursor: "5" };
const REASONED = { reason: "why", signal: new AbortController().signal };
const MESSAGE = {
  id: "m",
  type: "message",
  role: "user",
  author: "a",
  text: "hello",
  content: { a: 1 },
  platform: "p",
  session: "s",
  thread: "t",
  turn: "u",
  at: 0,
};
const REMEMBERED = {
  key: "k",
  category: "c",
  type: "profile",
  tags: ["a"],
  importance: 0.5,
  confidence: 0.5,
  pinned: true,
  expiresAt: 1e12,
  validFrom: 1e12,
  subject: "s",
  author: "a",
  session: "s",
  run: "r",
  platform: "p",
  eventId: "e",
  signal: new AbortController().signal,
};
const UPDATED = {
  text: "Alice likes rain",
  key: "k",
  type: "profile",
  category: "c",
  tags: ["a"],
  confidence: 0.5,
  importance: 0.5,
  pinned: true,
  ttlDays: 3,
  expiresAt: 1e12,
  subject: "s",
  status: "active",
};

interface Attempt {
  /** Makes the arguments. */
  given: fc.Arbitrary<unknown[]>;
  call(on: { memoir: MemoirEngine; alice: ScopeHandle; id: string }, ...args: never[]): unknown;
  /** Throws at once instead of giving a promise. Default: no. */
  sync?: boolean;
}

const ATTEMPTS: Record<string, Attempt> = {
  scope: {
    given: fc.tuple(
      fc.oneof(fc.constant("user:alice"), oddly({ kind: "user", id: "alice" })),
      oddly({ tenant: "t", agent: "a", thread: "t", actor: "a" }),
    ),
    call: ({ memoir }, scope, options) => memoir.scope(scope, options),
    sync: true,
  },
  operator: { given: fc.tuple(odd), call: ({ memoir }, tenant) => memoir.operator(tenant), sync: true },
  scopeFor: {
    given: fc.tuple(
      oddly({ platform: "discord", userId: "1", groupId: "2", umo: "x" }),
      oddly({ tenant: "t", agent: "a" }),
    ),
    call: ({ memoir }, origin, options) => memoir.scopeFor(origin, options),
  },
  names: {
    given: fc.tuple(fc.oneof(odd, fc.array(odd)), oddly({ tenant: "t" })),
    call: ({ memoir }, accounts, options) => memoir.names(accounts, options),
  },
  observe: {
    given: fc.tuple(
      fc.oneof(odd, fc.array(oddly(MESSAGE), { maxLength: 3 })),
      oddly({ signal: REASONED.signal }),
    ),
    call: ({ alice }, messages, options) => alice.observe(messages, options),
  },
  remember: {
    given: fc.tuple(textOr, oddly(REMEMBERED)),
    call: ({ alice }, text, options) => alice.remember(text, options),
  },
  recall: {
    given: fc.tuple(textOr, oddly({ limit: 5, filters: {}, signal: REASONED.signal })),
    call: ({ alice }, query, options) => alice.recall(query, options),
  },
  "recall with filters": {
    given: fc.tuple(oddly(FILTERS)),
    call: ({ alice }, filters) => alice.recall("tea", { filters }),
  },
  forget: {
    given: fc.tuple(
      fc.oneof(oddly({ id: "none" }), oddly({ key: "none" }), oddly({ about: "none", dryRun: true })),
      oddly({ hard: true, ...REASONED }),
    ),
    call: ({ alice }, target, options) => alice.forget(target, options),
  },
  "events.get": { given: fc.tuple(odd), call: ({ alice }, id) => alice.events.get(id) },
  "events.list": {
    given: fc.tuple(
      oddly({
        ...PAGING,
        session: "s",
        role: "user",
        type: "message",
        since: 0,
        until: 1,
        signal: REASONED.signal,
      }),
    ),
    call: ({ alice }, options) => alice.events.list(options),
  },
  "memories.get": { given: fc.tuple(odd), call: ({ alice }, id) => alice.memories.get(id) },
  "memories.list": {
    given: fc.tuple(oddly({ ...PAGING, ...FILTERS, signal: REASONED.signal })),
    call: ({ alice }, options) => alice.memories.list(options),
  },
  "memories.update": {
    given: fc.tuple(oddly(UPDATED), oddly({ ifRev: 1, ...REASONED })),
    call: ({ alice, id }, changes, options) => alice.memories.update(id, changes, options),
  },
  "memories.update of": {
    given: fc.tuple(odd),
    call: ({ alice }, id) => alice.memories.update(id, { pinned: true }),
  },
  "memories.delete": {
    given: fc.tuple(odd, oddly({ hard: true, ...REASONED })),
    call: ({ alice }, id, options) => alice.memories.delete(id, options),
  },
  "memories.restore": {
    given: fc.tuple(odd, oddly(REASONED)),
    call: ({ alice }, id, options) => alice.memories.restore(id, options),
  },
  "memories.restore with": {
    given: fc.tuple(oddly(REASONED)),
    call: ({ alice, id }, options) => alice.memories.restore(id, options),
  },
  "memories.approve": {
    given: fc.tuple(odd, oddly(REASONED)),
    call: ({ alice }, id, options) => alice.memories.approve(id, options),
  },
  "memories.reject": {
    given: fc.tuple(odd, oddly(REASONED)),
    call: ({ alice }, id, options) => alice.memories.reject(id, options),
  },
  "memories.decisions": {
    given: fc.tuple(odd, oddly({ ...PAGING, outcome: "refused", signal: REASONED.signal })),
    call: ({ alice }, id, options) => alice.memories.decisions(id, options),
  },
  review: {
    given: fc.tuple(oddly({ ...PAGING, status: "pending", signal: REASONED.signal })),
    call: ({ alice }, options) => alice.review(options),
  },
  "session.end": {
    given: fc.tuple(oddly({ signal: REASONED.signal })),
    call: ({ alice }, options) => alice.session("s1").end(options),
  },
  "memories.history": {
    given: fc.tuple(odd, oddly({ ...PAGING, signal: REASONED.signal })),
    call: ({ alice }, id, options) => alice.memories.history(id, options),
  },
  "memories.undo": {
    given: fc.tuple(odd, oddly(REASONED)),
    call: ({ alice }, id, options) => alice.memories.undo(id, options),
  },
  "memories.proof": { given: fc.tuple(odd), call: ({ alice }, id) => alice.memories.proof(id) },
  "operator.operations": {
    given: fc.tuple(oddly({ since: 0, until: 1 })),
    call: ({ memoir }, options) => memoir.operator().operations(options),
  },
  "operator.readOnly": {
    given: fc.tuple(odd.filter((value) => typeof value !== "boolean")),
    call: ({ memoir }, on) => memoir.operator().readOnly(on),
  },
  "operator.scopeWrites": {
    given: fc.tuple(
      fc.oneof(fc.constant("user:bob"), odd),
      odd.filter((value) => value !== false),
    ),
    call: ({ memoir }, scope, on) => memoir.operator().scopeWrites(scope, on),
  },
  "identities.set": {
    given: fc.tuple(oddly({ account: "discord:1", person: "alice", name: "Alice" })),
    call: ({ memoir }, identity) => memoir.operator().identities.set(identity),
  },
  "identities.remove": {
    given: fc.tuple(odd),
    call: ({ memoir }, account) => memoir.operator().identities.remove(account),
  },
};

/** How a call with odd arguments ended: it may succeed, or be refused in our own words. Anything else is shown. */
async function ended(attempt: () => unknown, sync: boolean): Promise<string> {
  let given: unknown;
  try {
    given = attempt();
    if (sync) return "fine";
  } catch (error) {
    return sync ? judge(error) : `threw instead of rejecting: ${String(error)}`;
  }
  try {
    await given;
    return "fine";
  } catch (error) {
    return judge(error);
  }
}

function judge(error: unknown): string {
  if (!MemoirError.is(error))
    return `not a MemoirError: ${error instanceof Error ? error.stack : String(error)}`;
  if (!ERROR_CODES.includes(error.code)) return `unknown code ${error.code}`;
  // "Please report this" is for our mistakes, not for the caller's.
  return error.code === "internal" ? `internal: ${error.message}` : "fine";
}

const TWO = databases.filter((kind) => kind.name !== "postgres-partitioned");

describe.each(TWO)("odd arguments on $name", (kind) => {
  let db: FreshDatabase;
  let memoir: MemoirEngine;
  let alice: ScopeHandle;
  let id: string;

  beforeAll(async () => {
    db = await kind.create();
    memoir = await db.open();
    alice = memoir.scope("user:alice");
    id = (await alice.remember("Alice likes tea")).memory.id;
  });
  afterAll(() => db.cleanup());

  it.each(Object.keys(ATTEMPTS))("%s takes them or refuses them, in one piece", async (name) => {
    const { given, call, sync = false } = ATTEMPTS[name]!;
    await fc.assert(
      fc.asyncProperty(given, async (args) => {
        expect(await ended(() => call({ memoir, alice, id }, ...(args as never[])), sync)).toBe("fine");
      }),
      { numRuns: 80 },
    );
    expect(await memoir.operator().readOnly()).toBe(false);
    expect(await memoir.check()).toEqual([]);
  });

  it("changes refuses them or waits, until it is closed", async () => {
    const own = await db.open();
    const options = oddly({
      tenant: "t",
      scope: "user:a",
      since: "start",
      pollMs: 5,
      signal: REASONED.signal,
    });
    const feeds = fc.sample(options, 200).map((one) => ended(() => own.changes(one as never).next(), false));
    await own.close();
    expect([...new Set(await Promise.all(feeds))]).toEqual(["fine"]);
  });
});

it("openMemoir refuses odd options, and opens nothing", async () => {
  const options = oddly({
    preset: "default",
    settings: {},
    now: () => new Date(),
    lockTimeoutMs: 5,
    durability: "full",
    partitions: 0,
  }).map((one) => (typeof one === "object" && one !== null ? { ...one, database: 5 } : (one ?? 5)));
  await fc.assert(
    fc.asyncProperty(options, async (one) => {
      const opening = openMemoir(one as never);
      await expect(opening).rejects.toSatisfy(
        (error) => MemoirError.is(error) && ["invalid_argument", "invalid_settings"].includes(error.code),
      );
    }),
    { numRuns: 200 },
  );
});

it.each([
  ["lockTimeoutMs", [-1, "5", Number.NaN, Number.POSITIVE_INFINITY, {}]],
  ["durability", ["off", 1, "full; drop table x"]],
  ["partitions", [-1, 1.5, "4", 100_000]],
  ["now", [5, "now", new Date()]],
])("openMemoir refuses a %s that is none", async (name, values) => {
  for (const value of values) {
    const opening = openMemoir({
      embedder: "none",
      background: false,
      database: ":memory:",
      [name]: value,
    } as never);
    await expect([
      value,
      await opening.then(
        () => "opened",
        (error: MemoirError) => error.code,
      ),
    ]).toEqual([value, "invalid_argument"]);
  }
});

it("a clock that gives no date is refused with each call that needs it", async () => {
  for (const now of [() => "today", () => new Date(Number.NaN), () => undefined, () => 5]) {
    const memoir = await openMemoir({
      embedder: "none",
      background: false,
      database: ":memory:",
      now: now as never,
    });
    const alice = memoir.scope("user:alice");
    expect(judge(await alice.remember("x").catch((error: unknown) => error))).toBe("fine");
    expect(judge(await alice.recall("x").catch((error: unknown) => error))).toBe("fine");
    await memoir.close();
  }
});
