import { benchCache } from "./cache.ts";
import { type Machine, machineLine, watchMachine } from "./machine.ts";
import { type BenchOptions, chosen, UsageError } from "./options.ts";
import { beamMessages } from "./recall/beam.ts";
import { databaseOf, openSet } from "./recall/database.ts";
import { firstPerson } from "./recall/first-person.ts";
import { type FloorCurve, floorCurve } from "./recall/floor.ts";
import { locomoObservations, locomoTurns } from "./recall/locomo.ts";
import { measure } from "./recall/measure.ts";
import { memdailyPools } from "./recall/memdaily.ts";
import { type Refit, refit } from "./recall/refit.ts";
import { reportOf, type SetReport } from "./recall/report.ts";
import { type DataSet, SET_NAMES, type SetName } from "./recall/set.ts";
import { floorLines, setLines } from "./recall/table.ts";
import type { BenchResult } from "./support.ts";

interface RecallReport {
  readonly machine: Machine;
  readonly sets: readonly SetReport[];
  readonly floors: readonly FloorCurve[];
  readonly refits: readonly Refit[];
  /** Sets that are not in the folder. */
  readonly skipped: readonly string[];
}

const LOADERS: Readonly<Record<SetName, (data: string, errata: boolean) => DataSet | null>> = {
  locomo: locomoTurns,
  beam: beamMessages,
  memdaily: memdailyPools,
  observations: locomoObservations,
};

/** How well `recall()` finds the right lines in public conversations: see docs/bench.md. */
export async function recall(options: BenchOptions): Promise<BenchResult<RecallReport>> {
  const { data } = options;
  if (data === undefined)
    throw new UsageError("Say where the data is: --data FOLDER (docs/bench.md lists the sets).");
  const machine = watchMachine();
  const cache = benchCache(options.cache);
  const [sets, floors, refits] = [[] as SetReport[], [] as FloorCurve[], [] as Refit[]];
  const skipped: string[] = [];
  const names = options.firstPerson ? (["locomo"] as const) : chosen(options.only, SET_NAMES);
  for (const name of names) {
    const whole = LOADERS[name](data, options.errata);
    if (whole === null) {
      skipped.push(name);
      continue;
    }
    const set = { ...whole, conversations: narrowed(whole, options) };
    const asking = await openSet(set, databaseOf(whole, cache, options), options);
    if (options.floor) floors.push(await floorCurve(set, asking));
    else if (options.fit) refits.push(await refit(set, asking));
    else if (options.firstPerson) {
      const { third, first } = firstPerson(set);
      for (const one of [third, first]) sets.push(reportOf(one, await measure(one, asking)));
    } else sets.push(reportOf(set, await measure(set, asking)));
    await asking.memoir.close();
  }
  const report = { machine: machine(), sets, floors, refits, skipped };
  return {
    document: report,
    lines: [
      machineLine(report.machine),
      ...sets.flatMap(setLines),
      ...floors.flatMap(floorLines),
      ...refits.map(
        ({ title, questions, shipped, crossed, weights }) =>
          `${title}: ${questions} questions, R@10 ${shipped.toFixed(1)} as shipped, ${crossed.toFixed(1)} with weights fitted on the other half\n  weights fitted on all: ${JSON.stringify(weights)}`,
      ),
      ...skipped.map((name) => `\n${name}: not in ${data}; skipped. docs/bench.md says where it comes from.`),
    ],
  };
}

function narrowed({ conversations }: DataSet, { half, limit }: BenchOptions): DataSet["conversations"] {
  return conversations
    .filter(({ number }) => half === null || (number % 2 === 0) === (half === "even"))
    .slice(0, limit ?? conversations.length);
}
