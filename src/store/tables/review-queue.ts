import { AWAITS_REVIEW, type MemoryStatus, type WaitingStatus } from "../../domain/memory.ts";
import type { ConfidenceParts } from "../../domain/trust.ts";
import type { PageBelow, SqlReader, Value } from "../tx.ts";
import type { DecisionPosition } from "./decisions.ts";
import { evidenceOf } from "./evidence.ts";
import { findMemory, type MemoryRow } from "./memories.ts";
import { filterSql, type StoreFilter } from "./memory-search.ts";
import { PROPOSAL_SELECT, type ProposalRow } from "./profile.ts";
import { type ScopeRef, scopeReader } from "./scopes.ts";
import {
  type InScope,
  OWNED_MEMORIES,
  type OwnedMemoryRow,
  SCOPE_SELECT,
  type ScopeFilter,
  scopeSql,
} from "./tenant-rows.ts";

/**
 * The detail of a claim that is stored with its evidence: what its confidence is made of, and the memories it
 * replaces once it is active, for it may have to wait for a reviewer.
 */
export function metaOfClaim(confidence: ConfidenceParts, replaces: readonly string[]): string {
  return JSON.stringify(replaces.length === 0 ? { confidence } : { confidence, replaces });
}

/** Gone, or decided about by somebody: no claim replaces it any more. */
export const SETTLED: ReadonlySet<MemoryStatus> = new Set(["superseded", "disabled", "soft_deleted"]);

export function isWaiting(status: MemoryStatus): status is WaitingStatus {
  return (AWAITS_REVIEW as readonly MemoryStatus[]).includes(status);
}

/**
 * The memories a claim replaces once it is active. One of them may be pending itself: then the claim also replaces what
 * that one would have replaced; otherwise two contradicting memories would stay.
 */
export async function replacedWith(reader: SqlReader, scopeRef: ScopeRef, id: string): Promise<MemoryRow[]> {
  const result = new Map<string, MemoryRow>();
  const visited = new Set<string>();
  for (let next = [id]; next.length > 0; ) {
    const from = next;
    next = [];
    for (const memoryId of from) {
      visited.add(memoryId);
      for (const { meta } of await evidenceOf(reader, scopeRef, memoryId)) {
        for (const old of replacesIn(meta)) {
          const row = await findMemory(reader, scopeRef, old);
          if (row === undefined || row.id === id || SETTLED.has(row.status)) continue;
          result.set(old, row);
          if (isWaiting(row.status) && !visited.has(old)) next.push(old);
        }
      }
    }
  }
  return [...result.values()];
}

function replacesIn(meta: string): string[] {
  const { replaces } = JSON.parse(meta) as { replaces?: unknown };
  return Array.isArray(replaces) ? replaces.filter((id) => typeof id === "string") : [];
}

export type WaitingRow = OwnedMemoryRow;

/** Memories that wait, of one scope or of a whole tenant, newest first, below the place `before`. */
export function waitingMemories(
  reader: SqlReader,
  within: ScopeFilter,
  filter: StoreFilter & { readonly status: readonly [WaitingStatus] },
  { before, limit }: PageBelow<number>,
): Promise<WaitingRow[]> {
  const params: Value[] = [within.tenant, before, limit, ...filter.status];
  return reader.all(
    `${OWNED_MEMORIES} where m.tenant = $1 and m.num < $2 and m.status = $4 ${scopeSql("m", within, params)}
     ${filterSql(reader, filter, params)} order by m.num desc limit $3`,
    params,
  );
}

export type WaitingProposalRow = ProposalRow & InScope;

/** At the moment `$2`. */
const OPEN_PROPOSAL = "p.status = 'pending' and (p.expires_at is null or p.expires_at > $2)";

/** Open proposals of one scope or of a whole tenant, below a scope's number and a proposal's number. */
export function waitingProposals(
  reader: SqlReader,
  within: ScopeFilter,
  at: number,
  { before, limit }: PageBelow<{ readonly scope: number; readonly num: number }>,
): Promise<WaitingProposalRow[]> {
  const params: Value[] = [within.tenant, at, before.scope, before.num, limit];
  return reader.all(
    `select ${SCOPE_SELECT}, ${PROPOSAL_SELECT} from consent_proposal p join scope s on s.tenant = p.tenant and s.num = p.scope
     where p.tenant = $1 and ${OPEN_PROPOSAL} and (p.scope < $3 or (p.scope = $3 and p.num < $4)) ${scopeSql("p", within, params)}
     order by p.scope desc, p.num desc limit $5`,
    params,
  );
}

/** The outcome of a wish to forget that is not the user's: it waits until a person answers it. */
export const FORGET_WAITS = "forget_waits";

/** Not answered yet: a review says so at the same event. */
const OPEN = `d.outcome = '${FORGET_WAITS}' and not exists (select 1 from decision r where r.tenant = d.tenant and r.scope = d.scope
  and r.seq = d.seq and r.memory = d.memory and r.stage = 'review')`;

const TO_FORGET = `exists (select 1 from decision d where d.tenant = m.tenant and d.scope = m.scope and d.memory = m.id and ${OPEN})`;

/** The wish to forget a memory that nobody has answered, by its decision. */
export function openForget(
  reader: SqlReader,
  scopeRef: ScopeRef,
  memory: string,
): Promise<DecisionPosition | undefined> {
  return scopeReader(reader, scopeRef).one(
    `select d.seq, d.num from decision d where d.tenant = $1 and d.scope = $2 and d.memory = $3 and ${OPEN}
     order by d.seq desc limit 1`,
    [memory],
  );
}

/** Active memories that a tool asked to forget, of one scope or of a whole tenant, newest first, below the place `before`. */
export function waitingForgets(
  reader: SqlReader,
  within: ScopeFilter,
  filter: Omit<StoreFilter, "status">,
  { before, limit }: PageBelow<number>,
): Promise<OwnedMemoryRow[]> {
  const params: Value[] = [within.tenant, before, limit];
  const active: StoreFilter = { ...filter, status: ["active"] };
  return reader.all(
    `${OWNED_MEMORIES} where m.tenant = $1 and m.num < $2 ${scopeSql("m", within, params)}
     ${filterSql(reader, active, params)} and ${TO_FORGET}
     order by m.num desc limit $3`,
    params,
  );
}

/** How many proposals and wishes to forget wait, of one scope or of a whole tenant. */
export async function countProposalsAndForgets(
  reader: SqlReader,
  within: ScopeFilter,
  at: number,
): Promise<number> {
  const proposals: Value[] = [within.tenant, at];
  const forgets: Value[] = [within.tenant];
  const counts = [
    await reader.one<{ n: number }>(
      `select count(*) as n from consent_proposal p where p.tenant = $1 and ${OPEN_PROPOSAL} ${scopeSql("p", within, proposals)}`,
      proposals,
    ),
    await reader.one<{ n: number }>(
      `select count(*) as n from memory m where m.tenant = $1 ${scopeSql("m", within, forgets)}
       ${filterSql(reader, { status: ["active"], at }, forgets)} and ${TO_FORGET}`,
      forgets,
    ),
  ];
  return counts.reduce((sum, row) => sum + (row?.n ?? 0), 0);
}
