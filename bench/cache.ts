import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { cacheFolder } from "../src/models/local/folders.ts";

/** Where databases and packages are kept between two runs: `--cache`, else `bench` in Memoir's cache folder. */
export function benchCache(given: string | undefined): string {
  const folder = given === undefined ? join(dirname(cacheFolder(process.env)), "bench") : resolve(given);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** A short name for what a database was made from. A changed schema is another database. */
export function keyOf(...parts: readonly unknown[]): string {
  const hash = createHash("sha256");
  for (const part of [...parts, schema()]) hash.update(`${JSON.stringify(part)}\n`);
  return hash.digest("hex").slice(0, 12);
}

function schema(): string[] {
  const folder = fileURLToPath(new URL("../src/store/migrations/", import.meta.url));
  return readdirSync(folder)
    .sort()
    .map((file) => readFileSync(join(folder, file), "utf8"));
}
