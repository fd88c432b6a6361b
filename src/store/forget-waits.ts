import type { DecisionPlace } from "./decisions.ts";
import { filterSql, type StoreFilter } from "./memory-search.ts";
import type { PageBelow } from "./page.ts";
import { type Place, scoped } from "./scopes.ts";
import { OWNED_MEMORIES, type OwnedMemoryRow, type ScopeFilter, scopeSql } from "./tenant-rows.ts";
import type { Reader, Value } from "./tx.ts";

/** The outcome of a wish to forget that is not the user's (C27): it waits until a person answers it. */
export const FORGET_WAITS = "forget_waits";

/** Not answered yet: a review says so at the same event. */
const OPEN = `d.outcome = '${FORGET_WAITS}' and not exists (select 1 from decision r where r.tenant = d.tenant and r.scope = d.scope
  and r.seq = d.seq and r.memory = d.memory and r.stage = 'review')`;

/** The wish to forget a memory that nobody has answered, by its decision. */
export function openForget(reader: Reader, place: Place, memory: string): Promise<DecisionPlace | undefined> {
  return scoped(reader, place).one<DecisionPlace>(
    `select d.seq, d.num from decision d where d.tenant = $1 and d.scope = $2 and d.memory = $3 and ${OPEN}
     order by d.seq desc limit 1`,
    [memory],
  );
}

/** Active memories that a tool asked to forget, of one scope or of a whole tenant, newest first, below the place `before`. */
export function waitingForgets(
  reader: Reader,
  within: ScopeFilter,
  filter: Omit<StoreFilter, "status">,
  { before, limit }: PageBelow<number>,
): Promise<OwnedMemoryRow[]> {
  const params: Value[] = [within.tenant, before, limit];
  const active: StoreFilter = { ...filter, status: ["active"] };
  return reader.all<OwnedMemoryRow>(
    `${OWNED_MEMORIES} where m.tenant = $1 and m.num < $2 ${scopeSql("m", within, params)}
     ${filterSql(reader, active, params)} and exists (select 1 from decision d where d.tenant = m.tenant and d.scope = m.scope and d.memory = m.id and ${OPEN})
     order by m.num desc limit $3`,
    params,
  );
}
