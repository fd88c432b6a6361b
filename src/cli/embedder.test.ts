import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ScriptedModel, startScriptedModel } from "../testing/index.ts";
import { type Ran, useHome, useRunner } from "./runner.fixture.ts";

const cli = useRunner();
useHome(cli);
let server: ScriptedModel;
beforeEach(async () => {
  server = await startScriptedModel({ answer: () => "ready" });
});
afterEach(() => server.close());

/** A machine that fetched no models: the package's are there, the public ones are not. `remote` has a server. */
const bare = (embedder: "" | "local/minilm"): Record<string, string> => ({
  MEMOIR_EMBEDDER: embedder,
  MEMOIR_CACHE_DIR: join(cli.cwd, "cache"),
});
const remote = (): Record<string, string> => ({
  MEMOIR_EMBEDDER: "openai/scripted",
  OPENAI_BASE_URL: server.url,
});

const memoir = (args: string[], env: Record<string, string>): Promise<Ran> => cli.memoir(args, { env });

const embedded = (): number => server.calls.requests.reduce((count, { input }) => count + input.length, 0);

async function search(
  args: string[],
  env: Record<string, string>,
): Promise<{ degraded: unknown; via: string[] }> {
  const { code, out, err } = await memoir(["search", ...args, "--json"], env);
  expect([code, err]).toEqual([0, ""]);
  const { hits, degraded } = JSON.parse(out) as { hits: { why: { via: string } }[]; degraded: unknown };
  return { degraded, via: hits.map(({ why }) => why.via) };
}

describe("without its models", () => {
  const HINT =
    /^! The embedding models are not on this machine .* Fetch them: memoir models pull all-MiniLM-L6-v2-int8 bge-small-zh-v1.5-int8( \(embedder-unavailable\))?\n$/;

  it.each([
    [["add", "I take my tea without sugar"], "✓ Remembered"],
    [["search", "tea"], "I take my tea"],
    [["search", "coffee"], "Nothing found in user:me."],
    [["query", "tea"], "[profile] I take my tea"],
    [["tour"], "What to try next"],
  ])("%j goes by words, says so in one line, and fetches nothing", async (args, answer) => {
    await cli.library((engine) => engine.scope("user:me").remember("I take my tea without sugar"));
    const { code, out, err } = await memoir(args, bare("local/minilm"));
    expect([code, out, err]).toEqual([
      0,
      expect.stringContaining(args[0] === "add" ? "✓ Known already" : answer),
      expect.stringMatching(HINT),
    ]);
    expect(existsSync(join(cli.cwd, "cache"))).toBe(false);
  });

  it("says it in JSON, too", async () => {
    await cli.library((engine) => engine.scope("user:me").remember("茶"));
    expect(await search(["茶"], bare("local/minilm"))).toEqual({
      degraded: { reason: "embedder-unavailable", detail: expect.stringContaining("models pull") },
      via: ["terms"],
    });
  });

  it.each([
    [["list"]],
    [["search", "*"]],
    [["search", "tea", "--preset", "picobot"]],
    [["search", "tea", "--preset", "everbot"]],
    [["search", "tea", "--preset", "urmom"]],
    [["search", "tea", "--embedder", "none"]],
    [["search", "tea", "--database", "not-there.db"]],
    [["query", "tea", "--preset", "picobot"]],
  ])("%j needs none, and says nothing", async (args) => {
    await cli.library((engine) => engine.scope("user:me").remember("tea"));
    expect(await memoir(args, bare("local/minilm"))).toMatchObject({ code: 0, err: "" });
  });

  it("a key that is missing keeps nobody from work", async () => {
    const env = { MEMOIR_EMBEDDER: "openai/text-embedding-3-small" };
    const added = await memoir(["add", "tea"], env);
    expect(added).toMatchObject({ code: 0, err: expect.stringMatching(/^! openai needs a key\..*\n$/) });
    expect(await memoir(["search", "tea"], env)).toMatchObject({
      code: 0,
      out: expect.stringContaining("tea"),
      err: expect.stringMatching(/^! openai needs a key\..*\(embedder-unavailable\)\n$/),
    });
  });
});

