// Makes dist: the types of src by the compiler, its JavaScript as a bundle, and the dashboard in dist/dashboard. Everything
// is made aside and renamed into place, so that a failed build leaves the last good one alone and nobody sees half of a
// new one.
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { bundle } from "./lib/bundle.js";
import { componentsOf, noticesOf, packageFolders, sbomOf } from "./lib/components.js";
import { root, run } from "./lib/exec.js";
import { buildFingerprint, stampFile } from "./lib/fingerprint.js";

const src = join(root, "src");
const dist = join(root, "dist");
// Inside node_modules because every tool already ignores that, and it is on the same disk as dist.
const fresh = join(root, "node_modules", `.memoir-build-${process.pid}`);
const previous = join(root, "node_modules", `.memoir-previous-${process.pid}`);

/** Everything that is started or imported by its path: the package's entry points, the command line and the threads. */
const ENTRIES = [
  "index",
  "client/index",
  "adapters/ai-sdk/index",
  "adapters/discord/index",
  "adapters/langgraph/index",
  "adapters/mastra/index",
  "adapters/mem0/index",
  "adapters/openai-proxy/index",
  "testing/index",
  "cli/main",
  "models/local/worker",
  "store/sqlite/worker",
];

function filesUnder(folder, ending) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

function copySql() {
  for (const file of filesUnder(src, ".sql")) {
    const target = join(fresh, relative(src, file));
    mkdirSync(dirname(target), { recursive: true });
    cpSync(file, target);
  }
}

/** Removes the types that no entry point of the package leads to. */
function dropInnerTypes() {
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const kept = new Set();
  const keep = (file) => {
    if (kept.has(file)) return;
    kept.add(file);
    for (const [, path] of readFileSync(file, "utf8").matchAll(/(?:from |import |import\()"(\.[^"]+)"/g))
      keep(resolve(dirname(file), path.replace(/(\.d)?\.[jt]s$/, ".d.ts")));
  };
  for (const { types } of Object.values(exports)) if (types) keep(join(fresh, relative("dist", types)));
  for (const file of filesUnder(fresh, ".d.ts")) if (!kept.has(file)) rmSync(file);
}

/** What of others is in the package: a list for programs and the licences for people. */
function writeComponents(modules) {
  const ofPage = join(fresh, "dashboard", ".vite");
  const names = JSON.parse(readFileSync(join(ofPage, "license.json"), "utf8")).map(({ name }) => name);
  rmSync(ofPage, { recursive: true });
  const folders = [...packageFolders(modules), ...names.map((name) => `node_modules/${name}`)];
  const components = componentsOf([...new Set(folders)].sort());
  writeFileSync(join(fresh, "sbom.cdx.json"), `${JSON.stringify(sbomOf(components), null, 2)}\n`);
  writeFileSync(join(fresh, "THIRD-PARTY-LICENSES.txt"), noticesOf(components));
}

/** Beside each file of the page its compressed form, so that the server has nothing to do but send it. */
function compressPage(folder) {
  for (const file of [
    ...filesUnder(folder, ".js"),
    ...filesUnder(folder, ".css"),
    ...filesUnder(folder, ".html"),
  ]) {
    writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
  }
}

function putInPlace() {
  for (let attempt = 1; ; attempt++) {
    try {
      move(dist, previous);
      move(fresh, dist);
      return;
    } catch (error) {
      // Another build put its own there in between.
      if (attempt === 5 || !["ENOTEMPTY", "EEXIST"].includes(error.code)) throw error;
    } finally {
      rmSync(previous, { recursive: true, force: true });
    }
  }
}

function move(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (error.code === "ENOENT" && from === dist) return; // the first build
    // node_modules may be mounted from another disk.
    if (error.code !== "EXDEV") throw error;
    cpSync(from, to, { recursive: true });
    rmSync(from, { recursive: true, force: true });
  }
}

async function main() {
  const fingerprint = buildFingerprint(); // before compiling: a file saved meanwhile makes this build stale
  try {
    // Types are checked by `npm run check`. Here they need not be complete: `npm start` installs no package of an adapter.
    const { code } = await run("tsc", ["-p", "tsconfig.build.json", "--noCheck", "--outDir", fresh]);
    if (code !== 0) return code;
    dropInnerTypes();
    const modules = await bundle({ entries: ENTRIES, base: src, folder: fresh, sourcemap: false });
    const page = join(fresh, "dashboard");
    const vite = await run("vite", [
      "build",
      "dashboard",
      "--outDir",
      page,
      "--emptyOutDir",
      "--logLevel",
      "warn",
    ]);
    if (vite.code !== 0) return vite.code;
    compressPage(page);
    copySql();
    writeComponents(modules);
    writeFileSync(join(fresh, basename(stampFile)), fingerprint);
    putInPlace();
    return 0;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

process.exitCode = await main();
