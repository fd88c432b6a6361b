import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Figure, median } from "./support.ts";

const BINARY = fileURLToPath(new URL("../bin/memoir.js", import.meta.url));
const RUNS = 7;

/** Commands of the built program, with the most CPU that each may take, as a multiple of a Node that does nothing. */
const COMMANDS: readonly { readonly args: readonly string[]; readonly bar: number }[] = [
  { args: ["--version"], bar: 5 },
  { args: ["--help"], bar: 16 },
  { args: ["add", "I take my tea without sugar"], bar: 35 },
  { args: ["search", "how do I take my tea?"], bar: 35 },
  { args: ["list"], bar: 35 },
];

const CPU = `process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  process.stderr.write("\\ncpu " + (user + system) / 1000);
});`;

const MODULES = `import { registerHooks } from "node:module";
let count = 0;
registerHooks({ load: (url, context, next) => { count += 1; return next(url, context); } });
process.on("exit", () => process.stderr.write("\\nmodules " + count));`;

/** The start time of the command line: every command is a process, and one that a person waits for. */
export async function start(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "memoir-bench-start-"));
  const measure = (preload: string, args: readonly string[]): number => {
    const { stderr } = spawnSync(
      process.execPath,
      [`--import=data:text/javascript,${encodeURIComponent(preload)}`, ...args],
      {
        cwd: folder,
        encoding: "utf8",
        env: { PATH: process.env.PATH, HOME: folder, MEMOIR_DATABASE: "memoir.db", MEMOIR_EMBEDDER: "none" },
      },
    );
    const found = /\n(?:cpu|modules) ([\d.]+)$/.exec(stderr);
    if (found === null) throw new Error(`${args.join(" ")} said: ${stderr}`);
    return Number(found[1]);
  };
  // In turns, so that a busy moment falls on all; the first one fills Node's cache of compiled code.
  const runs = Array.from({ length: RUNS + 1 }, () => ({
    bare: measure(CPU, ["-e", "0"]),
    commands: COMMANDS.map(({ args }) => measure(CPU, [BINARY, ...args])),
  })).slice(1);
  try {
    const bare = median(runs.map((run) => run.bare));
    return COMMANDS.map(({ args, bar }, i) => {
      const ms = median(runs.map(({ commands }) => commands[i]!));
      const modules = measure(MODULES, [BINARY, ...args]);
      return {
        name: `memoir ${args[0]} ÷ node -e 0, CPU`,
        ratio: ms / bare,
        bar,
        detail: `${ms.toFixed(0)} ms of CPU, ${modules} modules`,
      };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
