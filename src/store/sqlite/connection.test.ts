import { describe, expect, it, vi } from "vitest";
import { migrations } from "../migrations.ts";
import { Connection } from "./connection.ts";

const OF_MEMORY = "tenant = $1 and scope = $2 and memory = $3";

/** Statements whose cost must not grow with what a scope has been through, and the index each of them takes. */
const PLANS = [
  [`update history set hash = 'erased' where ${OF_MEMORY}`, "history_by_memory"],
  [`select distinct evidence from history where ${OF_MEMORY} and evidence is not null`, "history_by_memory"],
  [`select seq from decision where ${OF_MEMORY} and outcome in ('forget')`, "decision_by_memory"],
  [
    "update decision set reason = '' where tenant = $1 and scope = $2 and memory in ($3, $4)",
    "decision_by_memory",
  ],
  [
    `update decision set reason = '' where tenant = $1 and scope = $2
       and memory in (select id from memory where tenant = $1 and scope = $2 and superseded_by = $3)`,
    "decision_by_memory",
    "memory_superseded",
  ],
  [
    `select seq, num, reason from decision where tenant = $1 and scope = $2 and reason like '%"%'`,
    "decision_quoting",
  ],
  [
    `select m.id from memory m join scope s on s.tenant = m.tenant and s.num = m.scope
       where m.tenant = $1 and m.purge_at <= $2 and m.status = 'soft_deleted' and s.writes = 1
         and (m.purge_at, m.id) > ($3, $4) order by m.purge_at, m.id limit 20`,
    "memory_due_to_purge",
  ],
  [
    `select seq from event where tenant = $1 and scope = $2 and at >= $3 and at < $4
       and type = 'message' and role = 'user' and erased_at is null and hidden_at is null order by at`,
    "event_by_time",
  ],
  [
    "select tenant from memory where purge_at <= $1 and status = 'soft_deleted' order by purge_at",
    "memory_to_purge",
  ],
] as const;

describe("SQLite's plans", () => {
  const open = (): Connection => {
    const connection = new Connection(":memory:", { readOnly: false });
    for (const { sql } of migrations("sqlite")) connection.db.exec(sql);
    return connection;
  };

  it.each(PLANS)("%s", (sql, ...indexes) => {
    const connection = open();
    const plan = connection.all<{ detail: string }>(`explain query plan ${sql}`).map(({ detail }) => detail);
    connection.close();
    for (const index of indexes) expect(plan.join("\n")).toContain(`INDEX ${index} `);
    expect(plan.join("\n")).not.toMatch(/SCAN|TEMP B-TREE FOR ORDER/);
  });

  it("know all indexes of a table or none: one without figures would be taken for the best", () => {
    const connection = open();
    const missing = connection.all(
      `select l.name as "table", i.name as "index" from pragma_table_list l join pragma_index_list(l.name) i
       where l.name in (select tbl from sqlite_stat1)
         and not exists (select 1 from sqlite_stat1 s where s.tbl = l.name
           and s.idx = case when i.origin = 'pk' and l.wr = 1 then l.name else i.name end)`,
    );
    connection.close();
    expect(missing).toEqual([]);
  });
});

it("prepared texts are kept up to a bound: filters make as many as callers think of", () => {
  const connection = new Connection(":memory:", { readOnly: false });
  const prepare = vi.spyOn(connection.db, "prepare");
  const prepared = (text: string): number => prepare.mock.calls.filter(([sql]) => sql === text).length;
  const first = "select 1 as one";
  for (let i = 0; i < 2; i += 1) expect(connection.one(first)).toEqual({ one: 1 });
  expect(prepared(first)).toBe(1);
  for (let i = 0; i < 2_000; i += 1) connection.one(`select ${i} as n`);
  expect(connection.one(first)).toEqual({ one: 1 });
  expect(prepared(first)).toBe(2);
  connection.close();
});
