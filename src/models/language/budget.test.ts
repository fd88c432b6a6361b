import { describe, expect, it } from "vitest";
import { budgetDay, createBudget, nextDay, type UsageEntry, type UsageLedger } from "./budget.ts";

const DAY = "2026-03-01";
const used = (tokens: number, more: Partial<UsageEntry> = {}): UsageEntry => ({
  tenant: "acme",
  day: DAY,
  role: "extract",
  model: "m",
  calls: 1,
  failures: 0,
  inputTokens: tokens,
  outputTokens: 0,
  ...more,
});

/** A ledger in memory whose writes can be made to fail. */
function ledger(): UsageLedger & { rows: UsageEntry[]; broken: boolean } {
  const rows: UsageEntry[] = [];
  return {
    rows,
    broken: false,
    async spent(tenant, day) {
      return rows
        .filter((row) => row.tenant === tenant && row.day === day)
        .reduce((sum, row) => sum + row.inputTokens + row.outputTokens, 0);
    },
    async add(entry) {
      if (this.broken) throw new Error("disk full");
      rows.push(entry);
    },
  };
}

describe("the budget", () => {
  it("lets pass what fits to the last token, and says when it is reset", async () => {
    const budget = createBudget(1_000, ledger());
    await budget.record(used(600));
    (await budget.reserve("acme", DAY, 400))();
    await expect(budget.reserve("acme", DAY, 401)).rejects.toMatchObject({
      code: "budget_exhausted",
      message:
        'Tenant "acme" has used 600 of its 1000 model tokens for 2026-03-01; this call may need 401. ' +
        "The budget is reset at 2026-03-02T00:00:00.000Z; models.dailyTokenBudget raises it.",
      details: {
        tenant: "acme",
        budget: 1_000,
        spent: 600,
        needed: 401,
        resetsAt: "2026-03-02T00:00:00.000Z",
      },
    });
  });

  it("is each tenant's own, and each day's", async () => {
    const budget = createBudget(100, ledger());
    await budget.record(used(100));
    await expect(budget.reserve("acme", DAY, 1)).rejects.toThrow("budget");
    await budget.reserve("other", DAY, 100);
    await budget.reserve("acme", "2026-03-02", 100);
  });

  it("counts what is under way, so that calls at once cannot overspend together", async () => {
    const own = ledger();
    const budget = createBudget(1_000, own);
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () => budget.reserve("acme", DAY, 300)),
    );
    const granted = tries.filter((result) => result.status === "fulfilled");
    expect(granted).toHaveLength(3);
    await expect(budget.reserve("acme", DAY, 300)).rejects.toThrow("900 are held for calls under way");
    for (const { value: release } of granted) {
      await budget.record(used(250));
      release();
    }
    await budget.reserve("acme", DAY, 250);
    await expect(budget.reserve("acme", DAY, 1)).rejects.toThrow("used 750");
  });

  it("counts a call that ends while the ledger is read", async () => {
    const own = ledger();
    let answer: (() => void) | undefined;
    const slow: UsageLedger = {
      add: (entry) => own.add(entry),
      async spent(tenant, day) {
        const before = await own.spent(tenant, day);
        if (answer === undefined) return before;
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        return before;
      },
    };
    const budget = createBudget(1_000, slow);
    const release = await budget.reserve("acme", DAY, 900);
    answer = () => undefined;
    const second = budget.reserve("acme", DAY, 200);
    await new Promise((resolve) => setImmediate(resolve));
    await budget.record(used(900));
    release();
    answer();
    await expect(second).rejects.toThrow("used 900");
  });

  it("keeps what it could not write, counts it, and writes it with the next", async () => {
    const own = ledger();
    const budget = createBudget(100, own);
    own.broken = true;
    await budget.record(used(40, { failures: 1 }));
    await budget.record(used(40));
    await expect(budget.reserve("acme", DAY, 21)).rejects.toThrow("used 80");
    own.broken = false;
    await budget.record(used(10));
    expect(own.rows).toEqual([used(90, { calls: 3, failures: 1 })]);
    (await budget.reserve("acme", DAY, 10))();
  });

  it("does not read the ledger where there is no limit", async () => {
    const budget = createBudget(null, {
      spent: () => Promise.reject(new Error("unreachable")),
      add: async () => undefined,
    });
    const release = await budget.reserve("acme", DAY, 1e12);
    expect(release()).toBeUndefined();
  });

  it("lets no call pass when what was spent cannot be read", async () => {
    const budget = createBudget(1, {
      spent: () => Promise.reject(new Error("no database")),
      add: async () => undefined,
    });
    await expect(budget.reserve("acme", DAY, 1)).rejects.toThrow("no database");
  });
});

describe("days", () => {
  it.each([
    ["2026-03-01T00:00:00.000Z", "2026-03-01", "2026-03-02T00:00:00.000Z"],
    ["2026-03-01T23:59:59.999Z", "2026-03-01", "2026-03-02T00:00:00.000Z"],
    ["2026-12-31T12:00:00.000+13:00", "2026-12-30", "2026-12-31T00:00:00.000Z"],
  ])("%s belongs to %s", (at, day, next) => {
    expect(budgetDay(Date.parse(at))).toBe(day);
    expect(nextDay(day).toISOString()).toBe(next);
  });
});
