import { calibrate } from "./calibrate.ts";
import { embed } from "./embed.ts";
import { hygiene } from "./hygiene/run.ts";
import { jobs } from "./jobs.ts";
import { type BenchOptions, benchOptions } from "./options.ts";
import { recall } from "./recall.ts";
import { speed } from "./speed.ts";
import { type BenchResult, type Figure, figureLines } from "./support.ts";
import { writes } from "./writes.ts";

type Bench = (options: BenchOptions) => Promise<BenchResult>;

/** A benchmark that only gives figures, each against its bar. */
const figures = (bench: () => Promise<Figure[]>): Bench => {
  return async () => {
    const document = await bench();
    return { document, lines: figureLines(document) };
  };
};

const BENCHES: Readonly<Record<string, Bench>> = {
  writes: figures(writes),
  jobs: figures(jobs),
  embed: figures(embed),
  calibrate: figures(calibrate),
  recall,
  speed,
  // Has options of its own.
  hygiene: () => hygiene(args),
};

const [name = "writes", ...args] = process.argv.slice(2);
const bench = BENCHES[name];
if (bench === undefined) {
  console.error(`There is no benchmark "${name}"; there are: ${Object.keys(BENCHES).join(", ")}.`);
  process.exit(2);
}
let options: BenchOptions;
try {
  options = benchOptions(name === "hygiene" ? [] : args);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(2);
}
const { document, lines } = await bench(options);
console.log(args.includes("--json") ? JSON.stringify(document, null, 2) : lines.join("\n"));
