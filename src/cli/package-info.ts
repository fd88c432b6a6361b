import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

interface PackageInfo {
  readonly version: string;
  readonly engines: { readonly node: string };
}

/** Two folders up from here, in the sources as in the build. */
export function packageFolder(): string {
  return fileURLToPath(new URL("../..", import.meta.url));
}

export function packageInfo(): PackageInfo {
  return JSON.parse(readFileSync(join(packageFolder(), "package.json"), "utf8")) as PackageInfo;
}
