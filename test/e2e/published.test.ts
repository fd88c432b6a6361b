import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fetchMem0Client, mem0Folder } from "../support/mem0-client.ts";
import { firstOf } from "../support/prove.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PROGRAM = `
import { openMemoir } from "memoir";
import { type MemoirClient, connectMemoir } from "memoir/client";

await using memoir = await openMemoir({ database: ":memory:", embedder: "none" });
const connect: (url: string) => Promise<MemoirClient> = (url) => connectMemoir({ url, key: "k" });
const { memory } = await memoir.scope("user:alice").remember("Alice likes tea");
console.log(memory.text, typeof connect);
`;

const LANGGRAPH = `
import { openMemoir } from "memoir";
import { MemoirSaver, MemoirStore } from "memoir/langgraph";

await using memoir = await openMemoir({ database: ":memory:", embedder: "none" });
const saver = new MemoirSaver(memoir, { scope: ({ user_id }) => \`user:\${user_id}\` });
const store = new MemoirStore(memoir, { scope: "user:alice" });
await store.put(["notes"], "tea", { text: "Alice likes tea" });
const found = await store.search(["notes"], { query: "tea" });
console.log(found.length, await saver.getTuple({ configurable: { thread_id: "t" } }));
`;

const PROXY = `
import { openMemoir } from "memoir";
import { type RunningProxy, startProxy } from "memoir/openai-proxy";

await using memoir = await openMemoir({ database: ":memory:", embedder: "none" });
const proxy: RunningProxy = await startProxy({ memoir, upstream: "http://127.0.0.1:9", port: 0 });
console.log((await fetch(\`\${proxy.url}/v1/models\`)).status);
await proxy.close();
`;

const AI_SDK = `
import { openMemoir } from "memoir";
import { type MemoirMiddleware, memoirMiddleware, memoirTools } from "memoir/ai-sdk";
import { type MemoirProcessor, memoirProcessor } from "memoir/mastra";

await using memoir = await openMemoir({ database: ":memory:", embedder: "none" });
const middleware: MemoirMiddleware = memoirMiddleware({ memoir, scope: "user:alice" });
const tools = memoirTools({ memoir, scope: "user:alice" });
const processor: MemoirProcessor = memoirProcessor({ memoir });
console.log(middleware.specificationVersion, Object.keys(tools).length > 0, processor.id);
`;

const DISCORD = `
import { attachMemoir, type DiscordOptions, memoryCommand } from "memoir/discord";

const options: Omit<DiscordOptions, "memoir"> = { catchUp: 0, listen: (channel) => channel.isTextBased() };
console.log(typeof attachMemoir, memoryCommand.name, options.catchUp);
`;

const MEM0 = `
import { Memory, type MemoryItem } from "memoir/mem0";

await using memory = new Memory({ database: ":memory:", embedder: "none" });
await memory.add("Remember that I like tea.", { userId: "alice" });
const { results } = await memory.search("tea", { filters: { user_id: "alice" } });
const [first]: MemoryItem[] = results;
console.log(first?.memory, first?.user_id);
`;

/** mem0's own types hold for ours. */
const MEM0_TYPES = `
import type { Memory as Theirs } from "mem0ai/oss";
import { Memory } from "memoir/mem0";

type Calls = "add" | "search" | "get" | "getAll" | "update" | "delete" | "deleteAll" | "history" | "reset";
export const ours: Pick<Theirs, Calls> = new Memory();
export const results: ReturnType<Theirs["search"]> = ours.search("tea", { filters: { user_id: "alice" }, topK: 5 });
`;
const noMem0 = await fetchMem0Client();

const BARE = `
import { openMemoir } from "memoir";
import { connectMemoir } from "memoir/client";
import { Memory } from "memoir/mem0";
import { fixedClock } from "memoir/testing";
export const parts = [openMemoir, connectMemoir, Memory, fixedClock];
`;

/** The built package as a program of somebody else sees it. */
describe("the published package", () => {
  let folder = "";
  const run = promisify(execFile);
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "memoir-published-"));
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(ROOT, join(folder, "node_modules", "memoir"), "dir");
    symlinkSync(join(ROOT, "node_modules", "@types"), join(folder, "node_modules", "@types"), "dir");
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    writeFileSync(join(folder, "program.ts"), PROGRAM);
    writeFileSync(join(folder, "langgraph.ts"), LANGGRAPH);
    writeFileSync(join(folder, "proxy.ts"), PROXY);
    writeFileSync(join(folder, "ai-sdk.ts"), AI_SDK);
    writeFileSync(join(folder, "discord.ts"), DISCORD);
    writeFileSync(join(folder, "mem0.ts"), MEM0);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const OPTIONS = [
    ["--target", "esnext", "--exactOptionalPropertyTypes"],
    ["--target", "es2022"],
    ["--target", "es2022", "--lib", "es2022,dom"],
  ];
  it.each(firstOf(OPTIONS, 1))(
    "has types that a strict compiler accepts without skipLibCheck (%s %s)",
    async (...options) => {
      const tsc = join(ROOT, "node_modules", "typescript", "bin", "tsc");
      const given = ["--noEmit", "--strict", "--module", "nodenext", "--types", "node", ...options];
      const programs = ["program.ts", "proxy.ts", "ai-sdk.ts", "mem0.ts"];
      const { stdout } = await run(process.execPath, [tsc, ...given, ...programs], {
        cwd: folder,
      }).catch((error: { stdout: string }) => error);
      expect(stdout).toBe("");
    },
  );

  it("has types that need none of Node's", async () => {
    const tsc = join(ROOT, "node_modules", "typescript", "bin", "tsc");
    const bare = join(folder, "bare");
    mkdirSync(bare);
    writeFileSync(join(bare, "program.ts"), BARE);
    const compilerOptions = { strict: true, noEmit: true, module: "nodenext", target: "es2022", types: [] };
    writeFileSync(join(bare, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.ts"] }));
    const { stdout } = await run(process.execPath, [tsc, "-p", bare]).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toBe("");
  });

  it("runs", async () => {
    const { stdout } = await run(process.execPath, ["--no-warnings", "program.ts"], { cwd: folder });
    expect(stdout).toBe("Alice likes tea function\n");
  });

  it("has the proxy", async () => {
    const { stdout } = await run(process.execPath, ["--no-warnings", "proxy.ts"], { cwd: folder });
    expect(stdout).toBe("502\n");
  });

  it("has what the AI SDK and Mastra need, without either of them", async () => {
    const { stdout } = await run(process.execPath, ["--no-warnings", "ai-sdk.ts"], { cwd: folder });
    expect(stdout).toBe("v3 true memoir\n");
  });

  it("has mem0's class", async () => {
    const { stdout } = await run(process.execPath, ["--no-warnings", "mem0.ts"], { cwd: folder });
    expect(stdout).toBe("Alice likes tea. alice\n");
  });

  it("has types for what stands on LangGraph and discord.js, and mem0's class as mem0's own types have it", async () => {
    const programs = ["langgraph.ts", "discord.ts"];
    if (noMem0 === null) {
      symlinkSync(join(mem0Folder, "node_modules", "mem0ai"), join(folder, "node_modules", "mem0ai"), "dir");
      writeFileSync(join(folder, "mem0-types.ts"), MEM0_TYPES);
      programs.push("mem0-types.ts");
    }
    const tsc = join(ROOT, "node_modules", "typescript", "bin", "tsc");
    // The types of LangChain, of discord.js and of mem0 need `skipLibCheck`.
    const options = ["--noEmit", "--strict", "--module", "nodenext", "--types", "node", "--skipLibCheck"];
    const types = await run(process.execPath, [tsc, ...options, ...programs], { cwd: folder }).catch(
      (error: { stdout: string }) => error,
    );
    expect(types.stdout).toBe("");
  });

  it.each([
    ["LangGraph's saver and store", "langgraph.ts", "1 undefined\n"],
    ["the memory of a bot on Discord", "discord.ts", "function memory 0\n"],
  ])("has %s", async (_, program, output) => {
    const { stdout } = await run(process.execPath, ["--no-warnings", program], { cwd: folder });
    expect(stdout).toBe(output);
  });

  it.each([
    [
      "langgraph",
      "needs @langchain/langgraph-checkpoint. Run: npm install @langchain/langgraph-checkpoint @langchain/core",
    ],
    ["discord", "needs discord.js. Run: npm install discord.js"],
  ])("says what to install where the package of memoir/%s is missing", async (entry, advice) => {
    const alone = mkdtempSync(join(tmpdir(), "memoir-alone-"));
    try {
      for (const part of ["package.json", "dist/adapters", "dist/chunks"])
        cpSync(join(ROOT, part), join(alone, "node_modules", "memoir", part), { recursive: true });
      const program = `import("memoir/${entry}").catch(({ code, message }) => console.log(code, message))`;
      const args = ["--input-type=module", "--eval", program];
      const { stdout } = await run(process.execPath, args, { cwd: alone });
      expect(stdout).toBe(`unsupported_runtime memoir/${entry} ${advice}\n`);
    } finally {
      rmSync(alone, { recursive: true, force: true });
    }
  });
});
