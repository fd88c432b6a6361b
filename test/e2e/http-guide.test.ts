import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { startServer } from "../../src/http/serve.ts";
import { openMemoir } from "../../src/index.ts";

const run = promisify(execFile);
const hasCurl = spawnSync("curl", ["--version"]).status === 0;

/** What the guide tells its reader to type, but the start of the server and the two lines that depend on it. */
function commandsIn(page: string): string[] {
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), "utf8");
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block!);
  return blocks.filter((block) => /^(?:curl|ID=)/.test(block));
}

it.skipIf(!hasCurl)("the lines of docs/http.md work as they stand", async () => {
  await using memoir = await openMemoir({
    database: ":memory:",
    embedder: "none",
    background: false,
    policy: { server: { port: 0 } },
  });
  const server = await startServer({ memoir, version: "0.0.0" });
  const { key } = await memoir.operator().keys.create({ name: "guide", role: "write" });
  const commands = commandsIn("http.md");
  expect(commands.length).toBeGreaterThan(8);
  // One that is refused ends it all.
  const strict =
    'set -euo pipefail\ncurl() { command curl --no-progress-meter --fail-with-body "$@"; echo; }\n';
  const { stdout } = await run("bash", ["-c", strict + commands.join("")], {
    env: { ...process.env, MEMOIR: server.url, KEY: key },
  }).finally(() => server.close());
  expect(stdout).toContain("Alice is allergic to nuts");
  expect(stdout).toContain("event: change");
  const alice = memoir.scope("user:alice");
  expect((await alice.memories.list()).items.map(({ text }) => text)).toContain("Alice plays the cello");
  expect((await alice.profile.get()).map(({ field }) => field)).toContain("tone");
});
