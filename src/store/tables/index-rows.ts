import { SCOPE_TABLES } from "../portable/tables.ts";
import type { Row } from "../tx.ts";
import { type Belongings, rowsOf, type Whose } from "./belongings.ts";
import { type ProposalRow, updateProposal } from "./profile.ts";
import { IN_SCOPE, type OpenScope } from "./scopes.ts";

/** Columns of a row, as an export has them; this database's own numbers are given again. */
function columnsOf(table: string): readonly string[] {
  return Object.keys(SCOPE_TABLES.find((one) => one.table === table)!.columns);
}

/** The columns by which a row of a table is known; those of an export come in this order. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  profile_field: ["field", "item"],
  feedback: ["num"],
  reply_context: ["num"],
  checkpoint_write: ["thread", "ns", "step", "task", "idx"],
  checkpoint_value: ["thread", "ns", "slot"],
  checkpoint_step: ["thread", "ns", "id"],
  checkpoint_thread: ["thread"],
  document: ["namespace", "key"],
  author_name: ["account", "name"],
};

/** Takes up to `limit` of somebody's rows out of a table; with `batch` they are put aside. Returns how many. */
export async function takeRows(
  scope: OpenScope,
  of: Belongings,
  whose: Whose,
  { batch, limit }: { readonly batch: string | null; readonly limit: number },
): Promise<number> {
  const { table } = of;
  const which = rowsOf(scope.tx, of, whose);
  if (which === null) return 0;
  const columns = columnsOf(table);
  const rows = await scope.all<Row>(
    `select ${columns.join(", ")} from ${table} where ${IN_SCOPE} and ${which.sql} limit ${limit}`,
    which.params,
  );
  if (batch !== null) await shelve(scope, batch, table, rows);
  const keys = KEYS[table]!;
  const same = keys.map((key, i) => `${key} = $${i + 3}`).join(" and ");
  for (const row of rows) {
    await scope.run(
      `delete from ${table} where ${IN_SCOPE} and ${same}`,
      keys.map((key) => row[key]!),
    );
  }
  // They are made again when documents are searched.
  if (table === "document") await scope.run(`delete from vector where ${IN_SCOPE} and kind = 'd'`);
  return rows.length;
}

/** Puts rows aside, so that `unshelve` finds them. */
export async function shelve(
  scope: OpenScope,
  batch: string,
  kind: string,
  rows: readonly object[],
): Promise<void> {
  const last = await scope.one<{ num: number | null }>(
    `select max(num) as num from shelved_row where ${IN_SCOPE} and batch = $3`,
    [batch],
  );
  const from = (last?.num ?? 0) + 1;
  const shelved = rows.map((row, i) => ({ batch, num: from + i, kind, data: JSON.stringify(row) }));
  await scope.insert("shelved_row", SHELVED, shelved);
}

const SHELVED = ["batch", "num", "kind", "data"] as const;
export const PROPOSAL = "consent_proposal";

/** Puts the rows of a batch back, where nothing newer has taken their place. Returns how many there were. */
export async function unshelve(scope: OpenScope, batch: string): Promise<number> {
  const rows = await scope.all<{ kind: string; data: string }>(
    `select kind, data from shelved_row where ${IN_SCOPE} and batch = $3 order by num`,
    [batch],
  );
  for (const { kind, data } of rows) {
    const row = JSON.parse(data) as Row;
    if (kind === PROPOSAL) await putProposalBack(scope, row as unknown as ProposalRow);
    else await putBack(scope, kind, row);
  }
  await dropShelf(scope, batch);
  return rows.length;
}

/** Deletes what a batch put aside; `null`: what any did. */
export async function dropShelf(scope: OpenScope, batch: string | null): Promise<void> {
  if (batch === null) await scope.run(`delete from shelved_row where ${IN_SCOPE}`);
  else await scope.run(`delete from shelved_row where ${IN_SCOPE} and batch = $3`, [batch]);
}

/** Tables whose rows are numbered in their scope: a number that was given again meanwhile is replaced by the next one. */
const NUMBERED: ReadonlySet<string> = new Set(["feedback", "reply_context"]);

async function putBack(scope: OpenScope, table: string, row: Row): Promise<void> {
  const columns = columnsOf(table);
  const insert = (values: Row): Promise<number> =>
    scope.run(
      `insert into ${table} (tenant, scope, ${columns.join(", ")})
       values ($1, $2, ${columns.map((_, i) => `$${i + 3}`).join(", ")}) on conflict do nothing`,
      columns.map((column) => values[column] ?? null),
    );
  if ((await insert(row)) > 0 || !NUMBERED.has(table)) return;
  const last = await scope.one<{ num: number | null }>(
    `select max(num) as num from ${table} where ${IN_SCOPE}`,
  );
  await insert({ ...row, num: (last?.num ?? 0) + 1 });
}

/** A proposal stays in its place without words while it is forgotten. */
async function putProposalBack(scope: OpenScope, row: ProposalRow): Promise<void> {
  await updateProposal(scope, row, row);
}
