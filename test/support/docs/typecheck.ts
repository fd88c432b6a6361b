import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../program.ts";
import type { Block } from "./pages.ts";

const FOLDER = join(root, "node_modules/.cache/memoir-docs");

/** What the compiler says against the blocks, each by its page and line; `memoir` and its parts are the sources. */
export function typeProblems(blocks: readonly Block[]): string[] {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const names = blocks.map(({ page, text, line }) => {
    const name = `${page.replaceAll("/", "~")}~${line}.ts`;
    // The empty lines make the compiler's line numbers those of the page.
    writeFileSync(join(FOLDER, name), `${"\n".repeat(line - 1)}${text}\nexport {};\n`);
    return name;
  });
  const config = {
    extends: join(root, "tsconfig.json"),
    compilerOptions: {
      paths: ownModules(),
      // The blocks show values that they do not go on to use.
      noUnusedLocals: false,
      noUnusedParameters: false,
    },
    include: [],
    files: [
      ...names,
      join(root, "test/support/docs/names.d.ts"),
      join(root, "test/support/docs/mem0ai.d.ts"),
    ],
  };
  writeFileSync(join(FOLDER, "tsconfig.json"), JSON.stringify(config));
  const tsc = spawnSync(join(root, "node_modules/.bin/tsc"), ["-p", FOLDER, "--pretty", "false"], {
    encoding: "utf8",
  });
  return tsc.stdout
    .split("\n")
    .filter((line) => line.includes("error TS"))
    .map((line) => line.replace(/^.*?([^/]+)~\d+\.ts\((\d+)/, "$1($2").replaceAll("~", "/"));
}

/** `memoir/client` and the others, as the package exports them, from the sources. */
function ownModules(): Record<string, string[]> {
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    exports: Record<string, string | { types: string }>;
  };
  return Object.fromEntries(
    Object.entries(exports).flatMap(([name, target]) =>
      typeof target === "string"
        ? []
        : [
            [
              `memoir${name.slice(1)}`,
              [join(root, target.types.replace("./dist/", "src/").replace(".d.ts", ".ts"))],
            ],
          ],
    ),
  );
}
