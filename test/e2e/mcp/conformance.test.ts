import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { conformanceFixture } from "../../support/conformance-fixture.ts";
import { keyedProxy } from "../../support/keyed-proxy.ts";
import { mcpServer } from "../../support/mcp.ts";

const require = createRequire(import.meta.url);
const SUITE = join(
  dirname(require.resolve("@modelcontextprotocol/conformance/package.json")),
  "dist/index.js",
);

// The suite waits more than it works, so its runs share that time: each has a separate server.

/** Passed where nothing fails but what is listed, and nothing that is listed passes. */
it.concurrent.each(["2025-11-25", "2026-07-28"])(
  "the official conformance suite of %s finds nothing but what is listed",
  async (revision) => {
    await using server = await mcpServer();
    await server.memoir.scope("user:alice").remember("Alice likes tea");
    await using proxy = await keyedProxy(server.url, await server.key());
    const expected = fileURLToPath(new URL(`expected-failures-${revision}.yaml`, import.meta.url));
    const args = [
      "server",
      "--url",
      `${proxy.url}/mcp`,
      "--requirements",
      revision,
      "--expected-failures",
      expected,
    ];
    const { code, out } = await run(args);
    expect(code, out.slice(-4_000)).toBe(0);
    expect(out).toMatch(/✓ dns-rebinding-protection/);
  },
  300_000,
);

/**
 * The same endpoint, sessions and checks, with the tools, resources and prompts that the suite calls behind them: nothing
 * that is scored fails. `--requirements` runs more than that: extensions (tasks) and pending scenarios are not scored.
 */
it.concurrent.each(["2025-11-25", "2026-07-28"])(
  "the official conformance suite of %s, in full, on the suite's own fixture behind our endpoint",
  async (revision) => {
    await using server = await mcpServer({}, (_, identity, era) => conformanceFixture(identity, era));
    await using proxy = await keyedProxy(server.url, await server.key());
    const { code, out } = await run(["server", "--url", `${proxy.url}/mcp`, "--requirements", revision]);
    const summary = out.slice(out.indexOf("=== SUMMARY ==="));
    const unscored = new Set(
      [...summary.slice(summary.indexOf("Not scored")).matchAll(/^ {2}[✓✗] (\S+) \(/gmu)].map(
        ([, name]) => name,
      ),
    );
    const scored = [...summary.matchAll(/^([✓✗]) (\S+): \d+ passed, (\d+) failed/gmu)].filter(
      ([, , name]) => !unscored.has(name),
    );
    expect(scored.filter(([, mark]) => mark !== "✓").map(([line]) => line)).toEqual([]);
    expect([code, scored.length >= 29]).toEqual([0, true]);
  },
  120_000,
);

/** In a separate folder, should it write results. */
async function run(args: readonly string[]): Promise<{ code: number | null; out: string }> {
  const cwd = mkdtempSync(join(tmpdir(), "memoir-conformance-"));
  try {
    const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
    const child = spawn(process.execPath, [SUITE, ...args], { cwd, env: { PATH, NODE_COMPILE_CACHE } });
    let out = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (out += text));
    const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
    return { code, out };
  } finally {
    rmSync(cwd, { recursive: true });
  }
}
