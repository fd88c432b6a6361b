import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Command, Option } from "commander";
import { MemoirError } from "../../domain/errors.ts";
import { newCommand } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { packageFolder } from "../package-info.ts";
import type { Host, World } from "../world.ts";

const NAMES = ["writes", "jobs", "embed", "calibrate"] as const;

interface BenchFlags {
  readonly data?: string;
}

export function benchCommand(host: Host): Command {
  return newCommand(host, "bench", "Measure this machine: ratios against the bare minimum, in one run.", [
    "bench writes",
    "bench calibrate --data FOLDER",
  ])
    .argument("[name]", `what to measure: ${NAMES.join(", ")} (default: writes)`)
    .addOption(new Option("--data <folder>", "the public data sets, for calibrate"))
    .action((name: string | undefined, flags: BenchFlags) =>
      host.run((world) => bench(world, name ?? "writes", flags)),
    );
}

/** The benchmarks are sources of the repository, not of the package, and run in a process of their own. */
async function bench(world: World, name: string, { data }: BenchFlags): Promise<ExitCode> {
  if (!(NAMES as readonly string[]).includes(name)) {
    throw new MemoirError(
      "invalid_argument",
      `There is no benchmark "${name}"; there are: ${NAMES.join(", ")}.`,
    );
  }
  const file = join(packageFolder(), "bench", "run.ts");
  if (!existsSync(file)) {
    throw new MemoirError(
      "not_found",
      "The benchmarks come with the repository, not with the package. Clone it to run them.",
    );
  }
  const args = [
    file,
    name,
    ...(data === undefined ? [] : ["--data", data]),
    ...(world.out.json ? ["--json"] : []),
  ];
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...args], {
    stdio: ["ignore", "inherit", "inherit"],
    signal: world.io.signal,
  });
  const code = await new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (status) => resolve(status ?? 1));
  });
  return code === 0 ? EXIT.ok : EXIT.no;
}
