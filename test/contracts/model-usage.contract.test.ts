import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ModelsSection } from "../../src/domain/settings/models.ts";
import { storeLedger } from "../../src/engine/engine.ts";
import type { UsageEntry } from "../../src/models/language/budget.ts";
import { createModelCaller, type ModelCaller } from "../../src/models/language/call.ts";
import { systemTime } from "../../src/models/language/retry.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/port.ts";
import { listUsage, tokensSpent } from "../../src/store/tables/statistics.ts";
import { type ScriptedModel, startScriptedModel } from "../../src/testing/index.ts";
import { databases, type FreshDatabase } from "../support/databases.ts";
import { refused } from "./support/expect.ts";

const DAY = "2026-03-01";

describe.each(databases)("model usage on $name", (kind) => {
  let database: FreshDatabase;
  let store: Store;
  let scripted: ScriptedModel;
  let tenant = "";
  let tests = 0;

  beforeAll(async () => {
    database = await kind.create();
    // The engine makes the schema, partitioned where this kind is.
    await (await database.open()).close();
    store = await openStore({ database: database.database });
    scripted = await startScriptedModel({
      answer: () => ({ text: "ok", usage: { inputTokens: 100, outputTokens: 20 } }),
    });
  });
  beforeEach(() => {
    tests += 1;
    tenant = `tenant-${tests}`;
  });
  afterAll(async () => {
    await scripted.close();
    await store.close();
    await database.cleanup();
  });

  const entry = (more: Partial<UsageEntry> = {}): UsageEntry => ({
    tenant,
    day: DAY,
    role: "extract",
    model: "m",
    calls: 1,
    failures: 0,
    inputTokens: 10,
    outputTokens: 5,
    ...more,
  });

  /** A caller in another process: it shares only the database. */
  const caller = (on: Store, settings: object, at: string = `${DAY}T12:00:00Z`): ModelCaller =>
    createModelCaller({
      models: { extract: scripted.model, summary: scripted.model },
      settings: ModelsSection.parse(settings),
      ledger: storeLedger(on),
      time: systemTime(() => Date.parse(at)),
    });

  it("adds up by tenant, day, role and model", async () => {
    const ledger = storeLedger(store);
    await ledger.add(entry());
    await ledger.add(entry({ calls: 3, failures: 2, inputTokens: 1, outputTokens: 0 }));
    await ledger.add(entry({ role: "summary", model: "big" }));
    await ledger.add(entry({ day: "2026-03-02" }));
    await ledger.add(entry({ tenant: `${tenant}-other` }));
    expect(await tokensSpent(store.read, tenant, DAY)).toBe(31);
    expect(await tokensSpent(store.read, tenant, "2026-03-03")).toBe(0);
    const row = { day: DAY, role: "extract", model: "m" };
    expect(await listUsage(store.read, tenant, DAY, DAY)).toEqual([
      { ...row, calls: 4, failures: 2, input_tokens: 11, output_tokens: 5 },
      { ...row, role: "summary", model: "big", calls: 1, failures: 0, input_tokens: 10, output_tokens: 5 },
    ]);
    expect(await listUsage(store.read, tenant, "2026-02-01", "2026-03-31")).toHaveLength(3);
  });

  it("holds more tokens than 32 bits", async () => {
    const ledger = storeLedger(store);
    await ledger.add(entry({ inputTokens: 4e12, outputTokens: 4e12 }));
    await ledger.add(entry({ inputTokens: 4e12 }));
    expect(await tokensSpent(store.read, tenant, DAY)).toBe(12e12 + 5);
  });

  it("loses no count when many add at once", async () => {
    const ledger = storeLedger(store);
    const other = await openStore({ database: database.database });
    await Promise.all(
      Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? ledger : storeLedger(other)).add(entry())),
    );
    await other.close();
    expect(await listUsage(store.read, tenant, DAY, DAY)).toMatchObject([{ calls: 60, input_tokens: 600 }]);
  });

  it("counts while the tenant is read-only: what is spent is spent", async () => {
    await store.write("switchReadOnly", { tenant, readOnly: true, at: 0 });
    await storeLedger(store).add(entry());
    expect(await tokensSpent(store.read, tenant, DAY)).toBe(15);
  });

  it("refuses over the budget after a restart, and not on the next day", async () => {
    const settings = { dailyTokenBudget: 250, maxOutputTokens: 50 };
    const ask = (own: ModelCaller): Promise<unknown> => own.call("extract", tenant, { prompt: "hi" });
    const first = caller(store, settings);
    await ask(first);
    await ask(first);
    const restarted = await openStore({ database: database.database });
    try {
      const error = await refused(ask(caller(restarted, settings)), "budget_exhausted");
      expect(error.details).toMatchObject({ spent: 240, budget: 250, resetsAt: "2026-03-02T00:00:00.000Z" });
      await ask(caller(restarted, settings, "2026-03-02T00:00:00Z"));
    } finally {
      await restarted.close();
    }
    expect(await listUsage(store.read, tenant, "2026-03-01", "2026-03-02")).toEqual([
      {
        ...{ day: DAY, role: "extract", model: "openai-compatible/scripted" },
        ...{ calls: 2, failures: 0, input_tokens: 200, output_tokens: 40 },
      },
      expect.objectContaining({ day: "2026-03-02", calls: 1 }),
    ]);
  });

  it("counts retries and roles apart, and calls at once", async () => {
    const own = caller(store, {});
    scripted.misbehave("cut");
    await own.call("summary", tenant, { prompt: "hi" });
    await Promise.all(Array.from({ length: 20 }, () => own.call("extract", tenant, { prompt: "hi" })));
    expect(await listUsage(store.read, tenant, DAY, DAY)).toMatchObject([
      { role: "extract", calls: 20, failures: 0, input_tokens: 2_000, output_tokens: 400 },
      { role: "summary", calls: 2, failures: 1, output_tokens: 20 },
    ]);
  });
});
