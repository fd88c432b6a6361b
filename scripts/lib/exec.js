import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");

/**
 * Runs a program with the checkout's own programs first on the PATH, so that `node` is the Node of
 * package.json (24) even when this script was started by an older one.
 *
 * With `quiet` the output is collected and returned instead of shown.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ quiet?: boolean, cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { quiet = false, cwd = root, env = process.env } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...env, PATH: join(root, "node_modules", ".bin") + delimiter + (env.PATH ?? "") },
      stdio: quiet ? ["ignore", "pipe", "pipe"] : "inherit",
      shell: process.platform === "win32",
    });
    const stop = () => child.kill("SIGTERM"); // nothing outlives the script that started it
    process.once("exit", stop);
    const chunks = [];
    child.stdout?.on("data", (chunk) => chunks.push(chunk));
    child.stderr?.on("data", (chunk) => chunks.push(chunk));
    const finish = (code, extra = "") => {
      process.off("exit", stop);
      resolve({ code, output: Buffer.concat(chunks).toString() + extra });
    };
    child.once("error", (error) => finish(127, `${command}: ${error.message}\n`));
    child.once("close", (code) => finish(code ?? 1));
  });
}
