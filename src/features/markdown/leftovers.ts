import { randomUUID } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** The name under which a new version of a file is written, beside it. */
export function asideOf(path: string): string {
  return join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
}

const ENDING = /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;
const BACKUP = /\.bak(?:\.\d{1,4})?$/;

/** Files that were written aside for some files or their backups, and never took their place. */
export async function leftoversOf(paths: readonly string[]): Promise<string[]> {
  const result: string[] = [];
  for (const folder of new Set(paths.map((path) => dirname(path)))) {
    const fileNames = new Set(paths.filter((path) => dirname(path) === folder).map((path) => basename(path)));
    for (const name of await readdir(folder).catch(() => [])) {
      if (!ENDING.test(name)) continue;
      const target = name.replace(ENDING, "");
      // Backups were written aside without the dot before.
      const names = [target, target.replace(/^\./, "")].map((one) => one.replace(BACKUP, ""));
      if (names.some((one) => fileNames.has(one))) result.push(join(folder, name));
    }
  }
  return result;
}

/** Removes what a killed process left. Only for who holds the lock of the file: then nobody else is writing. */
export async function removeLeftovers(paths: readonly string[]): Promise<void> {
  for (const path of await leftoversOf(paths)) await rm(path, { force: true });
}
