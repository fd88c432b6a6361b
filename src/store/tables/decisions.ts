import type { Fate } from "../../domain/case.ts";
import type { DecisionEntry, DecisionStage } from "../../domain/change.ts";
import { reasonsIn } from "../../domain/reason.ts";
import { columnNames, type PageBelow, type SqlReader, type Value } from "../tx.ts";
import { IN_SCOPE, type OpenScope, type ScopeRef } from "./scopes.ts";
import { addSalt, sha256 } from "./tombstones.ts";

/** One decision about one candidate: what became of it, why, and under which policy. */
export interface DecisionRow {
  /** The event it came from. */
  seq: number;
  stage: DecisionStage;
  outcome: string;
  reason: string;
  /** The memory it led to, if any. */
  memory: string | null;
  hash: string;
  policy: number;
  at: number;
  /** The case that the policy judged, as JSON; `null` where no policy could have decided otherwise. */
  input: string | null;
  /** What became of the claim; `null` with the case. */
  fate: Fate | null;
}

const LOGGED = columnNames("seq, num, stage, outcome, reason, memory, hash, policy, at, input, fate");

/** A log keeps a candidate's words only so. */
function storedHash({ salt }: OpenScope, hash: string): string {
  // Where there are no words there is nothing to hide.
  if (hash === "") return "";
  return addSalt(salt, hash).slice(0, 32);
}

/** A candidate's words as decisions are given them; they are stored with the scope's salt. */
export function candidateHash(text: string): string {
  return sha256(text).slice(0, 32);
}

/** Whether a candidate of an event was decided about before. */
export async function isDecided(
  scope: OpenScope,
  { seq, hash }: Pick<DecisionRow, "seq" | "hash">,
): Promise<boolean> {
  const row = await scope.one(
    `select 1 as found from decision where ${IN_SCOPE} and seq = $3 and hash = $4 limit 1`,
    [seq, storedHash(scope, hash)],
  );
  return row !== undefined;
}

/** `decidedTo`: nothing was decided yet about events behind this place. */
export async function logDecisions(
  scope: OpenScope,
  decisions: readonly DecisionRow[],
  decidedTo: number = Number.POSITIVE_INFINITY,
): Promise<void> {
  if (decisions.length === 0) return;
  const next = new Map<number, number>();
  const rows: (DecisionRow & DecisionPosition)[] = [];
  for (const decision of decisions) {
    let num = next.get(decision.seq) ?? (decision.seq > decidedTo ? 1 : undefined);
    if (num === undefined) {
      const last = await scope.one<{ num: number | null }>(
        `select max(num) as num from decision where ${IN_SCOPE} and seq = $3`,
        [decision.seq],
      );
      num = (last?.num ?? 0) + 1;
    }
    next.set(decision.seq, num + 1);
    rows.push({ ...decision, num, hash: storedHash(scope, decision.hash) });
  }
  await scope.insert("decision", LOGGED, rows);
}

/** Where a decision stands in its scope: by its event, then by its number there. */
export interface DecisionPosition {
  readonly seq: number;
  readonly num: number;
}

export type NumberedDecision = Omit<DecisionRow, "input" | "fate"> &
  DecisionPosition & { event: string | null };

export interface DecisionFilter {
  /** About one memory, or one that was merged into it. */
  readonly memory?: string | undefined;
  readonly outcome?: string | undefined;
  /** Only those that led to a memory of these categories. */
  readonly categories?: readonly string[] | undefined;
}

/** Decisions `d`, each with the id of its event. */
export const DECISION_SELECT = `select d.seq, d.num, d.stage, d.outcome, d.reason, d.memory, d.hash, d.policy, d.at, e.id as event
  from decision d left join event e on e.tenant = d.tenant and e.scope = d.scope and e.seq = d.seq`;

/** Newest event first, below a place; about one memory, or in the whole scope; of one outcome, or of any. */
export function listDecisions(
  reader: SqlReader,
  { tenant, num: scope }: ScopeRef,
  filter: DecisionFilter,
  { before, limit }: PageBelow<DecisionPosition>,
): Promise<NumberedDecision[]> {
  const params: Value[] = [tenant, scope, before.seq, before.num, limit];
  const also = (column: string, value: string | undefined): string => {
    if (value === undefined) return "";
    params.push(value);
    return `and d.${column} = $${params.length}`;
  };
  let about = "";
  if (filter.memory !== undefined) {
    const memoryParam = `$${params.push(filter.memory)}`;
    about = `and (d.memory = ${memoryParam} or d.memory in (select m.id from memory m
      where m.tenant = d.tenant and m.scope = d.scope and m.merged_into = ${memoryParam}))`;
  }
  let visible = "";
  if (filter.categories !== undefined) {
    const list = `$${params.push(JSON.stringify(filter.categories))}`;
    visible = `and exists (select 1 from memory m where m.tenant = d.tenant and m.scope = d.scope and m.id = d.memory
      and ${reader.dialect.inJson("m.category", list)})`;
  }
  return reader.all(
    `${DECISION_SELECT} where d.tenant = $1 and d.scope = $2 and (d.seq < $3 or (d.seq = $3 and d.num < $4))
     ${about} ${also("outcome", filter.outcome)} ${visible}
     order by d.seq desc, d.num desc limit $5`,
    params,
  );
}

export function toDecisionEntry(row: NumberedDecision): DecisionEntry {
  const { event, stage, outcome, reason, memory, policy, at } = row;
  const why = reasonsIn(reason);
  return { eventId: event, stage, outcome, reason, why, memoryId: memory, policy, at: new Date(at) };
}

/** Events that asked for a memory to be forgotten. */
export async function requestsToForget(scope: OpenScope, memory: string): Promise<number[]> {
  const rows = await scope.all<{ seq: number }>(
    `select distinct seq from decision where ${IN_SCOPE} and memory = $3 and outcome in ('forget', 'forget_waits')`,
    [memory],
  );
  return rows.map(({ seq }) => seq);
}

/** A reason may quote what was compared. */
export function withoutQuotes(reason: string): string {
  return reason.replaceAll(/"[^"]*"/g, "…").replaceAll('"', "");
}

/**
 * A reason may quote what was compared. Of a memory that is erased, and of those it was compared with for good, no
 * reason stays; elsewhere in the scope no quotation does.
 */
export async function eraseReasons(
  scope: OpenScope,
  memory: { readonly id: string; readonly superseded_by: string | null },
): Promise<void> {
  const { tx } = scope;
  const place = [scope.tenant, scope.num];
  const take = (these: string, ...ids: string[]): Promise<number> =>
    tx.run(`update decision set reason = '' where ${IN_SCOPE} and ${these}`, [...place, ...ids]);
  // Each by its own index: one statement for all of them would read every decision of the scope.
  await take("memory in ($3, $4)", memory.id, memory.superseded_by ?? memory.id);
  await take(`memory in (select id from memory where ${IN_SCOPE} and superseded_by = $3)`, memory.id);
  await take(`seq in (select event from evidence where ${IN_SCOPE} and memory = $3)`, memory.id);
  const quoting = await tx.all<DecisionPosition & { reason: string }>(
    `select seq, num, reason from decision where ${IN_SCOPE} and reason like '%"%'`,
    place,
  );
  for (const { seq, num, reason } of quoting) {
    await tx.run(`update decision set reason = $5 where ${IN_SCOPE} and seq = $3 and num = $4`, [
      ...place,
      seq,
      num,
      withoutQuotes(reason),
    ]);
  }
}
