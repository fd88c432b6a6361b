import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as langgraph from "../../src/adapters/langgraph/index.ts";
import { Memory } from "../../src/adapters/mem0/index.ts";
import { type ProxyOptions, type RunningProxy, startProxy } from "../../src/adapters/openai-proxy/index.ts";
import { loadConfig } from "../../src/cli/config.ts";
import { runIn } from "../../src/cli/runner.fixture.ts";
import { describeSettings } from "../../src/domain/settings.ts";
import { type MemoirEngine, type MemoirOptions, openMemoir } from "../../src/index.ts";
import { ROUTES } from "../../src/server/http/routes/index.ts";
import * as testing from "../../src/testing/index.ts";
import { callOf, commandsIn, unknownIn } from "../support/docs/commands.ts";
import { type Block, blocksOf, pages, textOf } from "../support/docs/pages.ts";
import { play } from "../support/docs/play.ts";
import { typeProblems } from "../support/docs/typecheck.ts";
import { wholeProgram } from "../support/reference/cli-page.ts";

/** Lines that are not run here, by how they begin, and why. A beginning that no page shows fails the test. */
const NOT_RUN: readonly (readonly [begins: string, why: string])[] = [
  ["curl ", "readme.test.ts and http-guide.test.ts type them, against a server"],
  ["ID=$(curl ", "the same"],
  ["REV=$(curl ", "the same"],
  ["npm start", "readme.test.ts runs what it starts"],
  ["export ", "sets the address and the key of a server, as readme.test.ts does"],
  ["claude mcp add ", "mcp/guide.test.ts starts what it adds"],
  ["codex mcp add ", "mcp/guide.test.ts starts what it adds"],
  ["code --add-mcp ", "mcp/guide.test.ts starts what it adds"],
  ["npm run bench", "takes minutes; bench/*.test.ts read the options"],
  ["docker ", "needs Docker; scripts/try-image.sh runs what it starts"],
  ["npx vitest run test/e2e/poisoning", "is a test itself"],
  ["pg_basebackup ", "faults/servers-backup.test.ts runs it"],
];

/** Calls that are read and not carried out, because they run until Ctrl-C or need what is not here. */
const ONLY_READ: readonly (readonly [begins: string, why: string])[] = [
  ["memoir proxy ", "runs until Ctrl-C; proxy.test.ts"],
];

/** Pages whose TypeScript is compiled and not run, and why. */
const ONLY_COMPILED: Readonly<Record<string, string>> = {
  "docs/ai-sdk.md": "needs a model; examples/ai-sdk.test.ts",
  "docs/client.md": "needs a server; the contract suites run on the client",
  "docs/discord.md": "needs Discord; examples/discord-bot.test.ts",
  "docs/export.md": "writes into the working directory; transfer.test.ts",
  "docs/hooks.md": "calls an address; examples/hooks.test.ts",
  "docs/markdown.md": "writes into the working directory; examples/markdown.test.ts",
  "docs/mastra.md": "needs a model; examples/mastra.test.ts",
  "docs/models.md": "needs keys of providers; providers.contract.test.ts",
};
/** Blocks that are not run, by words in them. */
const NOT_PLAYED: readonly (readonly [words: string, why: string])[] = [
  ["builder.compile(", "examples/langgraph.test.ts runs a graph"],
  ['from "mem0ai"', "mem0-examples.test.ts runs the client"],
  ['from "vitest"', "is examples/testing-a-bot.test.ts"],
];

