import { fork } from "node:child_process";
import { type Machine, machineLine, watchMachine } from "./machine.ts";
import { type BenchOptions, chosen, fewerRows } from "./options.ts";
import type { Measured } from "./ratios/context.ts";
import { PART_NAMES, type PartName } from "./ratios/parts.ts";
import { type Row, rowLines, rowTable } from "./ratios/row.ts";
import { saveResults } from "./results.ts";
import type { BenchResult } from "./support.ts";

interface Ratios {
  readonly machine: Machine;
  readonly parts: readonly { readonly part: PartName; readonly rows: readonly Row[] }[];
  readonly skipped: readonly string[];
}

/** Every ratio that Memoir is held to, in one run: see docs/bench.md. All of them together are kept in RESULTS.md. */
export async function ratios(options: BenchOptions, args: readonly string[]): Promise<BenchResult<Ratios>> {
  const machine = watchMachine();
  const names = chosen(options.only, PART_NAMES);
  const parts: { part: PartName; rows: readonly Row[] }[] = [];
  const skipped: string[] = [];
  for (const [i, part] of names.entries()) {
    process.stderr.write(`ratios: ${part}, ${i + 1} of ${names.length}\n`);
    try {
      const measured = await measure(part, args);
      parts.push({ part, rows: measured.rows });
      skipped.push(...measured.skipped);
    } catch (error) {
      skipped.push(`${part} failed: ${error instanceof Error ? error.message : error}`);
    }
  }
  const report: Ratios = { machine: machine(), parts, skipped };
  const rows = parts.flatMap((part) => part.rows);
  if (names.length === PART_NAMES.length) {
    saveResults("ratios", [
      `\`npm run bench${fewerRows(options)}\`; ${machineLine(report.machine)}, ${new Date().toISOString().slice(0, 10)}.`,
      "",
      ...rowTable(rows),
      ...skipped.flatMap((line) => ["", `Not measured: ${line}`]),
    ]);
  }
  return {
    document: report,
    lines: [machineLine(report.machine), "", ...rowLines(rows), ...skipped.map((line) => `skip  ${line}`)],
  };
}

function measure(part: PartName, args: readonly string[]): Promise<Measured> {
  const child = fork(new URL("./ratios/measure.ts", import.meta.url), [part, ...args], {
    execArgv: ["--expose-gc", "--disable-warning=ExperimentalWarning"],
  });
  return new Promise((resolve, reject) => {
    let measured: Measured | undefined;
    child.once("message", (message) => {
      measured = message as Measured;
    });
    child.once("error", reject);
    child.once("exit", (code) => {
      if (measured !== undefined) resolve(measured);
      else reject(new Error(`it ended with ${code}`));
    });
  });
}
