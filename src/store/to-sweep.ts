import type { Scope, ScopeKind } from "../domain/scope.ts";
import { AGED_COLUMNS, type AgedColumns } from "./aged-row.ts";
import type { PageAfter } from "./page.ts";
import type { Reader } from "./tx.ts";

/** A memory that a sweep looks at, with where it is. */
export interface SweptRow extends AgedColumns {
  id: string;
  text: string;
  num: number;
  scope_kind: ScopeKind;
  scope_id: string;
}

export function scopeOf(tenant: string, { scope_kind, scope_id }: SweptRow): Scope {
  return { tenant, kind: scope_kind, id: scope_id };
}

const SELECT = `select ${AGED_COLUMNS.map((column) => `m.${column}`).join(", ")}, m.id, m.text, m.num,
    s.kind as scope_kind, s.id as scope_id
  from memory m join scope s on s.tenant = m.tenant and s.num = m.scope and s.writes = 1`;

/** Memories whose status time has changed by now, the longest due first. */
export function dueRows(
  reader: Reader,
  tenant: string,
  at: number,
  { after, limit }: PageAfter<{ readonly due: number; readonly num: number }>,
): Promise<SweptRow[]> {
  return reader.all<SweptRow>(
    `${SELECT} where m.tenant = $1 and m.due_at <= $2 and (m.due_at, m.num) > ($3, $4)
     order by m.due_at, m.num limit $5`,
    [tenant, at, after.due, after.num, limit],
  );
}

/** All memories, for when the settings are others than those they were made under. */
export function allRows(
  reader: Reader,
  tenant: string,
  { after, limit }: PageAfter<number>,
): Promise<SweptRow[]> {
  return reader.all<SweptRow>(`${SELECT} where m.tenant = $1 and m.num > $2 order by m.num limit $3`, [
    tenant,
    after,
    limit,
  ]);
}
