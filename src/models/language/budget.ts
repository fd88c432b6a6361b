import { MemoirError } from "../../domain/errors.ts";
import type { ModelRole } from "../../domain/settings/models.ts";
import type { GenerateResult, PreparedRequest, TokenUsage } from "./port.ts";

/** Keeps a tenant within its tokens for the day. */
export interface TokenBudget {
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
 * A hard budget: a call passes only if its worst case fits, with all calls in progress in this process counted. Calls
 * in progress in another process are not seen; finished ones are. The budget of one role stands beside that of all: it
 * reads that role alone, and what is used is written down once, by the budget of all.
 */
export function createBudget(limit: number | null, ledger: UsageLedger, role?: ModelRole): TokenBudget {
  const raisedBy = role === undefined ? "models.dailyTokenBudget" : `the daily budget of the role ${role}`;
  const days = new Map<string, Day>();
  /** Rows that could not be written yet, by key. */
  const unwritten = new Map<string, UsageEntry>();

  const dayFor = (tenant: string, day: string): Day => {
    let tenantDay = days.get(tenant);
    if (tenantDay?.day !== day) {
      tenantDay = { day, reserved: 0, used: 0 };
      days.set(tenant, tenantDay);
    }
    return tenantDay;
  };

  const unwrittenTokens = (tenant: string, day: string): number =>
    [...unwritten.values()]
      .filter((entry) => entry.tenant === tenant && entry.day === day)
      .reduce((sum, entry) => sum + entry.inputTokens + entry.outputTokens, 0);

  return {
    async reserve(tenant, day, tokens) {
      if (limit === null) return () => undefined;
      const tenantDay = dayFor(tenant, day);
      const before = tenantDay.used;
      const written = await ledger.spent(tenant, day, role);
      // Calls of this process during the read may be in the ledger or not; count them.
      const spent = written + unwrittenTokens(tenant, day) + (tenantDay.used - before);
      if (spent + tenantDay.reserved + tokens > limit) {
        const resetsAt = nextDay(day).toISOString();
        const underWay =
          tenantDay.reserved > 0 ? ` and ${tenantDay.reserved} are held for calls under way` : "";
        throw new MemoirError(
          "budget_exhausted",
          `Tenant "${tenant}" has used ${spent} of its ${limit} model tokens for ${day}${underWay}; this call may ` +
            `need ${tokens}. The budget is reset at ${resetsAt}; ${raisedBy} raises it.`,
          { details: { tenant, day, budget: limit, spent, needed: tokens, resetsAt } },
        );
      }
      tenantDay.reserved += tokens;
      return () => {
        tenantDay.reserved -= tokens;
      };
    },

    async record(entry) {
      dayFor(entry.tenant, entry.day).used += entry.inputTokens + entry.outputTokens;
      if (role !== undefined) return;
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

function sum(entry: UsageEntry, other: UsageEntry | undefined): UsageEntry {
  if (other === undefined) return entry;
  return {
    ...entry,
    calls: entry.calls + other.calls,
    failures: entry.failures + other.failures,
    inputTokens: entry.inputTokens + other.inputTokens,
    outputTokens: entry.outputTokens + other.outputTokens,
  };
}

/** The cost of the calls of one role by one model, for one tenant and day. */
export interface UsageEntry extends TokenUsage {
  readonly tenant: string;
  /** UTC, `2026-03-01`. */
  readonly day: string;
  readonly role: ModelRole;
  readonly model: string;
  /** Requests sent, retries included. */
  readonly calls: number;
  /** How many of them failed. */
  readonly failures: number;
}

/** Where usage is kept, so that a budget holds over restarts and processes. */
export interface UsageLedger {
  /** Tokens, in and out, of the tenant's calls of that day: of one role, or of all. */
  spent(tenant: string, day: string, role?: ModelRole): Promise<number>;
  /** Adds to the row of (tenant, day, role, model). */
  add(entry: UsageEntry): Promise<void>;
}

export function budgetDay(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** When the day's budget is reset. */
export function nextDay(day: string): Date {
  return new Date(Date.parse(day) + 86_400_000);
}

export function estimateInput({ system = "", messages, schema }: PreparedRequest): number {
  const texts = [system, ...messages.map(({ content }) => content)];
  if (schema !== undefined) texts.push(JSON.stringify(schema.json));
  // A few tokens around each message.
  return texts.reduce((sum, text) => sum + estimateModelTokens(text) + 4, 0);
}

/** The provider's own count, or an estimate of what it left out. */
export function usageOf(request: PreparedRequest, { text, usage }: GenerateResult): TokenUsage {
  return {
    inputTokens: count(usage?.inputTokens) ?? estimateInput(request),
    outputTokens: count(usage?.outputTokens) ?? estimateModelTokens(text),
  };
}

function count(tokens: number | undefined): number | undefined {
  return tokens === undefined || !Number.isFinite(tokens) || tokens < 0 ? undefined : Math.round(tokens);
}

/**
 * About how many tokens a text has: four ASCII characters to a token, one of a Chinese, Japanese or Korean
 * character, and half of one for other scripts. For budgets, where the provider did not count.
 */
export function estimateModelTokens(text: string): number {
  let quarters = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    quarters += code < 0x80 ? 1 : code < 0x2e80 ? 2 : 4;
  }
  return Math.ceil(quarters / 4);
}
