import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "./program.ts";

const run = promisify(execFile);

export const hasCurl = spawnSync("curl", ["--version"]).status === 0;

/** The shell commands of a page, without those that start the server and set its address. */
export function commandsIn(page: string): string[] {
  const text = readFileSync(join(root, page), "utf8");
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block!);
  return blocks.filter((block) => /^(?:curl|ID=)/.test(block));
}

/** Types all of it, and gives back what is printed. One that is refused ends it all. */
export async function typed(
  commands: readonly string[],
  server: { readonly url: string; readonly key: string },
): Promise<string> {
  const strict =
    'set -euo pipefail\ncurl() { command curl --no-progress-meter --fail-with-body "$@"; echo; }\n';
  const { stdout } = await run("bash", ["-c", strict + commands.join("")], {
    env: { ...process.env, MEMOIR: server.url, KEY: server.key },
  });
  return stdout;
}
