import { cpSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { rolldown } from "rolldown";
import { root } from "./exec.js";

/** Loaded on demand, or shipped with programs. All others become part of the bundle. */
const EXTERNAL = ["@ai-sdk/openai-compatible", "@huggingface/tokenizers", "pg"];

/**
 * Bundles TypeScript files: each entry goes to the path in `folder` that it has in `base`, the code they share into
 * `chunks`. Node takes longer to find and link a thousand small files than to run what is in them.
 *
 * @param {object} options
 * @param {readonly string[]} options.entries paths in `base`, without their ending
 * @param {string} options.base
 * @param {string} options.folder
 * @param {boolean} [options.sourcemap] default: true
 * @returns {Promise<string[]>} the files that the bundle is made of
 */
export async function bundle({ entries, base, folder, sourcemap = true }) {
  const { peerDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const external = [...EXTERNAL, ...Object.keys(peerDependencies)];
  const build = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [entry, join(base, `${entry}.ts`)])),
    platform: "node",
    // A package's ES modules first: the bundler cannot follow the `require` that a UMD file hands around.
    resolve: { mainFields: ["module", "main"] },
    external: external.map((name) => new RegExp(`^${name}(/|$)`)),
    transform: { target: "es2023" },
    plugins: [keepModuleUrls(base)],
  });
  const { output } = await build.write({
    dir: folder,
    format: "esm",
    sourcemap,
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name].js",
  });
  await build.close();
  copyWasm(join(folder, "chunks"));
  return output.flatMap(({ moduleIds = [] }) => moduleIds);
}

/** The runtime of the models that runs everywhere looks for its program beside itself. */
function copyWasm(folder) {
  for (const ending of ["mjs", "wasm"]) {
    const name = `ort-wasm-simd-threaded.${ending}`;
    cpSync(join(root, "node_modules", "onnxruntime-web", "dist", name), join(folder, name));
  }
}

/**
 * A module that finds a file beside itself, as `new URL("./worker.js", import.meta.url)`, finds it from a chunk too.
 *
 * @param {string} base
 */
function keepModuleUrls(base) {
  return {
    name: "keep-module-urls",
    /** @param {string} code @param {string} id */
    transform(code, id) {
      if (!id.startsWith(base) || id.includes("node_modules") || !code.includes("import.meta.url"))
        return null;
      const file = relative(base, id).replaceAll("\\", "/").replace(/\.ts$/, ".js");
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
}
