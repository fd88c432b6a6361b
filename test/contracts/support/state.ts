import { MEMORY_COLUMNS } from "../../../src/store/tables/memories.ts";
import type { RawRow, SharedDatabase } from "../../support/databases.ts";

/** All that a tenant's scopes hold, table by table, with names in place of values that differ in every run. */
export type State = Readonly<Record<string, readonly RawRow[]>>;

/** Columns of times and order; two runs may differ in them and still agree. */
const WHEN =
  /^(?:(?:created|updated|confirmed|strength|recorded|purge|archive|remove|due)_at|at|last_activated|strength|rev.*)$/;

const TABLES: Readonly<Record<string, { readonly columns: string; readonly order: string }>> = {
  event: { columns: "t.seq, t.id, t.text, t.erased_at, t.hidden_at", order: "t.seq" },
  memory: {
    columns: MEMORY_COLUMNS.map((column) => `t.${column}`).join(", "),
    order: "t.key",
  },
  evidence: {
    columns: "t.memory, t.event, t.method, t.trust, t.span_start, t.span_end, t.model, t.created_at",
    order: "t.event, m.key",
  },
  validity: {
    columns: "t.memory, t.valid_from, t.valid_to, t.rev_from, t.rev_to",
    order: "m.key, t.rev_from",
  },
  history: {
    columns: "t.memory, t.event, t.before, t.after, t.evidence, t.actor, t.reason, t.rev, t.at",
    order: "t.rev",
  },
  decision: {
    columns: "t.seq, t.stage, t.outcome, t.reason, t.memory, t.hash, t.policy, t.at",
    order: "t.seq, t.num",
  },
  day_summary: { columns: "t.zone, t.day, t.summaries, t.method, t.model", order: "t.zone, t.day" },
  tombstone: { columns: "t.hash, t.created_at", order: "t.created_at, t.hash" },
};

/** The state of the test's tenant: the same twice when nothing has happened in between. */
export async function stateOf(
  db: Pick<SharedDatabase, "query">,
  tenant: string,
  { when = true }: { /** Also times and revisions. Default: true. */ when?: boolean } = {},
): Promise<State> {
  const memories = await db.query<{ id: string; key: string }>(
    "select id, key from memory where tenant = $1 order by key",
    [tenant],
  );
  const state: Record<string, RawRow[]> = {
    scope: await db.query(
      "select kind, id, seq, rev, extracted_seq from scope where tenant = $1 order by kind, id",
      [tenant],
    ),
  };
  for (const [table, { columns, order }] of Object.entries(TABLES)) {
    const named = columns.includes("t.memory")
      ? "left join memory m on m.tenant = t.tenant and m.scope = t.scope and m.id = t.memory"
      : "";
    state[table] = await db.query(
      `select s.id as place, ${columns} from ${table} t join scope s on s.tenant = t.tenant and s.num = t.scope ${named}
       where t.tenant = $1 order by s.kind, s.id, ${order}`,
      [tenant],
    );
  }
  // Ids and a scope's salt are drawn; what they stand for is the same.
  const hashes = new Map<unknown, string>();
  let text = JSON.stringify(state, (key, value: unknown) => {
    if (!when && WHEN.test(key)) return undefined;
    if (key !== "hash" || value === null) return value;
    if (value === "") return value;
    if (!hashes.has(value)) hashes.set(value, `<hash ${hashes.size}>`);
    return hashes.get(value);
  });
  for (const { id, key } of memories) text = text.replaceAll(id, `<${key}>`);
  return JSON.parse(text) as State;
}
