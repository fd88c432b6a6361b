import type { ScopeKind } from "../domain/scope.ts";
import type { Reader } from "./tx.ts";

/** A scope in which something was said since insights were last looked for. */
export interface InsightScope {
  tenant: string;
  num: number;
  kind: ScopeKind;
  id: string;
  seq: number;
  /** When that was; 0 = never. */
  looked: number;
}

/** The next user's scope from a number on that was last looked at no later than `before`. */
export function nextInsightScope(
  reader: Reader,
  tenant: string,
  from: number,
  before: number,
): Promise<InsightScope | undefined> {
  return reader.one<InsightScope>(
    `select s.tenant, s.num, s.kind, s.id, s.seq, coalesce(t.rev, 0) as looked from scope s
     left join upkeep_mark u on u.tenant = s.tenant and u.scope = s.num and u.name = 'insight'
     left join upkeep_mark t on t.tenant = s.tenant and t.scope = s.num and t.name = 'insight.at'
     where s.tenant = $1 and s.num >= $2 and s.kind = 'user' and s.writes = 1 and s.seq > coalesce(u.rev, 0)
       and coalesce(t.rev, 0) <= $3 order by s.num limit 1`,
    [tenant, from, before],
  );
}
