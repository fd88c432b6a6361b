import type { ModelRole } from "../../domain/settings/models.ts";
import type { GenerateResult, ModelUsage } from "./port.ts";
import type { PreparedRequest } from "./request.ts";

/** The cost of the calls of one role by one model, for one tenant and day. */
export interface UsageEntry extends ModelUsage {
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

export function dayOf(now: number): string {
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
  return texts.reduce((sum, text) => sum + estimateTokens(text) + 4, 0);
}

/** The provider's own count, or an estimate of what it left out. */
export function usageOf(request: PreparedRequest, { text, usage }: GenerateResult): ModelUsage {
  return {
    inputTokens: count(usage?.inputTokens) ?? estimateInput(request),
    outputTokens: count(usage?.outputTokens) ?? estimateTokens(text),
  };
}

function count(tokens: number | undefined): number | undefined {
  return tokens === undefined || !Number.isFinite(tokens) || tokens < 0 ? undefined : Math.round(tokens);
}

/**
 * About how many tokens a text has: four ASCII characters to a token, one of a Chinese, Japanese or Korean
 * character, and half of one for other scripts (C20). For budgets, where the provider did not count.
 */
export function estimateTokens(text: string): number {
  let quarters = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    quarters += code < 0x80 ? 1 : code < 0x2e80 ? 2 : 4;
  }
  return Math.ceil(quarters / 4);
}
