import { benchCache } from "./cache.ts";
import { type Machine, machineLine, watchMachine } from "./machine.ts";
import { type BenchOptions, chosen } from "./options.ts";
import { cachedRows } from "./speed/cached.ts";
import type { SpeedContext } from "./speed/context.ts";
import { isolationRows } from "./speed/isolation.ts";
import { peerRows } from "./speed/peers.ts";
import { postgresRows } from "./speed/postgres.ts";
import { quantisedRows } from "./speed/quantised.ts";
import { type Row, rowLines } from "./speed/row.ts";
import type { BenchResult } from "./support.ts";

interface SpeedReport {
  readonly machine: Machine;
  readonly rows: readonly Row[];
  readonly skipped: readonly string[];
}

type Part = (context: SpeedContext) => Promise<Row[] | { rows: Row[]; skipped: string[] }>;

const PARTS = {
  cached: cachedRows,
  quantised: quantisedRows,
  isolation: isolationRows,
  peers: peerRows,
  postgres: postgresRows,
} satisfies Readonly<Record<string, Part>>;

const PART_NAMES = Object.keys(PARTS) as (keyof typeof PARTS)[];

/** How near recall is to the least it could cost, in ratios within one run: see docs/bench.md. */
export async function speed(options: BenchOptions): Promise<BenchResult<SpeedReport>> {
  const machine = watchMachine();
  const context: SpeedContext = {
    cache: benchCache(options.cache),
    rebuild: options.rebuild,
    rows: options.rows,
    progress: (what) => {
      process.stderr.write(`speed: ${what}\n`);
    },
  };
  const rows: Row[] = [];
  const skipped: string[] = [];
  for (const name of chosen(options.only, PART_NAMES)) {
    const part: Part = PARTS[name];
    try {
      const result = await part(context);
      rows.push(...(Array.isArray(result) ? result : result.rows));
      if (!Array.isArray(result)) skipped.push(...result.skipped);
    } catch (error) {
      skipped.push(`${name} failed: ${error instanceof Error ? error.message : error}`);
    }
  }
  const report = { machine: machine(), rows, skipped };
  return {
    document: report,
    lines: [machineLine(report.machine), "", ...rowLines(rows), ...skipped.map((line) => `skip  ${line}`)],
  };
}
