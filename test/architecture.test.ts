import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { circlesIn, type ImportStatement, whyNot } from "./support/architecture.ts";
import { type Found, readSource } from "./support/source-file.ts";

const src = fileURLToPath(new URL("../src/", import.meta.url));

const files = readdirSync(src, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".ts"))
  .sort()
  .map((path) => ({
    path,
    isTest: path.endsWith(".test.ts"),
    ...readSource(readFileSync(src + path, "utf8")),
  }));

const ONE_TO_TEN = Array.from({ length: 10 }, (_, i) => i + 1);

const EXPORTED = /^export (?:abstract )?(?:async )?(?:function\*?|class|const|let|interface|type) (\w+)/gm;

/** Names that two files may export: mem0's classes have them, and so do we. */
const NAMED_TWICE = new Set(["HistoryRow", "Memory"]);

function at(path: string, { line, text }: Found): string {
  return `src/${path}:${line} ${text}`;
}

describe("the house", () => {
  test("nobody imports upward or sideways", () => {
    const wrong = files.flatMap((file) =>
      [
        ...file.imports.map((found) => ({ found, isUrl: false })),
        ...file.urls.map((found) => ({ found, isUrl: true })),
      ].flatMap(({ found, isUrl }) => {
        const why = whyNot({ file: file.path, specifier: found.text, isUrl });
        return why === undefined ? [] : [`${at(file.path, found)}: ${why}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test("every folder of src has its place", () => {
    const wrong = new Set(files.map((file) => whyNot({ file: file.path, specifier: "node:fs" })));
    expect([...wrong].filter((why) => why?.includes("give it a place"))).toEqual([]);
  });

  test("no name is exported by two files", () => {
    const exporters = Map.groupBy(
      files
        .filter(({ path }) => !/\.(test|fixture)\.ts$/.test(path))
        .flatMap(({ path }) =>
          [
            ...new Set(Array.from(readFileSync(src + path, "utf8").matchAll(EXPORTED), ([, name]) => name!)),
          ].map((name) => ({ name, path })),
        ),
      ({ name }) => name,
    );
    const twice = [...exporters].filter(([, all]) => all.length > 1);
    expect(
      twice
        .filter(([name]) => !NAMED_TWICE.has(name))
        .map(([name, all]) => `${name}: ${all.map(({ path }) => path).join(", ")}`),
    ).toEqual([]);
  });

  test("no files import each other in a circle", () => {
    const imports = new Map(
      files.map(({ path, imports }) => [
        path,
        imports
          .filter(({ text }) => text.startsWith("."))
          .map(({ text }) => posix.join(posix.dirname(path), text)),
      ]),
    );
    expect(circlesIn(imports).map((circle) => circle.join(" → "))).toEqual([]);
  });

  test("the walks of docs/contributing.md exist, in at most ten steps, none of them upward", () => {
    const guide = readFileSync(new URL("../docs/contributing.md", import.meta.url), "utf8");
    const imports = new Map(
      files.map(({ path, imports, urls }) => [
        path,
        [...imports, ...urls].map(({ text }) => posix.join(posix.dirname(path), text)),
      ]),
    );
    const reachable = new Set<string>();
    const reach = (path: string): void => {
      if (reachable.has(path)) return;
      reachable.add(path);
      for (const next of imports.get(path) ?? []) reach(next);
    };
    const steps = [...guide.matchAll(/^(\d+)\. `src\/([^`]+)`, `(\w+)\(\)`/gm)];
    expect(steps.map(([, number]) => Number(number))).toEqual([...ONE_TO_TEN, ...ONE_TO_TEN]);
    for (const [, number, path, name] of steps) {
      // A step is below one before it: imports go down only, as the first test checks.
      if (number === "1") reachable.clear();
      else expect(reachable, path).toContain(path);
      reach(path!);
      const code = readFileSync(src + path!, "utf8");
      expect(code, path).toMatch(new RegExp(`\\b(?:function |async )?${name}\\b[(<:]`));
    }
  });

  test("api holds types, the table of calls and the names of presets", () => {
    const api = files.filter(({ path }) => /^api\/(?!calls\/|preset-name)/.test(path));
    expect(api.length).toBeGreaterThan(10);
    expect(api.flatMap((file) => [...file.runs, ...file.loads].map((found) => at(file.path, found)))).toEqual(
      [],
    );
  });

  test("a browser can load the client", () => {
    const loads = new Map(files.map(({ path, loads }) => [path, loads]));
    const seen = new Set<string>();
    const wrong: string[] = [];
    const walk = (path: string): void => {
      if (seen.has(path)) return;
      seen.add(path);
      for (const found of loads.get(path) ?? []) {
        if (found.text.startsWith(".")) walk(posix.join(posix.dirname(path), found.text));
        else wrong.push(at(path, found));
      }
    };
    walk("client/index.ts");
    expect(wrong).toEqual([]);
    expect(seen.size).toBeGreaterThan(10);
  });

  test("no file of src is over 400 lines", () => {
    const long = files.filter((file) => !file.isTest && file.lines > 400);
    expect(long.map((file) => `src/${file.path} has ${file.lines} lines`)).toEqual([]);
  });

  test("a test of src stands beside the file it is named after", () => {
    const sources = new Set(files.filter((file) => !file.isTest).map(({ path }) => path));
    // `loader.test.ts` or, where that would be too long, `loader.manage.test.ts`.
    const lost = files.filter(
      ({ path, isTest }) =>
        isTest &&
        !path.startsWith("write/extract/") &&
        !sources.has(path.replace(/(?:\.[\w-]+)?\.test\.ts$/, ".ts")),
    );
    expect(lost.map(({ path }) => `src/${path}`)).toEqual([]);
  });

  test("no function of these rooms is over 60 lines", () => {
    const rooms = /^(?:write|jobs|features|engine|models|cli|testing|store|client)\//;
    const own = files.filter(({ isTest, path }) => !isTest && rooms.test(path));
    expect(own.flatMap((file) => file.longFunctions.map((found) => at(file.path, found)))).toEqual([]);
  });

  test("no `any`", () => {
    expect(files.flatMap((file) => file.anys.map((found) => at(file.path, found)))).toEqual([]);
  });

  test("no default export", () => {
    expect(files.flatMap((file) => file.defaultExports.map((found) => at(file.path, found)))).toEqual([]);
  });

  test("only the command line writes to the console", () => {
    const others = files.filter((file) => !file.path.startsWith("cli/"));
    expect(others.flatMap((file) => file.consoles.map((found) => at(file.path, found)))).toEqual([]);
  });
});

describe("the rule about imports", () => {
  const wrong: [file: string, specifier: string, why: RegExp][] = [
    ["domain/scope.ts", "../store/database.ts", /store is above domain/],
    ["domain/render/f1.ts", "../../read/render.ts", /read is above domain/],
    ["domain/scope.ts", "node:fs", /domain is pure/],
    ["domain/scope.ts", "fs", /domain is pure/],
    ["domain/scope.ts", "pg", /domain is pure/],
    ["store/events.ts", "../models/embedder.ts", /same level/],
    ["store/events.ts", "../jobs/queue.ts", /jobs is above store/],
    ["store/sqlite/driver.ts", "../postgres/driver.ts", /do not know each other/],
    ["store/postgres/driver.ts", "../sqlite/worker.ts", /do not know each other/],
    ["language/english/dates.ts", "../chinese/dates.ts", /do not know each other/],
    ["domain/relevance/signals.ts", "../../language/languages.ts", /language is above domain/],
    ["write/gate.ts", "../read/rank.ts", /same level/],
    ["read/rank.ts", "../engine/engine.ts", /engine is above read/],
    ["features/summaries/digest/days.ts", "../../upkeep/sweep.ts", /same level/],
    ["features/upkeep/sweep.ts", "../../engine/handles/scope.ts", /handles is above features/],
    ["engine/open.ts", "./handles/scope.ts", /handles is above engine/],
    ["engine/handles/scope.ts", "../../index.ts", /index is above engine/],
    ["engine/handles/scope.ts", "../../store/tables/scopes.ts", /does not query the tables/],
    ["cli/pending.ts", "../store/open.ts", /never the store/],
    ["adapters/mem0/index.ts", "../../store/events.ts", /never the store/],
    ["write/decide/gate.ts", "../commit/commit.ts", /write\/commit is a later stage than write\/decide/],
    ["write/commit/commit.ts", "../extract-pending.ts", /extract-pending.ts is a later stage/],
    ["write/decide/gate.ts", "../extract/prompt.ts", /stages of one level/],
    ["read/parse/parse.ts", "../retrieve/retrieve.ts", /read\/retrieve is a later stage than read\/parse/],
    ["read/rank/rank.ts", "../select/select.ts", /read\/select is a later stage than read\/rank/],
    ["read/recall.ts", "./views/explain.ts", /read\/views is a later stage/],
    ["write/cellar/wine.ts", "../decide/gate.ts", /src\/write\/cellar is not in the table/],
    ["memoir.ts", "./domain/scope.ts", /src\/memoir is not in the table/],
    ["api/scope.ts", "../read/recall.ts", /api may import only domain/],
    ["engine/presets/default.ts", "../../write/gate.ts", /presets may import only domain/],
    ["engine/presets/default.ts", "../../store/database.ts", /presets may import only domain/],
    ["write/gate.ts", "../engine/presets/default.ts", /presets is above write/],
    ["testing/clock.ts", "../store/database.ts", /testing may import only domain and models/],
    ["write/gate.ts", "../testing/clock.ts", /testing is above write/],
    ["server/http/app.ts", "../mcp/server.ts", /same level/],
    ["adapters/mem0/index.ts", "../../server/http/app.ts", /same level/],
    ["server/mem0/shapes.ts", "../http/app.ts", /http is above server/],
    ["server/mem0/shapes.ts", "../../store/events.ts", /never the store/],
    ["engine/handles/scope.ts", "../../server/mem0/shapes.ts", /mem0 is above engine/],
    ["adapters/mem0/index.ts", "../discord/index.ts", /do not know each other/],
    ["engine/open.ts", "../cli/main.ts", /cli is above engine/],
    ["index.ts", "../test/support/postgres.ts", /does not import from test/],
    ["store/store.test.ts", "../../test/support/postgres.ts", /does not import from test/],
    ["cli/bench.ts", "../../bench/run.ts", /does not import from bench/],
    ["cli/main.ts", "memoir", /its own package/],
    ["cli/main.ts", "memoir/testing", /its own package/],
    ["domain/scope.ts", "./scope.test.ts", /a test is not there to be imported/],
    ["cellar/wine.ts", "../domain/scope.ts", /src\/cellar is not in the table/],
    ["index.ts", "./cellar/wine.ts", /src\/cellar is not in the table/],
  ];
  test.each(wrong)("%s may not import %s", (file, specifier, why) => {
    expect(whyNot({ file, specifier })).toMatch(why);
  });

  const right: [file: string, specifier: string][] = [
    ["domain/scope.ts", "./errors.ts"],
    ["domain/render/f1.ts", "../memory.ts"],
    ["domain/policy.ts", "zod"],
    ["domain/scope.test.ts", "vitest"],
    ["domain/scope.test.ts", "node:fs"],
    ["store/sqlite/driver.ts", "../dialect.ts"],
    ["store/open.ts", "./sqlite/driver.ts"],
    ["store/events.ts", "node:crypto"],
    ["write/commit/commit.ts", "../decide/gate.ts"],
    ["write/extract-pending.ts", "./commit/commit.ts"],
    ["write/decide/gate.test.ts", "../commit/commit.ts"],
    ["read/rank.ts", "../scope-index/kernel.ts"],
    ["read/rank.ts", "../domain/ranking.ts"],
    ["domain/relevance/small-index.fixture.ts", "../../language/languages.ts"],
    ["read/rank.test.ts", "../testing/clock.ts"],
    ["read/rank.test.ts", "../engine/presets/default.ts"],
    ["features/upkeep/sweep.ts", "../../write/persist.ts"],
    ["engine/presets/default.ts", "../../domain/policy.ts"],
    ["engine/open.ts", "./presets/default.ts"],
    ["index.ts", "./engine/handles/memoir.ts"],
    ["engine/handles/memoir.ts", "./scope.ts"],
    ["server/http/app.ts", "../../index.ts"],
    ["adapters/mem0/index.ts", "../shared.ts"],
    ["adapters/mem0/index.ts", "../../server/mem0/shapes.ts"],
    ["server/http/mem0/routes.ts", "../../mem0/shapes.ts"],
    ["cli/serve.ts", "../server/mcp/server.ts"],
    ["cli/serve.ts", "../server/http/app.ts"],
    ["cli/version.ts", "../../package.json"],
    ["testing/model.ts", "../models/port.ts"],
  ];
  test.each(right)("%s may import %s", (file, specifier) => {
    expect(whyNot({ file, specifier })).toBeUndefined();
  });

  const urls: [statement: ImportStatement, allowed: boolean][] = [
    [{ file: "store/migrate.ts", specifier: "./migrations/", isUrl: true }, true],
    [{ file: "server/http/app.ts", specifier: "../../dashboard/index.html", isUrl: true }, true],
    [{ file: "domain/scope.ts", specifier: "../store/migrations/0001.sql", isUrl: true }, false],
    [{ file: "cli/tour.ts", specifier: "../../test/fixtures/a.db", isUrl: true }, false],
  ];
  test.each(urls)("the URL %o: %s", (statement, allowed) => {
    expect(whyNot(statement) === undefined).toBe(allowed);
  });
});

test("a circle is found from wherever it is entered", () => {
  const imports = { a: ["b"], b: ["c", "d"], c: ["b"], d: ["e"], e: [], f: ["f"] };
  expect(circlesIn(new Map(Object.entries(imports)))).toEqual([
    ["b", "c", "b"],
    ["f", "f"],
  ]);
});

describe("reading a source file", () => {
  test("finds every way to import", () => {
    const source = readSource(`
import a from "./a.ts";
import type { B } from "./b.ts";
import "./c.ts";
export { d } from "./d.ts";
export * from "./e.ts";
const f = await import("./f.ts");
type G = import("./g.ts").G;
const h = await import(\`./h/\${f}.ts\`);
const i = await import(f ? "./i.ts" : "./j.ts");
// import x from "./comment.ts";
const text = 'import x from "./string.ts"';
`);
    const letters = [..."abcdefg", "h/", "i", "j"];
    expect(source.imports.map((found) => found.text)).toEqual(
      letters.map((letter) => (letter === "h/" ? "./h/" : `./${letter}.ts`)),
    );
    expect(source.imports.map((found) => found.line)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 10]);
  });

  test("tells what is loaded from what is a type", () => {
    const source = readSource(`
import { a, type B } from "./a.ts";
import { type C, type D } from "./c.ts";
import type { E } from "./e.ts";
import "./f.ts";
export type { G } from "./g.ts";
export { h } from "./h.ts";
export interface I { j: import("./j.ts").J }
export type K = 1;
export const l = 1;
`);
    expect(source.loads.map((found) => found.text)).toEqual(["./a.ts", "./f.ts", "./h.ts"]);
    expect(source.runs.map((found) => found.line)).toEqual([7, 10]);
  });

  test("finds files named by URL", () => {
    const source = readSource(`
const a = new URL("./a.sql", import.meta.url);
const b = new URL(import.meta.url.endsWith(".ts") ? "./b.ts" : "./b.js", import.meta.url);
const c = import.meta.resolve("./c.ts");
const d = new URL("./d", "http://localhost");
`);
    expect(source.urls.map((found) => found.text)).toEqual(["./a.sql", "./b.ts", "./b.js", "./c.ts"]);
  });

  test("finds long functions, by all their lines", () => {
    const body = "  f();\n".repeat(59);
    const source = readSource(`function long() {\n${body}}\nconst short = () => {\n${body.slice(7)}};\n`);
    expect(source.longFunctions).toEqual([{ line: 1, text: "a function of 61 lines" }]);
  });

  test("finds any, default exports and the console, and not their look-alikes", () => {
    const source = readSource(`
const a: any = 1; // any
export default a;
export { a as default };
console.log("any console.log");
const many = { any: 1, default: 2 };
`);
    expect(source.anys.map((found) => found.line)).toEqual([2]);
    expect(source.defaultExports.map((found) => found.line)).toEqual([3, 4]);
    expect(source.consoles).toEqual([{ line: 5, text: "console.log" }]);
    expect(source.lines).toBe(6);
  });
});
