import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { START_TOOLS } from "../../scripts/lib/start-tools.js";
import { buildIfStale, root } from "../support/program.ts";

type Needs = Readonly<Record<string, string>>;

interface Lock {
  readonly packages: Readonly<Record<string, { dependencies?: Needs; optionalDependencies?: Needs }>>;
}

/** The packages that `npm start` installs: what the program and the build need, with what those need. */
function installedForStart(): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as Lock;
  const found = new Set<string>();
  const add = (name: string): void => {
    const path = `node_modules/${name}`;
    if (found.has(path) || !existsSync(join(root, path))) return;
    found.add(path);
    const { dependencies, optionalDependencies } = packages[path] ?? {};
    Object.keys({ ...dependencies, ...optionalDependencies }).forEach(add);
  };
  [...START_TOOLS, ...Object.keys(packages[""]?.dependencies ?? {})].forEach(add);
  return [...found];
}

function declarationsUnder(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".d.ts"),
  );
  return Object.fromEntries(files.sort().map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

describe("a fresh checkout, as npm start installs it", () => {
  const checkout = mkdtempSync(join(tmpdir(), "memoir-checkout-"));
  beforeAll(() => {
    buildIfStale();
    for (const name of [
      "src",
      "dashboard",
      "scripts",
      "package.json",
      "package-lock.json",
      "tsconfig.json",
      "tsconfig.build.json",
    ])
      cpSync(join(root, name), join(checkout, name), { recursive: true });
    for (const path of installedForStart()) {
      mkdirSync(dirname(join(checkout, path)), { recursive: true });
      symlinkSync(join(root, path), join(checkout, path));
    }
    symlinkSync(join(root, "node_modules", ".bin"), join(checkout, "node_modules", ".bin"));
  });
  afterAll(() => rmSync(checkout, { recursive: true, force: true }));

  it("builds without the packages of developers and of adapters, with the same types", async () => {
    expect(existsSync(join(checkout, "node_modules", "discord.js"))).toBe(false);
    await promisify(execFile)(process.execPath, [join(checkout, "scripts/build.js")], { cwd: checkout });
    expect(existsSync(join(checkout, "dist/dashboard/index.html"))).toBe(true);
    expect(declarationsUnder(join(checkout, "dist"))).toEqual(declarationsUnder(join(root, "dist")));
  });
});
