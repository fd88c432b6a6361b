import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { cacheFolder } from "../src/models/local/loader.ts";

/** Where databases and packages are kept between two runs: `--cache`, else `bench` in Memoir's cache folder. */
export function benchCache(given: string | undefined): string {
  const folder = given === undefined ? join(dirname(cacheFolder(process.env)), "bench") : resolve(given);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** A short name for what something was made from. */
export function keyOf(...parts: readonly unknown[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${JSON.stringify(part)}\n`);
  return hash.digest("hex").slice(0, 12);
}

/** The tables as they are now, for databases that are made faster than they are migrated. */
export function schemaKey(): string {
  const folder = fileURLToPath(new URL("../src/store/migrations/", import.meta.url));
  const files = readdirSync(folder).sort();
  return keyOf(files.map((file) => readFileSync(join(folder, file), "utf8")));
}
