import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { openMemoir } from "../../src/index.ts";
import { startChild } from "../support/child.ts";
import { createDatabase } from "../support/postgres.ts";
import { oneOf, random, seed } from "../support/prove.ts";

const CHILD = new URL("./forget-child.ts", import.meta.url);

/** Runs the child, and kills it after so many of its lines; says how many it printed. */
async function run(database: string, what: string, killAfter: number): Promise<boolean> {
  let lines = 0;
  let done = false;
  const child = startChild(CHILD, [database, what], (line) => {
    lines += 1;
    done ||= line === "done";
    if (lines === killAfter) child.process.kill("SIGKILL");
  });
  await child.ended;
  return done;
}

describe.each(oneOf(["sqlite", "postgres"] as const))(
  "SIGKILL while a person is forgotten on %s",
  (engine) => {
    it(`the same call finishes it: nothing is left, and the receipt counts everything once (seed ${seed})`, async () => {
      const folder = mkdtempSync(join(tmpdir(), "memoir-forget-"));
      const database =
        engine === "sqlite" ? join(folder, "memoir.db") : await createDatabase(inject("postgresUrl"));
      const next = random(seed);
      try {
        expect(await run(database, "fill", Number.POSITIVE_INFINITY)).toBe(true);
        let kills = 0;
        while (kills < 4 && !(await run(database, "forget", 4 + Math.floor(next() * 12)))) kills += 1;
        expect(kills).toBeGreaterThan(0);
        const memoir = await openMemoir({ database, embedder: "none", background: false });
        const { people } = memoir.operator();
        const [interrupted] = (await people.receipts()).items;
        const receipt = await people.forget({ scope: "user:nina" }, { hard: true });
        // Whatever the last process left undone is done under the same receipt.
        if (interrupted?.status === "running") expect(receipt.id).toBe(interrupted.id);
        const { items } = await people.receipts();
        const sum = (kind: "messages" | "memories"): number =>
          items.reduce((all, { counts }) => all + (counts[kind] ?? 0), 0);
        expect([sum("messages"), sum("memories")]).toEqual([1_200, 200]);
        expect(items.every(({ status }) => status === "done")).toBe(true);
        let left = "";
        for await (const line of memoir.operator().export()) left += line.toLowerCase();
        expect(left).not.toMatch(/quagga|斑驴/);
        expect(await memoir.check()).toEqual([]);
        await memoir.close();
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }, 120_000);
  },
);
