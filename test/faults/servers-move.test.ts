import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { type MemoirEngine, openMemoir } from "../../src/index.ts";
import { factAt } from "../fixtures/duplicates/facts.ts";
import { createDatabase, dropDatabase } from "../support/postgres.ts";
import { useProgram } from "../support/program.ts";
import { filledDatabase, type Size, scopeName, tenantName } from "./servers-fill.ts";

const program = useProgram();
const SIZE: Size = { tenants: 3, scopesPerTenant: 2, memoriesPerScope: 20, partitions: 4 };
const open = (database: string, partitions: number): Promise<MemoirEngine> =>
  openMemoir({ database, embedder: "none", background: false, partitions });

/** What a tenant holds, and what its scopes answer. */
async function picture(memoir: MemoirEngine, tenant: string): Promise<unknown> {
  const { totals } = await memoir.operator(tenant).stats();
  const answers: string[][] = [];
  for (let i = 0; i < SIZE.scopesPerTenant * SIZE.memoriesPerScope; i++) {
    const scope = memoir.scope(scopeName(Math.floor(i / SIZE.memoriesPerScope)), { tenant });
    const { hits, degraded } = await scope.recall(factAt(i).restated);
    expect(degraded).toBeNull();
    answers.push(hits.map(({ id, text }) => `${id} ${text}`));
  }
  return { totals, answers };
}

it("a tenant moves to another database with the command line: same counts, same answers, nothing of others", async () => {
  const source = await filledDatabase(inject("postgresUrl"), SIZE);
  const target = await createDatabase(inject("postgresUrl"));
  try {
    const [moved, other] = [tenantName(1), tenantName(2)];
    const [from, to] = [await open(source, SIZE.partitions), await open(target, 0)];
    try {
      await from.operator(moved).readOnly(true);
      const before = await picture(from, moved);
      const at = (database: string): string[] => ["--tenant", moved, "--database", database];
      const file = join(program.cwd, "moved.jsonl");
      const { counts } = await program.json<{ counts: Record<string, number> }>([
        ...["export", "--all", "--out", file],
        ...at(source),
      ]);
      expect(counts).toMatchObject({ scope: 2, memory: 40 });
      await program.json(["import", file, ...at(target)]);
      expect(await picture(to, moved)).toEqual(before);
      expect((await to.operator(other).stats()).totals.memories).toBe(0);
      expect(await to.check()).toEqual([]);

      await from.operator(moved).readOnly(false);
      for (let i = 0; i < SIZE.scopesPerTenant; i++) await from.operator(moved).dropScope(scopeName(i));
      expect((await from.operator(moved).stats()).totals.memories).toBe(0);
      expect((await from.operator(other).stats()).totals.memories).toBe(40);
      expect(await from.check()).toEqual([]);
    } finally {
      await from.close();
      await to.close();
    }
  } finally {
    await dropDatabase(source);
    await dropDatabase(target);
  }
});
