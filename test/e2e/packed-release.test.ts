import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { publint } from "publint";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { notAllowed } from "../../scripts/lib/components.js";
import { contentProblems, installedSizes, MAX_INSTALLED_BYTES, packFor } from "../../scripts/lib/package.js";
import { databases } from "../support/databases.ts";
import {
  fetchNode,
  fetchNode22,
  linkPackage,
  type Ran,
  runProgram,
  unpackPackage,
} from "../support/packed.ts";
import { BY_DEFAULT, root } from "../support/program.ts";
import { firstOf, oneOf, proving } from "../support/prove.ts";

const run = promisify(execFile);
const FIXTURES = join(root, "test/fixtures");
const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { exports: object };
const ENTRIES = Object.keys(exports)
  .filter((path) => path !== "./package.json")
  .map((path) => path.replace(".", "memoir"));
/** The types of these packages need skipLibCheck themselves. */
const UNCHECKED = { "memoir/discord": "discord.js", "memoir/langgraph": "@langchain" };
const node22 = await fetchNode22();
const node20 = await fetchNode("20");

let folder = "";
let unpacked = "";
let program = "";
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "memoir-release-"));
  program = await unpackPackage(folder);
  unpacked = join(folder, "node_modules", "memoir");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Sbom {
  readonly components: readonly {
    readonly name: string;
    readonly licenses: readonly [{ license?: { id: string }; expression?: string }];
    readonly properties: readonly [{ value: string }];
  }[];
}

function components(): { name: string; license: string; delivery: string }[] {
  const sbom = JSON.parse(readFileSync(join(unpacked, "dist/sbom.cdx.json"), "utf8")) as Sbom;
  return sbom.components.map(({ name, licenses: [{ license, expression }], properties: [{ value }] }) => ({
    name,
    license: license?.id ?? expression ?? "",
    delivery: value,
  }));
}

describe("the files of the package", () => {
  it("are those that it needs, and no others", () => {
    expect(contentProblems(unpacked)).toEqual([]);
    for (const stray of ["dist/index.test.js", "dist/index.js.map", "dashboard/src/main.tsx"]) {
      const file = join(unpacked, stray);
      mkdirSync(join(file, ".."), { recursive: true });
      writeFileSync(file, "");
      expect(contentProblems(unpacked)).toEqual([`${stray} does not belong in the package`]);
      rmSync(file);
    }
  });

  it("please publint", async () => {
    const { messages } = await publint({ pkgDir: unpacked, strict: true, pack: false });
    expect(messages).toEqual([]);
  });

  it("take at most 150 MB with all that is installed beside them", () => {
    const sizes = installedSizes(unpacked);
    expect(sizes.length).toBeGreaterThan(10);
    expect(sizes.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(MAX_INSTALLED_BYTES);
  });
});

describe("licences", () => {
  it("are allowed, of all that is bundled, installed or a model", () => {
    const all = components();
    expect(notAllowed(all)).toEqual([]);
    expect(new Set(all.map(({ delivery }) => delivery))).toEqual(
      new Set(["bundled", "installed", "model", "optional"]),
    );
    expect(notAllowed([{ name: "x", license: "GPL-3.0-only" }])).toHaveLength(1);
    expect(notAllowed([{ name: "x", license: "(MIT AND SSPL-1.0)" }])).toHaveLength(1);
    expect(notAllowed([{ name: "x", license: "(GPL-2.0 OR MIT)" }])).toEqual([]);
  });

  it("are in the package, of all whose code is in it", () => {
    const text = readFileSync(join(unpacked, "dist/THIRD-PARTY-LICENSES.txt"), "utf8");
    const shipped = components().filter(({ delivery }) => delivery !== "installed");
    expect(shipped.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["preact", "uplot", "hono", "onnxruntime-web", "memoir-1-en"]),
    );
    const parts = text.split(/^-{80}\n/m).slice(1);
    expect(parts.map((part) => part.split(" ")[0])).toEqual(shipped.map(({ name }) => name));
    for (const part of parts) expect(part).toMatch(/Permission|permitted|Apache License/);
  });
});

describe("the types of every entry point", () => {
  const compile = async (options: readonly string[], files: readonly string[]): Promise<string> => {
    const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
    const given = ["--noEmit", "--strict", "--target", "es2022", "--types", "node", ...options];
    const { stdout } = await run(process.execPath, [tsc, ...given, ...files], { cwd: folder }).catch(
      (error: { stdout: string }) => error,
    );
    return stdout;
  };
  const fileOf = (entry: string, ending: string): string => `${entry.replace("/", "-")}.${ending}`;
  const files = (ending: string, isChecked: boolean): string[] =>
    ENTRIES.filter((entry) => isChecked !== entry in UNCHECKED).map((entry) => fileOf(entry, ending));
  beforeAll(() => {
    for (const name of ["@types", ...Object.values(UNCHECKED)]) linkPackage(folder, name);
    for (const entry of ENTRIES) {
      const text = `import * as all from "${entry}";\nexport const names: string[] = Object.keys(all);\n`;
      for (const ending of ["mts", "cts"]) writeFileSync(join(folder, fileOf(entry, ending)), text);
    }
  });

  const RESOLUTIONS = [
    ["nodenext", "mts"],
    ["nodenext", "cts"],
    ["node16", "mts"],
    ["bundler", "mts"],
  ] as const;
  it.each(firstOf(RESOLUTIONS, 1))(
    "are found with moduleResolution %s from .%s, without skipLibCheck",
    async (resolution, ending) => {
      const module = resolution === "bundler" ? "esnext" : resolution;
      const options = ["--module", module, "--moduleResolution", resolution];
      expect(await compile(options, files(ending, true))).toBe("");
      expect(await compile([...options, "--skipLibCheck"], files(ending, false))).toBe("");
    },
  );
});

