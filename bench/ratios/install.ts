import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const LIMIT_MS = 300_000;

/** Fetches packages by npm into a separate folder, once; says why when it cannot. The project stays as it is. */
export async function install(
  folder: string,
  packages: Readonly<Record<string, string>>,
): Promise<string | null> {
  const wanted = JSON.stringify({ private: true, dependencies: packages }, null, 2);
  return once(folder, { "package.json": wanted }, "install");
}

/** The same for the packages of a lock file, which lies beside its `package.json` in `from`. */
export async function installLocked(folder: string, from: string): Promise<string | null> {
  const files = ["package.json", "package-lock.json"].map((name) => [
    name,
    readFileSync(join(from, name), "utf8"),
  ]);
  return once(folder, Object.fromEntries(files), "ci");
}

async function once(
  folder: string,
  files: Readonly<Record<string, string>>,
  command: "install" | "ci",
): Promise<string | null> {
  mkdirSync(folder, { recursive: true });
  const wanted = Object.values(files).join("\n");
  const done = join(folder, "installed.json");
  if (existsSync(done) && readFileSync(done, "utf8") === wanted) return null;
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  // Scripts of strangers are not run; what is wanted here needs none.
  const problem = await npm(folder, [
    command,
    "--no-audit",
    "--no-fund",
    "--legacy-peer-deps",
    "--ignore-scripts",
  ]);
  if (problem === null) writeFileSync(done, wanted);
  return problem;
}

/** npm with the Node that runs this, whichever other is first in the path. */
function npm(cwd: string, args: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn("npm", args, {
      cwd,
      env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ""}` },
      shell: process.platform === "win32",
      stdio: ["ignore", "ignore", "pipe"],
      timeout: LIMIT_MS,
    });
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-2_000);
    });
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code) => {
      const lines = said.split("\n").filter((line) => line.includes("error"));
      resolve(code === 0 ? null : (lines[0] ?? `npm ended with ${code}`));
    });
  });
}

/** A module of that folder. */
export async function importFrom<T>(folder: string, name: string): Promise<T> {
  const { resolve } = createRequire(join(folder, "package.json"));
  return (await import(pathToFileURL(resolve(name)).href)) as T;
}
