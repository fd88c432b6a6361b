import { readFileSync } from "node:fs";

interface PackageInfo {
  readonly version: string;
  readonly engines: { readonly node: string };
}

/** Two folders up from here, in the sources as in the build. */
export function packageInfo(): PackageInfo {
  return JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as PackageInfo;
}
