import { calibrate } from "./calibrate.ts";
import { companion } from "./companion/run.ts";
import { dashboard } from "./dashboard.ts";
import { digest } from "./digest.ts";
import { edges } from "./edges.ts";
import { embed } from "./embed.ts";
import { extract } from "./extract.ts";
import { http } from "./http.ts";
import { hygiene } from "./hygiene/run.ts";
import { jobs } from "./jobs.ts";
import { markdown } from "./markdown.ts";
import { match } from "./match.ts";
import { type BenchOptions, benchOptions, UsageError } from "./options.ts";
import { recall } from "./recall.ts";
import { rules } from "./rules/run.ts";
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
  digest: figures(digest),
  edges: figures(edges),
  embed: figures(embed),
  http: figures(http),
  calibrate: figures(calibrate),
  dashboard: figures(dashboard),
  markdown: figures(markdown),
  match,
  extract,
  recall,
  rules,
  speed,
  // These have options of their own.
  hygiene: () => hygiene(args),
  companion: () => companion(args),
};

const [name = "writes", ...args] = process.argv.slice(2);
const bench = BENCHES[name];
if (bench === undefined) {
  console.error(`There is no benchmark "${name}"; there are: ${Object.keys(BENCHES).join(", ")}.`);
  process.exit(2);
}
try {
  const { document, lines } = await bench(optionsOf());
  console.log(args.includes("--json") ? JSON.stringify(document, null, 2) : lines.join("\n"));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

function optionsOf(): BenchOptions {
  try {
    return benchOptions(name === "hygiene" || name === "companion" ? [] : args);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
