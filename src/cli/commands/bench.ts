import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Option } from "commander";
import { invalidArgument } from "../../domain/errors.ts";
import { type Host, type MemoirCommand, newCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT, type ExitCode, notFound } from "../failure.ts";
import { packageFolder } from "../io.ts";

const NAMES = [
  "ratios",
  "sizes",
  "answers",
  "jobs",
  "proxy",
  "embed",
  "calibrate",
  "match",
  "recall",
  "hygiene",
] as const;

/** Options that are passed on unchanged; `bench/options.ts` checks them. */
const OPTIONS = [
  new Option("--data <folder>", "the public data sets, for calibrate and recall (docs/bench.md)"),
  new Option("--only <names>", "some of it: writes, recall, peers, …; locomo, beam, memdaily, observations"),
  new Option("--limit <count>", "recall: so many conversations of each set, for a quick look"),
  new Option(
    "--half <half>",
    "recall: even or odd conversations; hygiene: situations to develop on, or held back",
  ).choices(["even", "odd", "dev", "held", "both"]),
  new Option("--mode <mode>", "hygiene: questions, or the memories of a scripted model").choices([
    "asked",
    "model",
    "all",
  ]),
  new Option("--floor", "recall: answers kept against foreign questions that inject nothing"),
  new Option("--errata", "recall: LoCoMo with its known label errors put right"),
  new Option("--words", "recall: words alone, nothing embedded"),
  new Option("--rows <count>", "ratios, sizes: memories of the large database (default: 1000000)"),
  new Option("--out <file>", "answers: keep them in a file"),
  new Option("--against <file>", "answers: compare them with those that another version kept"),
  new Option("--cache <folder>", "where databases are kept between two runs (default: MemoirEngine's cache)"),
  new Option("--rebuild", "rebuild the databases"),
] as const;

type BenchFlags = Readonly<Record<string, string | boolean | undefined>>;

export function benchCommand(host: Host): MemoirCommand {
  const command = newCommand(
    host,
    "bench",
    "Measure this machine: ratios against the bare minimum, in one run.",
    ["bench ratios --only writes,recall", "bench recall --data FOLDER"],
  )
    .argument("[name]", `what to measure: ${NAMES.join(", ")} (default: ratios)`)
    .run(bench);
  for (const option of OPTIONS) command.addOption(option);
  return command;
}

function typed(flags: BenchFlags): string[] {
  return OPTIONS.flatMap((option) => {
    const value = flags[option.attributeName()];
    if (value === undefined || value === false) return [];
    return value === true ? [option.long ?? ""] : [option.long ?? "", String(value)];
  });
}

/** The benchmarks are sources of the repository, not of the package, and run in a separate process. */
async function bench(context: Context, named: string | undefined, flags: BenchFlags): Promise<ExitCode> {
  const name = named ?? "ratios";
  if (!(NAMES as readonly string[]).includes(name)) {
    throw invalidArgument(`There is no benchmark "${name}"; there are: ${NAMES.join(", ")}.`);
  }
  const file = join(packageFolder(), "bench", "run.ts");
  if (!existsSync(file)) {
    throw notFound("The benchmarks come with the repository, not with the package. Clone it to run them.");
  }
  const args = [file, name, ...typed(flags), ...(context.out.json ? ["--json"] : [])];
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...args], {
    stdio: ["ignore", "inherit", "inherit"],
    signal: context.io.signal,
  });
  const code = await new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (status) => resolve(status ?? 1));
  });
  return code === 0 ? EXIT.ok : EXIT.no;
}
