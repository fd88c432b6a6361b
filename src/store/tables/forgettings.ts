import type { PersonReceipt } from "../../api/people.ts";
import type { ForgettingStatus, ForgottenCounts } from "../../domain/forgotten.ts";
import type { PageBelow, SqlReader } from "../tx.ts";
import type { Whose } from "./belongings.ts";

/** One scope of a forgetting, and whose rows of it are meant. */
export interface PartOfForgetting extends Whose {
  readonly scope: string;
}

/** A forgetting of a person as it is recorded: its receipt. */
export interface ForgettingRow {
  id: string;
  /** JSON. */
  who: string;
  /** JSON of `PartOfForgetting[]`. */
  parts: string;
  hard: number;
  status: ForgettingStatus;
  /** JSON. */
  counts: string;
  actor: string;
  reason: string;
  begun_at: number;
  ended_at: number | null;
  purge_at: number | null;
}

const COLUMNS = "id, who, parts, hard, status, counts, actor, reason, begun_at, ended_at, purge_at";

export function forgettingParts({ parts }: Pick<ForgettingRow, "parts">): PartOfForgetting[] {
  return JSON.parse(parts) as PartOfForgetting[];
}

export function toReceipt(tenant: string, row: ForgettingRow): PersonReceipt {
  const { id, status, actor, reason } = row;
  const date = (at: number | null): Date | null => (at === null ? null : new Date(at));
  return {
    id,
    tenant,
    status,
    actor,
    reason,
    hard: row.hard === 1,
    who: JSON.parse(row.who) as PersonReceipt["who"],
    scopes: forgettingParts(row).map(({ scope, accounts }) => ({ scope, accounts })),
    counts: JSON.parse(row.counts) as ForgottenCounts,
    begunAt: new Date(row.begun_at),
    endedAt: date(row.ended_at),
    restorableUntil: date(row.purge_at),
  };
}

export function findForgetting(
  reader: SqlReader,
  tenant: string,
  id: string,
): Promise<ForgettingRow | undefined> {
  return reader.one(`select ${COLUMNS} from person_forget where tenant = $1 and id = $2`, [tenant, id]);
}

/** One of the same people that has not ended. */
export function interruptedForgetting(
  reader: SqlReader,
  tenant: string,
  who: string,
  hard: boolean,
): Promise<ForgettingRow | undefined> {
  return reader.one(
    `select ${COLUMNS} from person_forget where tenant = $1 and who = $2 and hard = $3 and status = 'running'
     order by begun_at limit 1`,
    [tenant, who, hard ? 1 : 0],
  );
}

/** A place in the list of receipts. */
export interface ReceiptPosition extends Readonly<Record<string, number>> {
  readonly at: number;
  /** How many of that moment came before. */
  readonly skip: number;
}

/** Newest first, from a moment back. */
export function forgettingsBefore(
  reader: SqlReader,
  tenant: string,
  { before: { at, skip }, limit }: PageBelow<ReceiptPosition>,
): Promise<ForgettingRow[]> {
  return reader.all(
    `select ${COLUMNS} from person_forget where tenant = $1 and begun_at <= $2 order by begun_at desc, id limit $3 offset $4`,
    [tenant, at, limit, skip],
  );
}

/** Forgettings that were interrupted before a moment, or whose time to be restored is over at another. */
export function openForgettings(
  reader: SqlReader,
  { tenant, stale, now }: { readonly tenant: string; readonly stale: number; readonly now: number },
): Promise<ForgettingRow[]> {
  return reader.all(`select ${COLUMNS} from person_forget where tenant = $3 and ${OPEN} order by begun_at`, [
    stale,
    now,
    tenant,
  ]);
}

const OPEN = "((status = 'running' and beat_at < $1) or (status = 'done' and purge_at <= $2))";

/** Tenants that have some. None that is read-only. */
export async function tenantsWithOpenForgettings(
  reader: SqlReader,
  { stale, now }: { readonly stale: number; readonly now: number },
): Promise<string[]> {
  const rows = await reader.all<{ tenant: string }>(
    `select distinct tenant from person_forget f where ${OPEN}
       and not exists (select 1 from tenant t where t.tenant = f.tenant and t.read_only = 1) limit 200`,
    [stale, now],
  );
  return rows.map(({ tenant }) => tenant);
}
