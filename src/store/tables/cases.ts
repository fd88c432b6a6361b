import type { Fate } from "../../domain/case.ts";
import type { HistoryEvent } from "../../domain/change.ts";
import type { ScopeKind } from "../../domain/scope.ts";
import type { PageAfter, SqlReader } from "../tx.ts";

/** A logged decision that can be made again. */
export interface CaseRow {
  scope: number;
  scope_kind: ScopeKind;
  scope_id: string;
  seq: number;
  num: number;
  memory: string | null;
  hash: string;
  policy: number;
  at: number;
  input: string;
  fate: Fate;
}

/** Where a decision stands among those of its tenant: by its time, then by its scope and place there. */
export interface CasePosition {
  readonly at: number;
  readonly scope: number;
  readonly seq: number;
  readonly num: number;
}

/** Decisions of a tenant that can be made again, oldest first, beyond a place. */
export function listCases(
  reader: SqlReader,
  tenant: string,
  { after, limit }: PageAfter<CasePosition>,
): Promise<CaseRow[]> {
  return reader.all(
    `select d.scope, s.kind as scope_kind, s.id as scope_id, d.seq, d.num, d.memory, d.hash, d.policy, d.at, d.input, d.fate
     from decision d join scope s on s.tenant = d.tenant and s.num = d.scope
     where d.tenant = $1 and d.input is not null and d.at >= $2
       and (d.at > $2 or (d.scope, d.seq, d.num) > ($3, $4, $5))
     order by d.at, d.scope, d.seq, d.num limit $6`,
    [tenant, after.at, after.scope, after.seq, after.num, limit],
  );
}

/** A change of a memory that may say whether a decision about it was right. */
export interface TellingChange {
  scope: number;
  memory: string;
  rev: number;
  event: HistoryEvent;
  after: string | null;
  undo_of: number | null;
  actor: string;
  reason: string;
  at: number;
}

/**
 * The changes of the memories that decisions of a span led to: those that people made, and those by which another memory
 * took their place.
 */
export function changesAfterCases(
  reader: SqlReader,
  tenant: string,
  span: {
    readonly from: number;
    readonly to: number;
    readonly engine: string;
    readonly forgetReason: string;
  },
): Promise<TellingChange[]> {
  return reader.all(
    `select distinct h.scope, h.memory, h.rev, h.event, h.after, h.undo_of, h.actor, h.reason, h.at
     from decision d join history h on h.tenant = d.tenant and h.scope = d.scope and h.memory = d.memory
     where d.tenant = $1 and d.input is not null and d.at >= $2 and d.at <= $3 and h.at >= $2 and h.event <> 'ADD' and h.undone_by is null
       and (h.actor <> $4 or h.reason = $5 or h.after like '%"superseded_by":"%')`,
    [tenant, span.from, span.to, span.engine, span.forgetReason],
  );
}
