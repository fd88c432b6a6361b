import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");

/**
 * Runs a program with the checkout's own programs first on the PATH, so that `node` is the Node of
 * package.json (24) even when this script was started by an older one.
 *
 * With `quiet` the output is collected and returned instead of shown. With `deadline` (epoch
 * milliseconds) the program is stopped when its time is up.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ quiet?: boolean, cwd?: string, env?: NodeJS.ProcessEnv, deadline?: number }} [options]
 * @returns {Promise<{ code: number, output: string, timedOut: boolean }>}
 */
export function run(command, args, { quiet = false, cwd = root, env = process.env, deadline } = {}) {
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
    let timedOut = false;
    const timers = [];
    if (deadline !== undefined) {
      const left = Math.max(0, deadline - Date.now());
      timers.push(setTimeout(() => (timedOut = child.kill("SIGTERM")), left));
      timers.push(setTimeout(() => child.kill("SIGKILL"), left + 10_000));
    }
    const finish = (code, extra = "") => {
      for (const timer of timers) clearTimeout(timer);
      process.off("exit", stop);
      resolve({ code, output: Buffer.concat(chunks).toString() + extra, timedOut });
    };
    child.once("error", (error) => finish(127, `${command}: ${error.message}\n`));
    child.once("close", (code) => finish(code ?? 1));
  });
}
