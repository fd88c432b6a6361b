import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The scripts that tests start in processes and threads, bundled by `bundle-for-tests.ts`. */
export const bundleFolder = join(root, "node_modules", ".cache", "memoir-tests-bundle");

/** Where a file's bundled form is. */
export function bundledForm(file: string): string {
  return join(bundleFolder, relative(root, file).replace(/\.ts$/, ".js"));
}

/** The bundled form of a script; the script itself where nothing was bundled, as when vitest watches. */
export function bundled(script: URL): URL {
  const found = bundledForm(fileURLToPath(script));
  return process.env.MEMOIR_TESTS_BUNDLED === "1" && existsSync(found) ? pathToFileURL(found) : script;
}
