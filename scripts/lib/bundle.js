import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { rolldown } from "rolldown";
import { root } from "./exec.js";

const src = join(root, "src");

/** What is started or imported by its path: the package's entry points, the command line and the threads. */
const ENTRIES = [
  "index",
  "client/index",
  "testing/index",
  "cli/main",
  "models/local/worker",
  "store/sqlite/worker",
  "write/reader/worker",
];

/** Loaded only by those who use them, or with programs of their own in them. All others become part of the bundle. */
const EXTERNAL = ["@ai-sdk/openai-compatible", "@huggingface/tokenizers", "pg"];

/**
 * Writes the JavaScript of the package to `folder`: each entry at the path that it has in `src`, the code they share
 * beside them in `chunks`. Node takes longer to find and link a thousand small files than to run what is in them.
 *
 * @param {string} folder
 */
export async function bundle(folder) {
  const { optionalDependencies, peerDependencies } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  const external = [...EXTERNAL, ...Object.keys({ ...optionalDependencies, ...peerDependencies })];
  const build = await rolldown({
    input: Object.fromEntries(ENTRIES.map((entry) => [entry, join(src, `${entry}.ts`)])),
    platform: "node",
    external: external.map((name) => new RegExp(`^${name}(/|$)`)),
    transform: { target: "es2023" },
    plugins: [keepModuleUrls],
  });
  await build.write({
    dir: folder,
    format: "esm",
    sourcemap: true,
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
  });
  await build.close();
}

/** A module that finds a file beside itself, as `new URL("./worker.js", import.meta.url)`, finds it from a chunk too. */
const keepModuleUrls = {
  name: "keep-module-urls",
  /** @param {string} code @param {string} id */
  transform(code, id) {
    if (!id.startsWith(src) || !code.includes("import.meta.url")) return null;
    const file = relative(src, id).replaceAll("\\", "/").replace(/\.ts$/, ".js");
    return { code: code.replaceAll("import.meta.url", `__moduleUrl("${file}")`), map: null };
  },
  /** @param {string} code @param {{ fileName: string }} chunk */
  renderChunk(code, chunk) {
    if (!code.includes("__moduleUrl(")) return null;
    const placed = code.replace(/__moduleUrl\("([^"]+)"\)/g, (_, file) => {
      const path = relative(dirname(chunk.fileName), file).replaceAll("\\", "/");
      return `new URL("./${path}", import.meta.url).href`;
    });
    return { code: placed, map: null };
  },
};
