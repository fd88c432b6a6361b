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
  mkdirSync(folder, { recursive: true });
  const list = join(folder, "package.json");
  const wanted = JSON.stringify({ private: true, dependencies: packages }, null, 2);
  const done = join(folder, "installed.json");
  if (existsSync(done) && readFileSync(done, "utf8") === wanted) return null;
  writeFileSync(list, wanted);
  // Scripts of strangers are not run; what is wanted here needs none.
  const args = ["install", "--no-audit", "--no-fund", "--legacy-peer-deps", "--ignore-scripts"];
  const problem = await npm(folder, args);
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
