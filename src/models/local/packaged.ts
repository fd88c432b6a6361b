import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

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
