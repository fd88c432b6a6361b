import { terms } from "../language/terms.ts";
import { nextTurn } from "../runtime/yield.ts";
import { INDEPENDENT } from "./tables/evidence.ts";
import type { SqlReader } from "./tx.ts";

export interface IntegrityProblem {
  readonly check: string;
  readonly detail: string;
}

/** Statements that find rows which contradict each other; each returns one column, `found`. */
const REFERENCES: Readonly<Record<string, string>> = {
  "a scope's seq is its last event's": `select s.tenant || '/' || s.kind || ':' || s.id as found from scope s where s.seq <>
     coalesce((select max(e.seq) from event e where e.tenant = s.tenant and e.scope = s.num), 0)`,
  "no event is missing below seq": `select s.tenant || '/' || s.kind || ':' || s.id as found from scope s where s.seq <>
     (select count(*) from event e where e.tenant = s.tenant and e.scope = s.num)`,
  "no memory or change lies above its scope's rev": `select c.memory as found from change_log c join scope s on s.tenant = c.tenant and s.num = c.scope where c.rev > s.rev
     union all
     select m.id as found from memory m join scope s on s.tenant = m.tenant and s.num = m.scope where m.rev > s.rev`,
  "a scope's rev is its last change's": `select s.tenant || '/' || s.kind || ':' || s.id as found from scope s where s.rev <>
     coalesce((select max(c.rev) from change_log c where c.tenant = s.tenant and c.scope = s.num), 0)`,
  "every memory has evidence": `select m.id as found from memory m where not exists
     (select 1 from evidence x where x.tenant = m.tenant and x.scope = m.scope and x.memory = m.id)`,
  "every memory has an interval": `select m.id as found from memory m where not exists
     (select 1 from validity v where v.tenant = m.tenant and v.scope = m.scope and v.memory = m.id)`,
  "a session is read no further than it goes": `select s.id as found from session s where s.extracted_seq > s.last_seq`,
  "a session is compressed no further than it goes": `select s.id as found from session s where s.compressed_seq > s.last_seq`,
  "a timeline entry is a memory": `select t.memory as found from timeline_span t where not exists
     (select 1 from memory m where m.tenant = t.tenant and m.scope = t.scope and m.id = t.memory)`,
  "no two timeline entries hold the same message": `select t.memory as found from timeline_span t join timeline_span o
     on o.tenant = t.tenant and o.scope = t.scope and o.session = t.session and o.from_seq <> t.from_seq
     and o.from_seq <= t.to_seq and t.from_seq <= o.to_seq`,
  "evidence links what exists": `select x.memory as found from evidence x where
     not exists (select 1 from memory m where m.tenant = x.tenant and m.scope = x.scope and m.id = x.memory)
     or not exists (select 1 from event e where e.tenant = x.tenant and e.scope = x.scope and e.seq = x.event)`,
  "a relation links two memories that exist, each pair once": `select r.from_id || ' ' || r.to_id as found from relation r where r.from_id >= r.to_id
     or not exists (select 1 from memory m where m.tenant = r.tenant and m.scope = r.scope and m.id = r.from_id)
     or not exists (select 1 from memory m where m.tenant = r.tenant and m.scope = r.scope and m.id = r.to_id)`,
  "a merged memory leads to one that stands for itself": `select m.id as found from memory m where m.merged_into is not null
     and not exists (select 1 from memory k where k.tenant = m.tenant and k.scope = m.scope and k.id = m.merged_into
       and k.merged_into is null)`,
};

const COUNTED = `select m.id as found from memory m where m.evidence_count <> (${INDEPENDENT})`;

/** Both are written or neither: audit may have been off for a while, so changes alone prove nothing. */
const AUDITED = `select o.memory as found from op_event o
   where o.node in ('hotpath', 'episodic') and o.op in ('create', 'update', 'merge', 'delete') and o.memory is not null
   group by o.tenant, o.scope, o.memory having count(*) >
     (select count(*) from history h where h.tenant = o.tenant and h.scope = o.scope and h.memory = o.memory)`;

type RunCheck = (check: string, sql: string) => Promise<void>;

function runOn(reader: SqlReader, problems: IntegrityProblem[]): RunCheck {
  return async (check, sql) => {
    const rows = await reader.all<{ found: string }>(`select found from (${sql}) x limit 20`);
    for (const row of rows) problems.push({ check, detail: String(row.found) });
  };
}

/** Only whether rows point at what is there, and places have no gaps. */
export async function checkReferences(reader: SqlReader): Promise<IntegrityProblem[]> {
  const problems: IntegrityProblem[] = [];
  const run = runOn(reader, problems);
  for (const [check, sql] of Object.entries(REFERENCES)) await run(check, sql);
  return problems;
}

/** Reads the whole database once. Nothing is repaired: a row that is wrong is a bug to be reported. */
export async function checkIntegrity(reader: SqlReader): Promise<IntegrityProblem[]> {
  const problems = await checkReferences(reader);
  const run = runOn(reader, problems);
  await run("evidence counts agree", COUNTED);
  await run("every audited change has its history", AUDITED);
  await checkTerms(reader, problems);
  if (reader.dialect.name === "sqlite") {
    for (const row of await reader.all<{ integrity_check: string }>("pragma integrity_check")) {
      if (row.integrity_check !== "ok")
        problems.push({ check: "SQLite's own check", detail: row.integrity_check });
    }
  }
  return problems;
}

/** The stored terms are those of the text, as far as the text gives them. */
async function checkTerms(reader: SqlReader, problems: IntegrityProblem[]): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await reader.all<{ num: number; id: string; text: string; terms: string }>(
      "select num, id, text, terms from memory where num > $1 order by num limit 500",
      [after],
    );
    for (const row of rows) {
      const expected = terms(row.text).join(" ");
      if (!row.terms.startsWith(expected))
        problems.push({ check: "terms are those of the text", detail: row.id });
      after = row.num;
    }
    if (rows.length < 500) return;
    await nextTurn();
  }
}
