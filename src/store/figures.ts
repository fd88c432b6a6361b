import type { Figure } from "../api/stats.ts";
import type { Reader, Tx } from "./tx.ts";

/** Adds to the figures of a UTC day, in the transaction of what they count. */
export async function addFigures(
  tx: Tx,
  tenant: string,
  at: number,
  values: Readonly<Record<string, number>>,
): Promise<void> {
  const day = new Date(at).toISOString().slice(0, 10);
  // In one order everywhere, so that two transactions cannot each wait for the other's row.
  for (const [name, value] of Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (value === 0) continue;
    await tx.run(
      `insert into figure (tenant, day, name, value) values ($1, $2, $3, $4)
       on conflict (tenant, day, name) do update set value = figure.value + excluded.value`,
      [tenant, day, name, value],
    );
  }
}

/** The figures of the days from `from` to `to`, both included, oldest first; with the tokens that models used. */
export function listFigures(reader: Reader, tenant: string, from: string, to: string): Promise<Figure[]> {
  return reader.all<Figure>(
    `select day, name, value from figure where tenant = $1 and day >= $2 and day <= $3
     union all
     select day, 'models.tokens', cast(sum(input_tokens + output_tokens) as bigint) from model_usage
     where tenant = $1 and day >= $2 and day <= $3 group by day
     order by 1, 2`,
    [tenant, from, to],
  );
}
