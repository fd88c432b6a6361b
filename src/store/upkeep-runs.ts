import type { UpkeepRun } from "../api/upkeep.ts";
import type { Reader } from "./tx.ts";

export interface UpkeepRunRow {
  id: string;
  name: string;
  slot: number | null;
  owner: string;
  status: UpkeepRun["status"];
  /** JSON. */
  counts: string;
  /** Where the next try continues, in the job's own words; `null` = at the beginning. */
  place: string | null;
  more: number;
  error: string | null;
  started_at: number;
  ended_at: number | null;
}

export const RUN_COLUMNS = "id, name, slot, owner, status, counts, place, more, error, started_at, ended_at";

export function toUpkeepRun(row: UpkeepRunRow): UpkeepRun {
  return {
    id: row.id,
    name: row.name,
    slot: row.slot === null ? null : new Date(row.slot),
    status: row.status,
    counts: JSON.parse(row.counts) as UpkeepRun["counts"],
    more: row.more === 1,
    error: row.error,
    startedAt: new Date(row.started_at),
    endedAt: row.ended_at === null ? null : new Date(row.ended_at),
  };
}

/** The newest first; of one job, or of all. */
export function listRuns(
  reader: Reader,
  tenant: string,
  name: string | null,
  limit: number,
): Promise<UpkeepRunRow[]> {
  return reader.all<UpkeepRunRow>(
    `select ${RUN_COLUMNS} from upkeep_run where tenant = $1 and ($2 = '' or name = $2)
     order by started_at desc, beat_at desc limit $3`,
    [tenant, name ?? "", limit],
  );
}

export function findRun(reader: Reader, tenant: string, id: string): Promise<UpkeepRunRow | undefined> {
  return reader.one<UpkeepRunRow>(`select ${RUN_COLUMNS} from upkeep_run where tenant = $1 and id = $2`, [
    tenant,
    id,
  ]);
}
