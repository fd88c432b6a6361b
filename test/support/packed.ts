import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { install } from "../../bench/ratios/install.ts";
import { pack, unpack } from "../../scripts/lib/package.js";
import { buildIfStale, environment, giveInput, root } from "./program.ts";

/**
 * The package as `npm pack` makes it, unpacked into `node_modules` of an empty folder, with nothing beside it but the
 * packages that it names as its dependencies. Returns the path of its program.
 */
export async function unpackPackage(folder: string): Promise<string> {
  buildIfStale();
  const target = join(folder, "node_modules", "memoir");
  await unpack(await pack(folder), target);
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  for (const name of Object.keys(dependencies)) linkPackage(folder, name);
  return join(target, "bin", "memoir.js");
}

/** A package of the checkout in the `node_modules` of a folder. */
export function linkPackage(folder: string, name: string): void {
  const link = join(folder, "node_modules", name);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(join(root, "node_modules", name), link, "dir");
}

/** Node 22, the oldest line that Memoir supports. */
export function fetchNode22(): Promise<string | null> {
  return fetchNode("22");
}

/** A line of Node, fetched once from npm; `null` and a warning where it cannot be. */
export async function fetchNode(line: string): Promise<string | null> {
  const { platform, arch } = process;
  // As the package `node` names the one for this machine, which it would fetch in a script.
  const prefix = platform === "darwin" && arch === "arm64" ? "node-bin" : "node";
  const name = `${prefix}-${platform === "win32" ? "win" : platform}-${arch}`;
  const cache = process.env.MEMOIR_CACHE_DIR ?? join(homedir(), ".cache", "memoir");
  const folder = join(cache, "test", `node-${line}`);
  const problem = await install(folder, { [name]: line });
  if (problem === null) {
    return join(folder, "node_modules", name, "bin", platform === "win32" ? "node.exe" : "node");
  }
  console.warn(`Node ${line} could not be fetched, so it is not tried: ${problem}`);
  return null;
}

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Started {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** Ends the program with SIGTERM once it has printed this. */
  readonly until?: RegExp;
}

/** Runs a program to its end. */
export function runProgram(node: string, args: readonly string[], started: Started): Promise<Ran> {
  const { cwd, env, stdin = "", until } = started;
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, { cwd, env: environment(env) });
    const said = { out: "", err: "" };
    let stopped = false;
    const listen = (name: "out" | "err") => (text: string) => {
      said[name] += text;
      if (until === undefined || stopped || !until.test(said.out + said.err)) return;
      stopped = child.kill("SIGTERM");
    };
    child.stdout.setEncoding("utf8").on("data", listen("out"));
    child.stderr.setEncoding("utf8").on("data", listen("err"));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, ...said }));
    giveInput(child.stdin, stdin, reject);
  });
}
