import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./exec.js";

/** Where a build leaves the fingerprint of what it was built from. */
export const stampFile = join(root, "dist", ".built-from");

/**
 * One hash over everything a build depends on. Contents and not times: a checkout, a copy or a
 * deleted file leaves modification times that say nothing.
 */
export function buildFingerprint() {
  const hash = createHash("sha256");
  for (const file of buildInputs())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update("\0");
  return hash.digest("hex");
}

function buildInputs() {
  const sources = ["src", "dashboard"]
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".test.ts"))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1));
  const settings = readdirSync(root).filter((name) => /^(tsconfig.*\.json|package\.json)$/.test(name));
  const scripts = ["build.js", "lib/bundle.js", "lib/components.js"].map((name) => join("scripts", name));
  return [...sources, ...settings, ...scripts].sort();
}
