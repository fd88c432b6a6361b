import type { ScopeKind } from "../../domain/scope.ts";
import type { PageAfter, SqlReader } from "../tx.ts";
import { MEMORY_SELECT as SELECT } from "./memories.ts";
import type { NumberedMemoryRow } from "./memory-search.ts";
import { APART } from "./relations.ts";
import type { OpenScope, ScopeRef } from "./scopes.ts";

/** How far a job has looked through a scope. */
export interface UpkeepMark {
  name: string;
  rev: number;
}

/** A scope that a job has to look at. */
export interface ChangedScope extends ScopeRef {
  kind: ScopeKind;
  id: string;
  seq: number;
  rev: number;
  vec: number;
  hides: number;
  /** The revision that the job has looked up to. */
  mark: number;
}

/** The next scope of a tenant from a number on that a job has to look at and may write to. */
export function nextChangedScope(
  reader: SqlReader,
  tenant: string,
  name: string,
  from: number,
): Promise<ChangedScope | undefined> {
  return reader.one(
    `select s.tenant, s.num, s.kind, s.id, s.seq, s.rev, s.vec, s.hides, coalesce(u.rev, 0) as mark from scope s
     left join upkeep_mark u on u.tenant = s.tenant and u.scope = s.num and u.name = $2
     where s.tenant = $1 and s.num >= $3 and s.writes = 1 and s.rev > coalesce(u.rev, 0) order by s.num limit 1`,
    [tenant, name, from],
  );
}

/** The name of the mark that says when a job looked through a scope, beside how far. */
export function timeMark(name: string): string {
  return `${name}.at`;
}

/**
 * The same for a job that compares every memory, changed or not: the next scope in which something has changed or was
 * delivered since it looked, or in which a comparison is from `before` or earlier.
 */
export function nextComparedScope(
  reader: SqlReader,
  tenant: string,
  name: string,
  { from, before }: { readonly from: number; readonly before: number },
): Promise<ChangedScope | undefined> {
  return reader.one(
    `select s.tenant, s.num, s.kind, s.id, s.seq, s.rev, s.vec, s.hides, 0 as mark from scope s
     left join upkeep_mark u on u.tenant = s.tenant and u.scope = s.num and u.name = $2
     left join upkeep_mark t on t.tenant = s.tenant and t.scope = s.num and t.name = $5
     where s.tenant = $1 and s.num >= $3 and s.writes = 1 and (s.rev > coalesce(u.rev, 0)
       or exists (select 1 from pair_check p where p.tenant = s.tenant and p.scope = s.num
         and p.checked_at <= $4 and p.score <> ${APART})
       or exists (select 1 from memory m where m.tenant = s.tenant and m.scope = s.num
         and m.last_accessed >= t.rev))
     order by s.num limit 1`,
    [tenant, name, from, before, timeMark(name)],
  );
}

/** Active memories of a scope that have changed since its mark, in the order of their numbers. */
export function changedMemories(
  reader: SqlReader,
  { tenant, num: scope, mark }: ChangedScope,
  { after, limit }: PageAfter<number>,
): Promise<NumberedMemoryRow[]> {
  return reader.all(
    `select m.num, ${SELECT} from memory m where m.tenant = $1 and m.scope = $2 and m.rev > $3 and m.num > $4
     and m.status = 'active' and m.kind <> 'timeline' and m.merged_into is null order by m.num limit $5`,
    [tenant, scope, mark, after, limit],
  );
}

export async function setMark(scope: OpenScope, { name, rev }: UpkeepMark): Promise<void> {
  await scope.run(
    `insert into upkeep_mark (tenant, scope, name, rev) values ($1, $2, $3, $4)
     on conflict (tenant, scope, name) do update set rev = excluded.rev`,
    [name, rev],
  );
}

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
  reader: SqlReader,
  tenant: string,
  from: number,
  before: number,
): Promise<InsightScope | undefined> {
  return reader.one(
    `select s.tenant, s.num, s.kind, s.id, s.seq, coalesce(t.rev, 0) as looked from scope s
     left join upkeep_mark u on u.tenant = s.tenant and u.scope = s.num and u.name = 'insight'
     left join upkeep_mark t on t.tenant = s.tenant and t.scope = s.num and t.name = 'insight.at'
     where s.tenant = $1 and s.num >= $2 and s.kind = 'user' and s.writes = 1 and s.seq > coalesce(u.rev, 0)
       and coalesce(t.rev, 0) <= $3 order by s.num limit 1`,
    [tenant, from, before],
  );
}
