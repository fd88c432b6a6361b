import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bundle } from "../../scripts/lib/bundle.js";
import { withLock } from "../../scripts/lib/lock.js";
import { bundledForm, bundleFolder as folder } from "./bundled.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const stamp = join(folder, "bundled-from");

/** Scripts and modules that tests start, and the engine's threads. */
const ENTRIES = [
  "src/**/worker.ts",
  "src/models/local/{embedder,manage}.ts",
  "test/**/*-child.ts",
  "test/contracts/support/{engine-process,forgets-to-close}.ts",
];

/**
 * Bundles what tests start in processes and threads. From the sources, each of them would load a thousand files and strip
 * their types, which takes three times as long as most of what they do.
 */
export async function bundleForTests(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await withLock(join(folder, "lock"), async () => {
    const from = fingerprint();
    if (existsSync(stamp) && readFileSync(stamp, "utf8") === from) return;
    const entries = ENTRIES.flatMap((pattern) => globSync(pattern, { cwd: root }));
    await bundle({ entries: entries.map((file) => file.replace(/\.ts$/, "")), base: root, folder });
    link("src/store/migrations", "src/store/migrations");
    link("dist/dashboard", "src/dashboard");
    // Or Node would look through each file to find out what it is.
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    writeFileSync(stamp, from);
  });
}

function fingerprint(): string {
  const hash = createHash("sha256");
  const files = globSync(["src/**/*.ts", "test/**/*.ts", "scripts/lib/bundle.js", "package-lock.json"], {
    cwd: root,
    exclude: ["**/*.test.ts"],
  });
  for (const file of files.sort())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update("\0");
  return hash.digest("hex");
}

/** A folder of the checkout that bundled code looks for beside itself; it may not be built yet. */
function link(from: string, to: string): void {
  rmSync(join(folder, to), { force: true });
  symlinkSync(join(root, from), join(folder, to), "dir");
}

/** For vitest: engines that tests open start bundled threads. */
export const bundledThreads = {
  name: "memoir-bundled-threads",
  transform(code: string, id: string): { code: string; map: null } | undefined {
    if (!id.startsWith(join(root, "src")) || !code.includes('"./worker.ts"')) return undefined;
    const { href } = pathToFileURL(bundledForm(id));
    return { code: code.replaceAll("import.meta.url", JSON.stringify(href)), map: null };
  },
};
