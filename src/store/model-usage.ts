import type { ModelUsageRow } from "../api/stats.ts";
import type { Reader, Tx } from "./tx.ts";

/** Adds to the row, in one statement, so that processes do not lose each other's counts. */
export async function addUsage(tx: Tx, tenant: string, row: ModelUsageRow): Promise<void> {
  await tx.run(
    `insert into model_usage (tenant, day, role, model, calls, failures, input_tokens, output_tokens)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (tenant, day, role, model) do update set
       calls = model_usage.calls + excluded.calls,
       failures = model_usage.failures + excluded.failures,
       input_tokens = model_usage.input_tokens + excluded.input_tokens,
       output_tokens = model_usage.output_tokens + excluded.output_tokens`,
    [tenant, row.day, row.role, row.model, row.calls, row.failures, row.input_tokens, row.output_tokens],
  );
}

/** Tokens, in and out, of all models: of one role, or of all. */
export async function tokensSpent(
  reader: Reader,
  tenant: string,
  day: string,
  role?: string,
): Promise<number> {
  const row = await reader.one<{ tokens: number }>(
    `select cast(coalesce(sum(input_tokens + output_tokens), 0) as bigint) as tokens from model_usage
     where tenant = $1 and day = $2${role === undefined ? "" : " and role = $3"}`,
    [tenant, day, ...(role === undefined ? [] : [role])],
  );
  return row?.tokens ?? 0;
}

/** The rows of the days from `from` to `to`, both included, oldest first. */
export function listUsage(
  reader: Reader,
  tenant: string,
  from: string,
  to: string,
): Promise<ModelUsageRow[]> {
  return reader.all<ModelUsageRow>(
    `select day, role, model, calls, failures, input_tokens, output_tokens from model_usage
     where tenant = $1 and day >= $2 and day <= $3 order by day, role, model`,
    [tenant, from, to],
  );
}
