import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import type { MemoirEngine } from "../src/index.ts";
import { factAt } from "../test/fixtures/duplicates/facts.ts";
import { benchCache } from "./cache.ts";
import { type Machine, machineLine, watchMachine } from "./machine.ts";
import { markdownTable } from "./markdown-table.ts";
import { type BenchOptions, fewerRows } from "./options.ts";
import type { PartContext } from "./ratios/context.ts";
import { makeCorpus } from "./ratios/corpus.ts";
import { ask, cached, copyDatabase, fill, inFolder, message, openWith } from "./ratios/database.ts";
import { interleave, type Timing, timed } from "./ratios/interleave.ts";
import { copyOf, largeDatabase, questionOf } from "./ratios/million.ts";
import { saveResults } from "./results.ts";
import { costPicture, count, duration, type Line } from "./sizes/picture.ts";
import type { BenchResult } from "./support.ts";

const SIZES = [100, 1_000, 10_000, 50_000] as const;
/** Facts that no scope here holds. */
const NEW_FACTS = 50_000;
const ROUNDS = 100;
const DAY_MS = 24 * 60 * 60_000;
const PICTURE = fileURLToPath(new URL("../docs/images/cost.svg", import.meta.url));

const OPERATIONS = ["remember", "recall", "observe", "a day's upkeep"] as const;
type Costs = Readonly<Record<(typeof OPERATIONS)[number], Timing>>;

interface Sizes {
  readonly machine: Machine;
  readonly sizes: readonly { readonly size: number; readonly costs: Costs }[];
  readonly large: { readonly memories: number; readonly costs: Costs };
}

/**
 * The cost of each operation in scopes of several sizes, and in a small scope of a very large database; draws
 * docs/images/cost.svg.
 */
export async function sizes(options: BenchOptions): Promise<BenchResult<Sizes>> {
  const machine = watchMachine();
  const context: PartContext = {
    cache: benchCache(options.cache),
    rebuild: options.rebuild,
    rows: options.rows,
    progress: (what) => {
      process.stderr.write(`sizes: ${what}\n`);
    },
  };
  const measured: { size: number; costs: Costs }[] = [];
  for (const size of SIZES) {
    const corpus = makeCorpus(size);
    const file = await cached(context.cache, `size-${size}`, [size], context.rebuild, (partial) =>
      fill(partial, [{ scope: "user:size", as: "memories", corpus }]),
    );
    context.progress(`a scope of ${size}`);
    const question = (turn: number): string => corpus.questions[turn % corpus.questions.length]!;
    const costs = await inFolder((folder) => {
      const copy = join(folder, "memoir.db");
      copyDatabase(file, copy);
      return costsIn(copy, () => "user:size", question);
    });
    measured.push({ size, costs });
  }
  const { large: file, memories } = await largeDatabase(context);
  context.progress(`a database of ${memories}`);
  const large = await costsIn(
    file,
    (turn) => copyOf(0, 1 + (turn % 50), context.rows),
    (turn) => questionOf(0, turn),
  );
  const report: Sizes = { machine: machine(), sizes: measured, large: { memories, costs: large } };
  mkdirSync(dirname(PICTURE), { recursive: true });
  writeFileSync(PICTURE, costPicture(linesOf(report), memories));
  const table = tableOf(report);
  saveResults("sizes", [
    `\`npm run bench sizes${fewerRows(options)}\`; ${machineLine(report.machine)}, ${new Date().toISOString().slice(0, 10)}.`,
    "",
    ...table,
  ]);
  return { document: report, lines: [machineLine(report.machine), "", ...table] };
}

/** The median of each operation, in turns, and then one day of upkeep. `scopeOf` names the scope of a turn. */
async function costsIn(
  file: string,
  scopeOf: (turn: number) => string,
  question: (turn: number) => string,
): Promise<Costs> {
  let at = Date.now();
  lookedThrough(file);
  await using memoir = await openWith(file, { now: () => new Date(at) });
  let next = NEW_FACTS;
  const id = (turn: number): number => at + turn;
  const times = await interleave(ROUNDS, {
    remember: { run: (turn) => memoir.scope(scopeOf(turn)).remember(factAt(next++).text) },
    recall: { run: (turn) => ask(memoir.scope(scopeOf(turn)), "memories", question(turn)) },
    observe: {
      run: (turn) => memoir.scope(scopeOf(turn)).observe([message(factAt(turn).text, id(turn))]),
    },
  });
  await memoir.work();
  at += DAY_MS;
  return { ...times, "a day's upkeep": await timed(() => upkeep(memoir)) };
}

/** The day before, the jobs that compare memories have looked at all there were: a day's upkeep is about what came since. */
function lookedThrough(file: string): void {
  const database = new DatabaseSync(file);
  database.exec(
    `insert or ignore into upkeep_mark (tenant, scope, name, rev)
     select tenant, num, value, rev from scope, json_each('["compact", "consolidate", "link"]')`,
  );
  database.close();
}

/** All jobs that the schedule runs in a day, each until it has nothing left to do. */
async function upkeep(memoir: MemoirEngine): Promise<void> {
  const { upkeep: jobs } = memoir.operator();
  for (const { name, schedule } of await jobs.status()) {
    if (schedule === null) continue;
    while ((await jobs.run(name)).more);
  }
}

function linesOf({ sizes: all, large }: Sizes): Line[] {
  return OPERATIONS.map((name) => ({
    name,
    points: all.map(({ size, costs }) => ({ size, micros: costs[name].cpu })),
    large: large.costs[name].cpu,
  }));
}

function tableOf({ sizes: all, large }: Sizes): string[] {
  const columns = [
    ...all.map(({ size, costs }) => ({ title: count(size), costs })),
    { title: `100 of ${count(large.memories)}`, costs: large.costs },
  ];
  return markdownTable(
    ["CPU (wall)", ...columns.map(({ title }) => title)],
    OPERATIONS.map((name) => [
      name,
      ...columns.map(({ costs }) => `${duration(costs[name].cpu)} (${duration(costs[name].wall)})`),
    ]),
  );
}
