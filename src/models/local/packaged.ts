import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { MemoirError } from "../../domain/errors.ts";

/** The folder of the package, or of the checkout, in which each of its own models has a folder. */
export const PACKAGED: string = folderAbove(dirname(fileURLToPath(import.meta.url)));

/** In the sources this file lies three folders deep, in the build it may lie in any chunk. */
function folderAbove(start: string): string {
  for (let at = start; ; at = dirname(at)) {
    const folder = join(at, "models");
    if (existsSync(join(folder, "heads.json"))) return folder;
    if (dirname(at) === at) return join(start, "models");
  }
}

/** A file of that folder, if it is the one of this version. */
export function readPackaged({ name, sha256 }: { readonly name: string; readonly sha256: string }): Buffer {
  const path = join(PACKAGED, name);
  const content = readFileSync(path);
  const found = createHash("sha256").update(content).digest("hex");
  if (found === sha256) return content;
  throw new MemoirError(
    "model_unavailable",
    `${path} is not the file of this version: its sha256 is ${found}, not ${sha256}. Install memoir again.`,
  );
}
