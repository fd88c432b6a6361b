import { answers } from "./answers.ts";
import { calibrate } from "./calibrate.ts";
import { companion } from "./companion/run.ts";
import { dashboard } from "./dashboard.ts";
import { digest } from "./digest.ts";
import { duplicates } from "./duplicates/run.ts";
import { edges } from "./edges.ts";
import { embed } from "./embed.ts";
import { hygiene } from "./hygiene/run.ts";
import { jobs } from "./jobs.ts";
import { markdown } from "./markdown.ts";
import { match } from "./match.ts";
import { type BenchOptions, benchOptions, UsageError } from "./options.ts";
import { peers } from "./peers/run.ts";
import { changes } from "./people/changes.ts";
import { core } from "./people/core.ts";
import { fitWeights } from "./people/fit.ts";
import { people } from "./people/run.ts";
import { words } from "./people/words.ts";
import { proxy } from "./proxy.ts";
import { ratios } from "./ratios.ts";
import { recall } from "./recall.ts";
import { sizes } from "./sizes.ts";
import { start } from "./start.ts";
import { type BenchResult, type Figure, figureLines } from "./support.ts";

type Bench = (options: BenchOptions) => Promise<BenchResult>;

/** A benchmark that only gives figures, each against its bar. */
const figures = (bench: () => Promise<Figure[]>): Bench => {
  return async () => {
    const document = await bench();
    return { document, lines: figureLines(document) };
  };
};

const BENCHES: Readonly<Record<string, Bench>> = {
  ratios: (options) => ratios(options, args),
  sizes,
  jobs: figures(jobs),
  digest: figures(digest),
  edges: figures(edges),
  embed: figures(embed),
  calibrate: figures(calibrate),
  dashboard: figures(dashboard),
  markdown: figures(markdown),
  proxy: figures(proxy),
  start: figures(start),
  match,
  duplicates,
  recall,
  // These have their own options.
  answers: () => answers(args),
  hygiene: () => hygiene(args),
  companion: () => companion(args),
  people: () => people(args),
  peers: () => peers(args),
  fit: () => fitWeights(args),
  changes: () => changes(args),
  core: () => core(args),
  words: () => words(args),
};

const OWN_OPTIONS = new Set([
  "answers",
  "hygiene",
  "companion",
  "people",
  "peers",
  "fit",
  "changes",
  "core",
  "words",
]);

const given = process.argv.slice(2);
const isNamed = given[0] !== undefined && !given[0].startsWith("-");
const name = isNamed ? given[0]! : "ratios";
const args = isNamed ? given.slice(1) : given;
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
    return benchOptions(OWN_OPTIONS.has(name) ? [] : args);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
