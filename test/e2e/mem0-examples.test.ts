import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Memory } from "../../src/adapters/mem0/index.ts";
import { type MemoirEngine, openMemoir } from "../../src/index.ts";
import { type RunningServer, startServer } from "../../src/server/http/serve.ts";
import {
  type Reply,
  type ScriptedModel,
  type ScriptedRequest,
  startScriptedModel,
} from "../../src/testing/index.ts";
import { fetchMem0Client, mem0Client } from "../support/mem0-client.ts";
import { codeOf, fetchMem0Examples, type Mem0Page } from "../support/mem0-examples.ts";

// Only the import and the constructor's settings differ from what mem0 has published: an example imports a module of this
// test, whose classes are ours, or the npm client with the address of our server.

const problem = (await fetchMem0Client()) ?? (await fetchMem0Examples());
if (problem !== null) console.warn(`mem0's examples could not be fetched, so they are not tried: ${problem}`);

/** What a language model would read out of the examples' sentences. */
const FACTS: readonly [said: RegExp, fact: string][] = [
  [/I am a software engineer/, "is a software engineer."],
  [/I love sci-fi movies/, "loves sci-fi movies."],
  [/I'm a vegetarian and allergic to nuts/, "is a vegetarian and allergic to nuts."],
  [/I like to drink coffee in the morning/, "likes to drink coffee in the morning."],
  [/planning a trip to Tokyo next month/, "plans a trip to Tokyo next month."],
  [/My dog's name is Biscuit/, "has a dog named Biscuit."],
  [/I prefer decaf/, "prefers decaf."],
];

function answer({ messages }: ScriptedRequest): Reply {
  const lines = (messages[0]?.content ?? "").split("\n");
  const facts = lines.flatMap((line) => {
    const [, number, name, text] = /^#(\d+) user ([^(:]+?)(?: \(\d{4}[^)]*\))?: (.*)$/.exec(line) ?? [];
    return FACTS.flatMap(([said, fact]) => {
      const quote = said.exec(text ?? "")?.[0];
      if (quote === undefined) return [];
      const claim = { text: `${name} ${fact}`, type: "profile", slot: null, category: "", subject: name };
      const numbers = { affirmed: true, corrects: false, confidence: 0.95, importance: 0.6 };
      const links = { source: Number(number), quote, matches: [], contradicts: [] };
      return [{ ...claim, ...numbers, ...links, validFrom: null, expiresAt: null }];
    });
  });
  return { object: { facts } };
}

/** A call of an example, and what it got. */
interface Made {
  readonly call: string;
  readonly result: Promise<unknown>;
}

/** The same object, with a note of each call. */
function noting<T extends object>(object: T, made: Made[]): T {
  return new Proxy(object, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        const result = Reflect.apply(value, target, args) as unknown;
        if (result instanceof Promise) made.push({ call: String(name), result });
        return result;
      };
    },
  });
}

