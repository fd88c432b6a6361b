import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mcpServer } from "../../support/mcp.ts";
import { BINARY, environment, useProgram } from "../../support/program.ts";
import { proving } from "../../support/prove.ts";

const run = promisify(execFile);
/** 119 packages and 89 MB: fetched where everything is proven, and not with every installation. */
const PACKAGE = "@modelcontextprotocol/inspector@2.12.0";

describe.runIf(proving)("the official inspector's command line", () => {
  const program = useProgram();
  const folder = mkdtempSync(join(tmpdir(), "memoir-inspector-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  beforeAll(async () => {
    // With the environment of whoever runs it: it says how npm reaches its registry.
    const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-save"];
    await run("npm", ["install", "--prefix", folder, ...quiet, PACKAGE], { cwd: folder });
  }, 300_000);
  const inspect = async (...args: string[]): Promise<Record<string, unknown>> => {
    const entry = join(
      folder,
      "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js",
    );
    const { stdout } = await run(process.execPath, [entry, "--cli", ...args], {
      cwd: program.cwd,
      env: { ...environment(), HOME: folder },
      timeout: 120_000,
    });
    return JSON.parse(stdout) as Record<string, unknown>;
  };

  const story = async (target: readonly string[]): Promise<void> => {
    const ask = (method: string, ...args: string[]) => inspect(...target, "--method", method, ...args);
    expect(await ask("tools/list")).toMatchObject({
      tools: ["memory_store", "memory_recall", "memory_update", "memory_forget"].map((name) => ({ name })),
    });
    expect(await ask("tools/call", "--tool-name", "memory_recall", "--tool-arg", "query=tea")).toMatchObject({
      structuredContent: { memories: [{ text: "Alice likes tea" }] },
    });
    expect(JSON.stringify(await ask("resources/list"))).toContain("memoir://memories");
    expect(JSON.stringify(await ask("resources/read", "--uri", "memoir://memories"))).toContain(
      "Alice likes tea",
    );
    expect(await ask("prompts/list")).toMatchObject({ prompts: [{}, {}] });
    const prompt = ["--prompt-name", "recall_before_answering", "--prompt-args", "question=tea?"];
    expect(JSON.stringify(await ask("prompts/get", ...prompt))).toContain("Alice likes tea");
  };

  it("over stdio", async () => {
    await program.memoir(["add", "Alice likes tea", "--database", "a.db", "--user", "alice"]);
    await story([process.execPath, BINARY, "mcp", "--database", "a.db", "--user", "alice"]);
  }, 600_000);

  it("over HTTP", async () => {
    await using server = await mcpServer();
    await server.memoir.scope("user:alice").remember("Alice likes tea");
    const header = `Authorization: Bearer ${await server.key()}`;
    await story([`${server.url}/mcp`, "--transport", "http", "--header", header]);
  }, 600_000);
});