describe.each([
  ["24", process.execPath],
  ["22", node22],
])("an upgrade to the package, on Node %s", (_, node) => {
  const memoir = (args: readonly string[], database: string): Promise<Ran> =>
    runProgram(node!, [program, ...args, "--database", database, "--json"], { cwd: folder });
  const exportOf = async (database: string, tenant: string): Promise<Record<string, unknown>[]> => {
    const args = ["export", "--all", "--tenant", tenant, "--database", database];
    const { code, out, err } = await runProgram(node!, [program, ...args], { cwd: folder });
    expect([code, err]).toEqual([0, ""]);
    return rowsOf(out);
  };
  const rowsOf = (lines: string): Record<string, unknown>[] =>
    lines
      .split("\n")
      .slice(1, -1)
      .map((line) => JSON.parse(line) as { sha256?: string })
      .map(({ sha256: _hash, ...row }) => row);

  it.skipIf(node === null)("opens the oldest database", async () => {
    const database = join(folder, `v1-${process.hrtime.bigint()}.db`);
    cpSync(join(FIXTURES, "v1.db"), database);
    const checked = await memoir(["doctor"], database);
    expect([checked.code, JSON.parse(checked.out)]).toEqual([0, expect.objectContaining({ ok: true })]);
    const { out } = await memoir(["list", "--user", "alice", "--tenant", "acme"], database);
    expect(out).toContain("Alice lives in Berlin");
  });

  const old = readdirSync(FIXTURES).filter((file) => /^export-\d+\.jsonl$/.test(file));
  const all = databases.flatMap((kind) => old.map((file) => ({ kind, file, on: kind.name })));
  const cases = node === node22 ? firstOf(all, 1) : oneOf(all);
  it.skipIf(node === null).each(cases)("imports $file on $on without loss", async ({ kind, file }) => {
    const empty = await kind.create({ empty: true });
    try {
      const ran = await memoir(["import", join(FIXTURES, file), "--tenant", "acme"], empty.database);
      expect([ran.code, ran.err]).toEqual([0, ""]);
      const expected = rowsOf(readFileSync(join(FIXTURES, file), "utf8"));
      expect(await exportOf(empty.database, "acme")).toMatchObject(expected);
    } finally {
      await empty.cleanup();
    }
  });
});

describe("an older Node", () => {
  it.skipIf(node20 === null)("says that it is too old, with a code", async () => {
    const message = /^Memoir needs Node 22\.16 or newer, this is 20\.\d+\.\d+\./;
    const plain = await runProgram(node20!, [program, "list"], { cwd: folder });
    expect([plain.code, plain.out, plain.err]).toEqual([
      1,
      "",
      expect.stringMatching(/^memoir: Memoir needs Node 22\.16.*\(unsupported_runtime\)\n$/),
    ]);
    const { err } = await runProgram(node20!, [program, "list", "--json"], { cwd: folder });
    expect(JSON.parse(err)).toMatchObject({ error: { code: "unsupported_runtime" } });
    const script = 'import("memoir").catch(({ code, message }) => console.log(code, message))';
    const { out } = await runProgram(node20!, ["--input-type=module", "-e", script], { cwd: folder });
    expect(out).toMatch(/^unsupported_runtime /);
    expect(out.slice("unsupported_runtime ".length)).toMatch(message);
  });
});

describe.runIf(proving)("the package for this kind of machine", () => {
  it("is installed without a network, takes at most 150 MB and finds by meaning with the native runtime", async () => {
    const tarball = join(folder, "whole.tgz");
    await packFor(`${process.platform}-${process.arch}`, unpacked, tarball);
    const user = mkdtempSync(join(folder, "user-"));
    const cache = join(folder, "empty-cache");
    const options = ["install", "--offline", "--ignore-scripts", "--no-audit", "--cache", cache, tarball];
    writeFileSync(join(user, "package.json"), "{}");
    await run("npm", options, { cwd: user, shell: process.platform === "win32" });
    const whole = join(user, "node_modules", "memoir");
    expect(contentProblems(whole)).toEqual([]);
    expect(installedSizes(whole).reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(
      MAX_INSTALLED_BYTES,
    );
    const ran = (env: Record<string, string>): Promise<Ran> =>
      runProgram(process.execPath, [join(whole, "bin/memoir.js"), "doctor"], { cwd: user, env });
    expect((await ran({ ...BY_DEFAULT, MEMOIR_ONNX_RUNTIME: "native" })).out).toMatch(/sentences embedded/);
    expect((await ran({ ...BY_DEFAULT, MEMOIR_ONNX_RUNTIME: "wasm" })).out).toMatch(/sentences embedded/);
  });
});