describe("with the models of the package", () => {
  it.each([["add", "I take my tea without sugar"], ["search", "tea"], ["query", "tea"], ["tour"]])(
    "%s goes by meaning on a bare machine, and fetches nothing",
    async (...args) => {
      await cli.library((engine) => engine.scope("user:me").remember("I take my tea without sugar"));
      expect(await memoir(args, bare(""))).toMatchObject({ code: 0, err: "" });
      expect(await search(["tea"], bare(""))).toEqual({ degraded: null, via: ["hybrid"] });
      expect(existsSync(join(cli.cwd, "cache"))).toBe(false);
    },
  );
});

describe("with an embedder", () => {
  it("add makes the vector of what it stores, and search asks for the question's", async () => {
    expect(await memoir(["add", "I take my tea without sugar"], remote())).toMatchObject({
      code: 0,
      err: "",
    });
    expect(embedded()).toBe(1);
    expect(await search(["tea"], remote())).toEqual({ degraded: null, via: ["hybrid"] });
    // The command's own event, and the question.
    expect(embedded()).toBe(3);
    await search(["sugar"], remote());
    expect(embedded()).toBe(4);
  });

  it("search and query embed what others left without vectors, once", async () => {
    await cli.library(async (engine) => {
      const me = engine.scope("user:me");
      await me.observe([{ text: "I bought green tea" }, { text: "我买了绿茶" }, { content: { tool: "x" } }]);
      await me.remember("I take my tea without sugar");
      await engine.scope("user:other").observe([{ text: "not asked about" }]);
    });
    const { degraded, via } = await search(["tea", "--from", "memories,events"], remote());
    expect([degraded, ...new Set(via)]).toEqual([null, "hybrid"]);
    const texts = server.calls.requests.flatMap(({ input }) => input);
    expect(texts).toEqual(
      expect.arrayContaining(["I bought green tea", "我买了绿茶", "I take my tea without sugar"]),
    );
    expect(texts).not.toContain("not asked about");
    server.reset();
    expect(await memoir(["query", "tea"], remote())).toMatchObject({ code: 0, err: "" });
    expect(embedded()).toBe(1);
  });

  it("leaves much to work, and says so", async () => {
    await cli.library((engine) =>
      engine.scope("user:me").observe(Array.from({ length: 501 }, (_, i) => ({ text: `tea number ${i}` }))),
    );
    const { code, out, err } = await memoir(["search", "tea number 7", "--from", "events"], remote());
    expect([code, out]).toEqual([0, expect.stringContaining("tea number 7")]);
    expect(err).toBe(
      "! More than 500 texts of user:me have no vectors yet, so only their words count. Make them: memoir work --once\n",
    );
    expect(embedded()).toBe(0);
    // One text, and too many passages.
    const long = "All of this is about green tea, and about nothing else at all. ".repeat(120);
    await cli.library((engine) =>
      engine.scope("user:bob").observe(Array.from({ length: 100 }, (_, i) => ({ text: `${i} ${long}` }))),
    );
    expect((await memoir(["search", "tea", "--user", "bob"], remote())).err).toContain("Make them:");
    expect(embedded()).toBe(0);
  });

  it("reads what may only be read, and writes nothing", async () => {
    await cli.library(async (engine) => {
      await engine.scope("user:me").remember("I take my tea without sugar");
      await engine.operator().readOnly(true);
    });
    expect(await search(["tea"], remote())).toEqual({ degraded: null, via: ["terms"] });
    expect(await search(["tea"], { ...remote(), MEMOIR_EMERGENCY_READ_ONLY: "true" })).toEqual({
      degraded: null,
      via: ["terms"],
    });
  });

  it("answers when the server does not", async () => {
    await cli.library((engine) => engine.scope("user:me").remember("I take my tea without sugar"));
    await server.close();
    const { code, out, err } = await memoir(["search", "tea"], remote());
    expect([code, out]).toEqual([0, expect.stringContaining("I take my tea")]);
    expect(err).toMatch(/^! openai\/scripted cannot be reached.*\(embedder-unavailable\)\n$/);
    server = await startScriptedModel({ answer: () => "ready" });
  });
});