describe.skipIf(problem !== null)("mem0's own examples, as they are published", () => {
  let folder = "";
  let model: ScriptedModel;
  let made: Made[] = [];
  let printed: unknown[][] = [];
  let opened: Memory[] = [];
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "memoir-mem0-"));
    model = await startScriptedModel({ answer });
    made = [];
    opened = [];
    printed = [];
    vi.spyOn(console, "log").mockImplementation((...words) => void printed.push(words));
    vi.spyOn(console, "error").mockImplementation((...words) => void printed.push(["ERROR", ...words]));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    for (const memory of opened) await memory.close();
    await model.close();
    rmSync(folder, { recursive: true });
  });

  /** Runs code in which every import is this test's module. */
  const play = async (code: string, classes: object): Promise<void> => {
    vi.stubGlobal("mem0ForExamples", classes);
    const module =
      "export const { Memory, MemoryClient, default: one } = mem0ForExamples;\nexport { one as default };";
    writeFileSync(join(folder, "module.mjs"), module);
    const file = join(folder, `example-${made.length}.mts`);
    writeFileSync(
      file,
      code.replace(/(from\s+)["'](?:mem0ai(?:\/oss)?|\.\.\/src|dotenv)["']/g, '$1"./module.mjs"'),
    );
    try {
      await import(/* @vite-ignore */ pathToFileURL(file).href);
    } finally {
      vi.unstubAllGlobals();
    }
  };
  const results = (call: string): Promise<unknown[]> =>
    Promise.all(made.filter((one) => one.call === call).map((one) => one.result));
  const errors = (): unknown[] =>
    printed.filter(([first]) => first === "ERROR" || String(first).startsWith("Error"));

  describe("with the class", () => {
    const classes = (): object => {
      const open = (): Memory => {
        const memory = new Memory({
          database: ":memory:",
          embedder: "none",
          background: false,
          model: model.model,
        });
        opened.push(memory);
        return noting(memory, made);
      };
      // A constructor that returns an object gives that one.
      function Example(): Memory {
        return open();
      }
      return { Memory: Example, default: { config: () => undefined } };
    };

    it("examples/basic.ts: reset, add, get, update, getAll, search, history, delete", async () => {
      const [code] = codeOf("mem0-ts/src/oss/examples/basic.ts");
      await play(code!, classes());
      // It starts three runs, and waits for none of them.
      await expect.poll(() => made.filter(({ call }) => call === "reset").length + errors().length).toBe(6);
      await results("reset");
      expect(errors()).toEqual([]);
      expect(await results("get")).toMatchObject(
        Array(3).fill({ memory: "John is a software engineer.", user_id: "john" }),
      );
      expect(await results("update")).toEqual(Array(3).fill({ message: "Memory updated successfully!" }));
      const changed = "I love India, it is my favorite country.";
      expect(await results("getAll")).toMatchObject(Array(3).fill({ results: [{ memory: changed }] }));
      expect(await results("history")).toMatchObject(
        Array(3).fill([{ action: "UPDATE", new_value: changed }, { action: "ADD" }]),
      );
      expect(await results("delete")).toEqual(Array(3).fill({ message: "Memory deleted successfully!" }));
    });

    it("the quickstart for Node", async () => {
      const blocks = codeOf("docs/open-source/node-quickstart.mdx").slice(0, 3);
      await play(blocks.join("\n"), classes());
      const found = {
        results: [expect.objectContaining({ memory: "Alice loves sci-fi movies.", user_id: "alice" })],
      };
      expect(await results("add")).toMatchObject([{ results: [{ metadata: { event: "ADD" } }] }]);
      expect(await results("search")).toEqual([found]);
      expect(printed).toEqual([[found]]);
      expect(await results("search")).toMatchObject([
        { results: [{ metadata: { category: "movie_recommendations" }, score: expect.any(Number) }] },
      ]);
    });

    it("memory operations: add, and search by filters", async () => {
      const blockOf = (page: Mem0Page): string => codeOf(page).find((code) => code.includes("mem0ai/oss"))!;
      await play(blockOf("docs/core-concepts/memory-operations/add.mdx"), classes());
      expect(await results("add")).toMatchObject([
        { results: [{ memory: "Alice likes to drink coffee in the morning." }] },
        { results: expect.any(Array) },
      ]);
      await play(blockOf("docs/core-concepts/memory-operations/search.mdx"), classes());
      expect(await results("search")).toEqual([{ results: [] }, { results: [] }]);
    });

    it("the README of the class: update, getAll and search with what has expired", async () => {
      const code = codeOf("mem0-ts/src/oss/README.md").at(-1)!;
      const before = `import { Memory } from "mem0ai/oss";
const memory = new Memory();
const memoryId = (await memory.add("I prefer decaf", { userId: "alice" })).results[0].id;\n`;
      await play(before + code, classes());
      expect(await results("update")).toEqual(Array(4).fill({ message: "Memory updated successfully!" }));
      const [all] = await results("getAll");
      const kept = { memory: "Alex now prefers decaf coffee", metadata: { category: "preferences" } };
      expect(all).toMatchObject({ results: [kept] });
      expect(await results("search")).toMatchObject([{ results: [kept] }]);
    });
  });

  describe("with the npm client and a server", () => {
    let memoir: MemoirEngine;
    let server: RunningServer;
    beforeEach(async () => {
      const settings = { server: { port: 0 } };
      memoir = await openMemoir({
        database: ":memory:",
        embedder: "none",
        background: false,
        model: model.model,
        settings,
      });
      server = await startServer({ memoir, version: "0.0.0" });
    });
    afterEach(async () => {
      await server.close();
      await memoir.close();
    });
    const classes = async (): Promise<object> => {
      const connect = await mem0Client<object>(server.url);
      const { key } = await memoir.operator().keys.create({ name: `bot ${made.length}`, role: "write" });
      function Example(): object {
        return noting(connect(key), made);
      }
      return { MemoryClient: Example, default: Example };
    };
    const ofClient = (page: Mem0Page): string[] =>
      codeOf(page).filter((code) => !code.includes("mem0ai/oss"));

    it("the quickstart of the platform", async () => {
      await play(codeOf("docs/platform/quickstart.mdx").join("\n"), await classes());
      expect(await results("add")).toMatchObject([
        { results: [{ memory: "user123 is a vegetarian and allergic to nuts.", event: "ADD" }] },
      ]);
      expect(await results("search")).toMatchObject([
        {
          results: [
            {
              memory: "user123 is a vegetarian and allergic to nuts.",
              userId: "user123",
              score: expect.any(Number),
            },
          ],
        },
      ]);
    });

    it("memory operations: add, turn by turn", async () => {
      const [first, later] = ofClient("docs/core-concepts/memory-operations/add.mdx");
      await play(`${first}\n${later}`, await classes());
      expect(await results("add")).toMatchObject([
        { results: [{ memory: "Alice plans a trip to Tokyo next month." }] },
        { results: [{ memory: "Alice has a dog named Biscuit." }] },
        { results: [] },
      ]);
    });

    it("memory operations: search, and delete all of a user", async () => {
      await memoir.scope("user:alice").remember("Alice likes pizza with mushrooms");
      await play(ofClient("docs/core-concepts/memory-operations/search.mdx")[0]!, await classes());
      expect(await results("search")).toMatchObject([
        { results: [{ memory: "Alice likes pizza with mushrooms" }] },
      ]);
      const all = codeOf("docs/core-concepts/memory-operations/delete.mdx").find((code) =>
        code.includes('deleteAll({ userId: "alice" })'),
      );
      await play(all!, await classes());
      expect(await results("deleteAll")).toEqual([{ message: "Memories deleted successfully!" }]);
      expect((await memoir.scope("user:alice").memories.list()).items).toEqual([]);
    });
  });
});
