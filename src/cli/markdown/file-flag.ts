import { resolve } from "node:path";
import { configOf } from "../open.ts";
import { serverOf } from "../server-of.ts";
import type { World } from "../world.ts";

export interface FileFlags {
  readonly file?: string;
}

export const FILE_HELP = "the file (default: markdown.path of the settings, else ./MEMORY.md)";

/** The file that a command works on; none where the settings, here or of the server, name it. */
export function fileFlag(world: World, { file }: FileFlags): { file?: string } {
  if (file !== undefined) return { file: resolve(world.io.cwd, file) };
  if (serverOf(world) !== null || configOf(world).settings.markdown.path !== null) return {};
  return { file: resolve(world.io.cwd, "MEMORY.md") };
}