/** The generated pages have a test of their own: reference.test.ts. Decisions are a record. */
const byHand = pages().filter((page) => !/^docs\/(?:reference|decisions)\//.test(page));

/** Stands on the pages for the id of a memory that the reader has. */
const SOME_ID = "3f2a91";

class TestMem0 extends Memory {
  constructor() {
    super({ database: ":memory:", embedder: "none" });
  }
}

const MODULES = {
  memoir: { openMemoir: testMemoir },
  "memoir/langgraph": langgraph,
  "memoir/mem0": { Memory: TestMem0 },
  "memoir/openai-proxy": {
    startProxy: (options: ProxyOptions): Promise<RunningProxy> => startProxy({ ...options, port: 0 }),
  },
  "memoir/testing": testing,
};

const begins = (line: string, list: typeof NOT_RUN): boolean =>
  list.some(([start]) => line.startsWith(start));
const at = ({ page, line }: Block): string => `${page}:${line}`;
const shown = byHand.flatMap((page) => [...blocksOf(page, "sh"), ...blocksOf(page, "console")]);

describe("what the pages show", () => {
  it("TypeScript compiles", () => {
    expect(typeProblems(byHand.flatMap((page) => blocksOf(page, "ts")))).toEqual([]);
  });

  it.each(byHand.filter((page) => !(page in ONLY_COMPILED) && blocksOf(page, "ts").length > 0))(
    "the TypeScript of %s runs",
    async (page) => {
      await using memoir = await testMemoir();
      const alice = memoir.scope("user:alice");
      const guild = memoir.scope("group:discord/42");
      const { memory } = await alice.remember("Alice is allergic to kiwis");
      await alice.observe([{ id: "m1", text: "I live in Oslo" }]);
      await guild.observe([{ id: "m1", author: "4170938", authorName: "Dana", text: "I live in Oslo" }]);
      const messages = [{ role: "user", content: "where do I live?" }];
      const names = { memoir, alice, guild, messages, askYourModel: async () => "In Berlin." };
      for (const block of blocksOf(page, "ts")) {
        if (NOT_PLAYED.some(([words]) => block.text.includes(words))) continue;
        const text = block.text.replaceAll(SOME_ID, memory.id);
        await play({ ...block, text }, names, MODULES).catch((error: unknown) => {
          throw new Error(`${at(block)}: ${error}`, { cause: error });
        });
      }
    },
  );

  it("configuration files are valid", () => {
    const folder = mkdtempSync(join(tmpdir(), "memoir-docs-"));
    for (const page of byHand) {
      for (const { text } of blocksOf(page, "yaml")) {
        writeFileSync(join(folder, "memoir.config.yaml"), text);
        expect(() => loadConfig({ flags: {}, env: {}, cwd: folder }), `${page}\n${text}`).not.toThrow();
      }
    }
    rmSync(folder, { recursive: true });
  });

  it("each line of a shell is run, or on the list of those that are not", async () => {
    const lines = shown.flatMap((block) => commandsIn(block).map((line) => ({ block, line })));
    const unknown = lines.filter(({ line }) => callOf(line) === null && !begins(line, NOT_RUN));
    expect(unknown.map(({ block, line }) => `${at(block)}: ${line}`)).toEqual([]);
    const typed = lines.filter(({ line }) => line.includes("curl "));
    expect(new Set(typed.map(({ block }) => block.page))).toEqual(new Set(["README.md", "docs/http.md"]));
    const unused = [...NOT_RUN, ...ONLY_READ].filter(
      ([start]) => !lines.some(({ line }) => line.replace("npm exec memoir --", "memoir").startsWith(start)),
    );
    expect(unused).toEqual([]);
  });

  it.each([...new Set(shown.map(({ page }) => page))])("the commands of %s work", async (page) => {
    const cwd = mkdtempSync(join(tmpdir(), "memoir-docs-"));
    const program = await wholeProgram();
    const around = (env: Readonly<Record<string, string>>) => ({
      env: { MEMOIR_EMBEDDER: "none", HOME: cwd, ...env },
    });
    for (const block of shown.filter((one) => one.page === page)) {
      for (const line of commandsIn(block)) {
        const call = callOf(line);
        if (call === null) continue;
        if (begins(`memoir ${call.args.join(" ")}`, ONLY_READ)) {
          expect(unknownIn(program, call.args), `${at(block)}: ${line}`).toBe(null);
          continue;
        }
        const args = await withId(call.args, (list) => runIn(cwd, list, around(call.env)));
        const { code, out, err } = await runIn(cwd, args, around(call.env));
        expect({ line, code, err }, `${at(block)}\n${out}`).toMatchObject({ code: 0 });
      }
    }
    rmSync(cwd, { recursive: true });
  });
});

describe("what the pages name", () => {
  const spans = byHand.flatMap((page) =>
    [
      ...textOf(page)
        .replaceAll(/^```[\s\S]*?^```$/gm, "")
        .matchAll(/`([^`\n]+)`/g),
    ].map(([, text]) => ({
      page,
      text: text!,
    })),
  );

  it("commands and their options exist", async () => {
    const program = await wholeProgram();
    const wrong = spans
      .filter(({ text }) => /^(?:npm exec memoir --|memoir) [a-z]/.test(text))
      .map(({ page, text }) => `${page}: ${text}: ${unknownIn(program, callOf(text)!.args)}`)
      .filter((line) => !line.endsWith(": null"));
    expect(wrong).toEqual([]);
  });

  it("routes exist", () => {
    const known = ROUTES.map(({ spec }) => spec.path.replaceAll(/\{\w+\}/g, "{}"));
    const wrong = spans.flatMap(({ page, text }) => {
      const [, path = null] = /^(?:[A-Z]+ )?(\/api\/ltm\/[^\s?`]*)/.exec(text) ?? [];
      const plain = path?.replaceAll(/\{[^}]*\}/g, "{}").replace(/\/$/, "");
      return plain === undefined || known.some((one) => one === plain || one.startsWith(`${plain}/`))
        ? []
        : [`${page}: ${text}`];
    });
    expect(wrong).toEqual([]);
  });

  it("settings exist", () => {
    const paths = describeSettings().map(({ path }) => path);
    const sections = new Set(paths.map((path) => path.split(".")[0]!));
    const wrong = spans.filter(({ text }) => {
      const [, path = ""] = /^([a-z]\w*(?:\.[\w*]+)+)(?::.*)?$/.exec(text) ?? [];
      if (!sections.has(path.split(".")[0]!) || path.endsWith(".ts")) return false;
      return !paths.some((one) => one === path || one.startsWith(`${path}.`) || path.startsWith(`${one}.`));
    });
    expect(wrong.map(({ page, text }) => `${page}: ${text}`)).toEqual([]);
  });
});

/** In memory and by words, whatever a page names: its database and its models are the reader's. */
function testMemoir(options: MemoirOptions = {}): Promise<MemoirEngine> {
  const { model, embedder, ...rest } = options;
  return openMemoir({ ...rest, database: ":memory:", embedder: "none", background: false });
}

/** With the id of a memory of that scope where the page has one that stands for it. */
async function withId(
  args: readonly string[],
  memoir: (args: readonly string[]) => Promise<{ readonly out: string }>,
): Promise<readonly string[]> {
  if (!args.includes(SOME_ID)) return args;
  const scope = args.findIndex((word) => /^--(?:user|group|project)$/.test(word));
  const { out } = await memoir(["list", ...(scope < 0 ? [] : args.slice(scope, scope + 2)), "--json"]);
  const [first] = (JSON.parse(out) as { memories: { id: string }[] }).memories;
  return args.map((word) => (word === SOME_ID ? first!.id : word));
}
