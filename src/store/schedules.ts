import type { Reader } from "./tx.ts";

export interface ScheduleRow {
  tenant: string;
  name: string;
  pattern: string;
  zone: string;
  /** The slot that fires next. */
  next_at: number;
  last_slot: number | null;
}

export function dueSchedules(reader: Reader, at: number): Promise<ScheduleRow[]> {
  return reader.all<ScheduleRow>(
    `select tenant, name, pattern, zone, next_at, last_slot from schedule where next_at <= $1
     order by next_at, tenant, name`,
    [at],
  );
}

export function listSchedules(reader: Reader, tenant: string): Promise<ScheduleRow[]> {
  return reader.all<ScheduleRow>(
    `select tenant, name, pattern, zone, next_at, last_slot from schedule where tenant = $1 order by name`,
    [tenant],
  );
}

/** Every tenant that has a scope, from one to the next by the index instead of through all scopes. */
export async function listTenants(reader: Reader): Promise<string[]> {
  const rows = await reader.all<{ tenant: string }>(
    `with recursive step (tenant) as (
       select min(tenant) from scope
       union all
       select (select min(s.tenant) from scope s where s.tenant > step.tenant) from step where step.tenant is not null
     ) select tenant from step where tenant is not null`,
  );
  return rows.map((row) => row.tenant);
}
