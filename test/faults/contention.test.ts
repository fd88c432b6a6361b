import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openMemoir } from "../../src/index.ts";
import { startChild } from "../support/child.ts";
import { figure, proving } from "../support/prove.ts";

const PROCESSES = 4;
const WRITERS = 8;
const MS = proving ? 20_000 : 3_000;
const CHILD = new URL("./contention-child.ts", import.meta.url);

interface Report {
  written: number;
  longestWait: number;
  longestTurn: number;
  reads: number;
}

it(`${PROCESSES} processes × ${WRITERS} writers share one SQLite file for ${MS / 1000} s, with readers`, async () => {
  const folder = mkdtempSync(join(tmpdir(), "memoir-contention-"));
  const database = join(folder, "memoir.db");
  try {
    const reports: Report[] = [];
    const children = Array.from({ length: PROCESSES }, (_, p) =>
      startChild(CHILD, [database, `p${p}`, String(MS)], (line) => {
        if (line.startsWith("{")) reports.push(JSON.parse(line) as Report);
      }),
    );
    for (const child of children) expect(await child.ended, child.errors()).toBe(0);

    const total = reports.reduce((sum, report) => sum + report.written, 0);
    const least = Math.min(...reports.map((report) => report.written / total));
    const longestWait = Math.max(...reports.map((report) => report.longestWait));
    const longestTurn = Math.max(...reports.map((report) => report.longestTurn));
    figure(
      `${PROCESSES} processes × ${WRITERS} writers, ${MS / 1000} s`,
      `${total} whole writes, least share ${(least * 100).toFixed(1)} %, longest wait ${longestWait.toFixed(0)} ms, longest turn of a main thread ${longestTurn.toFixed(1)} ms of CPU`,
    );

    const memoir = await openMemoir({ database, embedder: "none", background: false });
    const { totals } = await memoir.operator().stats();
    // Nothing lost, nothing doubled: each claim is one memory; the warm-up is three more in each process.
    expect(totals.memories).toBe(total + 3 * PROCESSES);
    expect(totals.events).toBe(total + 3 * PROCESSES);
    expect(await memoir.check()).toEqual([]);
    await memoir.close();

    expect(reports.every((report) => report.reads > 0)).toBe(true);
    expect(least).toBeGreaterThanOrEqual(0.1);
    // How long a process waits for the others says something only where it need not wait for the machine.
    if (proving) expect(longestWait).toBeLessThan(5_000);
    expect(longestTurn).toBeLessThan(50);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
