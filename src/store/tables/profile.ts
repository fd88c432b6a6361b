import type { Proposal } from "../../api/profile.ts";
import {
  type DecidedHow,
  type ProfileFieldName,
  type ProposalNeed,
  type ProposalStatus,
  proposalStatus,
} from "../../domain/profile.ts";
import { columnNames, type Newest, type SqlReader, TOP, type Value } from "../tx.ts";
import { IN_SCOPE, type OpenScope, type ScopeRef, scopeReader } from "./scopes.ts";

/** A proposed change of the profile, and what became of it. */
export interface ProposalRow {
  num: number;
  field: ProfileFieldName;
  /** The key of the value it is about. */
  item: string;
  old_value: string | null;
  /** `null` takes the old one away. */
  new_value: string | null;
  needs: ProposalNeed;
  /** The ids of the events that say so, as JSON. */
  sources: string;
  reason: string;
  proposed_by: string;
  status: ProposalStatus;
  created_at: number;
  expires_at: number | null;
  decided_at: number | null;
  decided_by: string | null;
  decided_how: DecidedHow | null;
  erased_at: number | null;
}

const COLUMNS =
  columnNames(`num, field, item, old_value, new_value, needs, sources, reason, proposed_by, status,
  created_at, expires_at, decided_at, decided_by, decided_how, erased_at`);
const SELECT = COLUMNS.join(", ");
/** The columns of `consent_proposal p`, for a statement that joins. */
export const PROPOSAL_SELECT = COLUMNS.map((column) => `p.${column}`).join(", ");

const date = (at: number | null): Date | null => (at === null ? null : new Date(at));

/** A row at a moment: one whose time is over has expired then, and by nobody's hand. */
export function toProposal(row: ProposalRow, at: number): Proposal {
  const status = proposalStatus({ status: row.status, expiresAt: row.expires_at }, at);
  const over = status !== row.status;
  return {
    id: String(row.num),
    field: row.field,
    oldValue: row.old_value,
    newValue: row.new_value,
    needs: row.needs,
    sources: proposalSources(row),
    reason: row.reason,
    proposedBy: row.proposed_by,
    status,
    createdAt: new Date(row.created_at),
    expiresAt: date(row.expires_at),
    decidedAt: date(over ? row.expires_at : row.decided_at),
    decidedBy: row.decided_by,
    decidedHow: over ? "expiry" : row.decided_how,
    erasedAt: date(row.erased_at),
  };
}

export function proposalSources(row: Pick<ProposalRow, "sources">): string[] {
  return JSON.parse(row.sources) as string[];
}

interface ProposalFilter {
  status?: ProposalStatus | undefined;
  field?: ProfileFieldName | undefined;
  /** The moment at which `status` is meant. */
  at: number;
}

/** Newest first, below the number `before`. */
export function listProposals(
  reader: SqlReader,
  { tenant, num: scope }: ScopeRef,
  filter: ProposalFilter,
  { before = TOP, limit }: Newest,
): Promise<ProposalRow[]> {
  const params: Value[] = [tenant, scope, before, limit];
  const conditions: string[] = [];
  if (filter.field !== undefined) {
    params.push(filter.field);
    conditions.push(`and field = $${params.length}`);
  }
  if (filter.status !== undefined) {
    params.push(filter.at, filter.status);
    conditions.push(
      `and case when status = 'pending' and expires_at <= $${params.length - 1} then 'expired' else status end
       = $${params.length}`,
    );
  }
  return reader.all(
    `select ${SELECT} from consent_proposal where ${IN_SCOPE} and num < $3
     ${conditions.join(" ")} order by num desc limit $4`,
    params,
  );
}

export function findProposal(scope: OpenScope, num: number): Promise<ProposalRow | undefined> {
  return scope.one(`select ${SELECT} from consent_proposal where ${IN_SCOPE} and num = $3`, [num]);
}

/** Every proposal about a field, or about any, newest first. */
export function proposalsAbout(scope: OpenScope, field?: ProfileFieldName): Promise<ProposalRow[]> {
  return scope.all(
    `select ${SELECT} from consent_proposal where ${IN_SCOPE}
     ${field === undefined ? "" : "and field = $3"} order by num desc`,
    field === undefined ? [] : [field],
  );
}

/** Gives the proposal the scope's next number. The scope is locked, so nobody else takes it. */
export async function insertProposal(scope: OpenScope, row: Omit<ProposalRow, "num">): Promise<ProposalRow> {
  const last = await scope.one<{ num: number | null }>(
    `select max(num) as num from consent_proposal where ${IN_SCOPE}`,
  );
  const numbered: ProposalRow = { ...row, num: (last?.num ?? 0) + 1 };
  await scope.insert("consent_proposal", COLUMNS, [numbered]);
  return numbered;
}

export async function updateProposal(
  scope: OpenScope,
  row: ProposalRow,
  patch: Partial<Omit<ProposalRow, "num">>,
): Promise<ProposalRow> {
  const columns = COLUMNS.filter((column) => column !== "num" && column in patch);
  const after: ProposalRow = { ...row, ...patch };
  await scope.run(
    `update consent_proposal set ${columns.map((column, i) => `${column} = $${i + 4}`).join(", ")}
     where ${IN_SCOPE} and num = $3`,
    [row.num, ...columns.map((column) => after[column])],
  );
  return after;
}

/** One value of the profile, as it stands. */
export interface ProfileFieldRow {
  field: ProfileFieldName;
  /** `""`, or the value's key where a field has many. */
  item: string;
  value: string;
  /** 1 when the user agreed to it. */
  confirmed: number;
  /** The id of the event it came from. */
  source: string | null;
  /** The decision it stands on. */
  proposal: number;
  updated_at: number;
}

const FIELD_COLUMNS = "field, item, value, confirmed, source, proposal, updated_at";

/** The whole profile, or one field of it, in the order in which values came. */
export function listProfile(
  reader: SqlReader,
  scopeRef: ScopeRef,
  field?: ProfileFieldName,
): Promise<ProfileFieldRow[]> {
  return scopeReader(reader, scopeRef).all(
    `select ${FIELD_COLUMNS} from profile_field where ${IN_SCOPE}
     ${field === undefined ? "" : "and field = $3"} order by field, updated_at, proposal`,
    field === undefined ? [] : [field],
  );
}

export async function putProfile(scope: OpenScope, row: ProfileFieldRow): Promise<void> {
  await scope.run(
    `insert into profile_field (tenant, scope, ${FIELD_COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (tenant, scope, field, item) do update set value = excluded.value, confirmed = excluded.confirmed,
       source = excluded.source, proposal = excluded.proposal, updated_at = excluded.updated_at`,
    [row.field, row.item, row.value, row.confirmed, row.source, row.proposal, row.updated_at],
  );
}

export async function deleteProfile(
  scope: OpenScope,
  { field, item }: Pick<ProfileFieldRow, "field" | "item">,
): Promise<void> {
  await scope.run(`delete from profile_field where ${IN_SCOPE} and field = $3 and item = $4`, [field, item]);
}
