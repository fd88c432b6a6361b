import { MemoirError } from "../../domain/errors.ts";
import type { ModelRole } from "../../domain/settings/models.ts";
import { nextDay, type UsageEntry, type UsageLedger } from "./usage.ts";

/** Keeps a tenant within its tokens for the day. */
export interface Budget {
  /** Holds `tokens` until the returned function is called; throws `budget_exhausted` where they do not fit. */
  reserve(tenant: string, day: string, tokens: number): Promise<() => void>;
  /** Writes down what was used. Never throws: an answer that was paid for is not lost to a full disk. */
  record(entry: UsageEntry): Promise<void>;
}

/** One tenant's day in this process. */
interface Day {
  readonly day: string;
  /** For calls under way. */
  reserved: number;
  /** All that this process used. */
  used: number;
}

/**
 * The budget of one role beside that of all: the same ledger, of which it reads that role alone. What is used is written
 * down once, by the budget of all.
 */
export function createRoleBudget(role: ModelRole, limit: number, ledger: UsageLedger): Budget {
  return createBudget(
    limit,
    { spent: (tenant, day) => ledger.spent(tenant, day, role), add: async () => undefined },
    `the daily budget of the role ${role}`,
  );
}

/**
 * A hard budget: a call passes only if its worst case fits, with all that is under way in this process counted.
 * What another process has under way at that moment is not seen; what it has finished is.
 */
export function createBudget(
  limit: number | null,
  ledger: UsageLedger,
  raisedBy: string = "models.dailyTokenBudget",
): Budget {
  const days = new Map<string, Day>();
  /** Rows that could not be written yet, by key. */
  const unwritten = new Map<string, UsageEntry>();

  const dayFor = (tenant: string, day: string): Day => {
    let own = days.get(tenant);
    if (own?.day !== day) {
      own = { day, reserved: 0, used: 0 };
      days.set(tenant, own);
    }
    return own;
  };

  const unwrittenTokens = (tenant: string, day: string): number =>
    [...unwritten.values()]
      .filter((entry) => entry.tenant === tenant && entry.day === day)
      .reduce((sum, entry) => sum + entry.inputTokens + entry.outputTokens, 0);

  return {
    async reserve(tenant, day, tokens) {
      if (limit === null) return () => undefined;
      const own = dayFor(tenant, day);
      const before = own.used;
      const written = await ledger.spent(tenant, day);
      // Calls of this process during the read may be in the ledger or not; count them.
      const spent = written + unwrittenTokens(tenant, day) + (own.used - before);
      if (spent + own.reserved + tokens > limit) {
        throw exhausted({ tenant, day, limit, spent, reserved: own.reserved, tokens, raisedBy });
      }
      own.reserved += tokens;
      return () => {
        own.reserved -= tokens;
      };
    },

    async record(entry) {
      dayFor(entry.tenant, entry.day).used += entry.inputTokens + entry.outputTokens;
      const key = JSON.stringify([entry.tenant, entry.day, entry.role, entry.model]);
      const whole = sum(entry, unwritten.get(key));
      unwritten.delete(key);
      try {
        await ledger.add(whole);
      } catch {
        unwritten.set(key, sum(whole, unwritten.get(key)));
      }
    },
  };
}

function sum(one: UsageEntry, other: UsageEntry | undefined): UsageEntry {
  if (other === undefined) return one;
  return {
    ...one,
    calls: one.calls + other.calls,
    failures: one.failures + other.failures,
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  };
}

function exhausted(facts: {
  tenant: string;
  day: string;
  limit: number;
  spent: number;
  reserved: number;
  tokens: number;
  raisedBy: string;
}): MemoirError {
  const { tenant, day, limit, spent, reserved, tokens, raisedBy } = facts;
  const resetsAt = nextDay(day).toISOString();
  const underWay = reserved > 0 ? ` and ${reserved} are held for calls under way` : "";
  return new MemoirError(
    "budget_exhausted",
    `Tenant "${tenant}" has used ${spent} of its ${limit} model tokens for ${day}${underWay}; this call may need ` +
      `${tokens}. The budget is reset at ${resetsAt}; ${raisedBy} raises it.`,
    { details: { tenant, day, budget: limit, spent, needed: tokens, resetsAt } },
  );
}
