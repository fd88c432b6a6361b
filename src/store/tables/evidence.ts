import type { EvidenceMethod } from "../../domain/event.ts";
import { columnNames, type SqlReader } from "../tx.ts";
import { IN_SCOPE, type OpenScope, type ScopeRef, scopeReader } from "./scopes.ts";

export interface EvidenceRow {
  memory: string;
  event: number;
  method: EvidenceMethod;
  trust: number;
  span_start: number | null;
  span_end: number | null;
  model: string | null;
  prompt_hash: string | null;
  meta: string;
  created_at: number;
}

const COLUMNS = columnNames(
  "memory, event, method, trust, span_start, span_end, model, prompt_hash, meta, created_at",
);

const LINK = `insert into evidence (tenant, scope, ${COLUMNS.join(", ")})
  values ($1, $2, ${COLUMNS.map((_, i) => `$${i + 3}`).join(", ")})
  on conflict (tenant, scope, memory, event) do nothing`;

/** Links an event to a memory; the same pair twice is one link. */
export async function linkEvidence(scope: OpenScope, row: EvidenceRow): Promise<void> {
  await scope.run(LINK, [...COLUMNS.map((column) => row[column])]);
}

export async function isLinked(scope: OpenScope, memory: string, event: number): Promise<boolean> {
  const row = await scope.one(
    `select 1 as found from evidence where ${IN_SCOPE} and memory = $3 and event = $4`,
    [memory, event],
  );
  return row !== undefined;
}

/**
 * Links of `memory m` that count as its evidence: those trusted as much as the best, messages of one turn once.
 * An echo of the bot or a stranger's word makes nothing surer.
 */
export const INDEPENDENT = `select count(distinct coalesce('turn ' || e.turn, 'event ' || e.id)) as n from evidence v
  join event e on e.tenant = v.tenant and e.scope = v.scope and e.seq = v.event
  where v.tenant = m.tenant and v.scope = m.scope and v.memory = m.id and v.trust >= m.trust`;

/** How many independent pieces of evidence a memory has. */
export async function independentEvidence(
  scope: OpenScope,
  { id, trust }: { readonly id: string; readonly trust: number },
): Promise<number> {
  const row = await scope.one<{ n: number }>(
    `select (${INDEPENDENT}) as n from (select cast($1 as text) as tenant, cast($2 as bigint) as scope,
       cast($3 as text) as id, cast($4 as double precision) as trust) m`,
    [id, trust],
  );
  return row?.n ?? 0;
}

/** Those of some memories that an event of a turn backs: another of that turn is no further evidence for them. */
export async function backedByTurn(
  reader: SqlReader,
  scopeRef: ScopeRef,
  memories: readonly string[],
  turn: string | null,
): Promise<string[]> {
  if (turn === null || memories.length === 0) return [];
  const rows = await scopeReader(reader, scopeRef).all<{ memory: string }>(
    `select distinct v.memory from evidence v
     join event e on e.tenant = v.tenant and e.scope = v.scope and e.seq = v.event
     where v.tenant = $1 and v.scope = $2 and e.turn = $3 and ${reader.dialect.inJson("v.memory", "$4")}`,
    [turn, JSON.stringify(memories)],
  );
  return rows.map(({ memory }) => memory);
}

/** The evidence of some memories, oldest event first, each link with its event's id and time. */
export function evidenceOfMany(
  reader: SqlReader,
  scopeRef: ScopeRef,
  memories: readonly string[],
): Promise<(Pick<EvidenceRow, "memory" | "method"> & { id: string; at: number })[]> {
  return scopeReader(reader, scopeRef).all(
    `select v.memory, v.method, e.id, e.at from evidence v
     join event e on e.tenant = v.tenant and e.scope = v.scope and e.seq = v.event
     where v.tenant = $1 and v.scope = $2 and ${reader.dialect.inJson("v.memory", "$3")} order by v.memory, v.event`,
    [JSON.stringify(memories)],
  );
}

/** A memory's evidence, oldest event first. */
export function evidenceOf(reader: SqlReader, scopeRef: ScopeRef, memory: string): Promise<EvidenceRow[]> {
  return scopeReader(reader, scopeRef).all(
    `select ${COLUMNS.join(", ")} from evidence where ${IN_SCOPE} and memory = $3 order by event`,
    [memory],
  );
}

/** The sequence number of the newest event in which a model found something; 0: none did. */
export async function newestExtracted(reader: SqlReader, scopeRef: ScopeRef): Promise<number> {
  const method: EvidenceMethod = "llm_extract";
  const row = await scopeReader(reader, scopeRef).one<{ seq: number | null }>(
    `select max(event) as seq from evidence where ${IN_SCOPE} and method = $3`,
    [method],
  );
  return row?.seq ?? 0;
}

/** Everything that one event backs. */
export function evidenceFrom(reader: SqlReader, scopeRef: ScopeRef, event: number): Promise<EvidenceRow[]> {
  return scopeReader(reader, scopeRef).all(
    `select ${COLUMNS.join(", ")} from evidence where ${IN_SCOPE} and event = $3 order by memory`,
    [event],
  );
}

export async function moveSpan(
  scope: OpenScope,
  row: EvidenceRow,
  span: readonly [number, number],
): Promise<void> {
  await scope.run(
    `update evidence set span_start = $5, span_end = $6 where ${IN_SCOPE} and memory = $3 and event = $4`,
    [row.memory, row.event, span[0], span[1]],
  );
}

/** The words of an event that a memory rests on. */
export interface SourceRow {
  memory: string;
  event: number;
  /** `null`: the whole text. */
  span_start: number | null;
  span_end: number | null;
  /** The language model that read it; `null`: none did. */
  model: string | null;
}

/** A memory's number, and its sources. */
export async function sourcePositions(
  scope: OpenScope,
  memory: string,
): Promise<{ num: number; sources: SourceRow[] }> {
  const rows = await scope.all<SourceRow & { num: number }>(
    `select m.num, v.memory, v.event, v.span_start, v.span_end, v.model from memory m
     join evidence v on v.tenant = m.tenant and v.scope = m.scope and v.memory = m.id
     where m.tenant = $1 and m.scope = $2 and m.id = $3`,
    [memory],
  );
  return { num: rows[0]?.num ?? 0, sources: rows.map(({ num: _, ...source }) => source) };
}

/** The sources of every memory of a scope, or of some. */
export function sourcesIn(
  reader: SqlReader,
  scopeRef: ScopeRef,
  memories?: readonly string[],
): Promise<SourceRow[]> {
  const some = memories === undefined ? "" : ` and ${reader.dialect.inJson("memory", "$3")}`;
  return scopeReader(reader, scopeRef).all(
    `select memory, event, span_start, span_end, model from evidence where ${IN_SCOPE}${some}`,
    memories === undefined ? [] : [JSON.stringify(memories)],
  );
}
