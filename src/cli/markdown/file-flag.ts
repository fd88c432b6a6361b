import { resolve } from "node:path";
import type { Context } from "../context.ts";
import { configOf } from "../open.ts";
import { serverOf } from "../server-of.ts";

export interface FileFlags {
  readonly file?: string;
}

export const FILE_HELP = "the file (default: markdown.path of the settings, else ./MEMORY.md)";

/** The file that a command works on; none where the settings, here or of the server, name it. */
export function fileFlag(context: Context, { file }: FileFlags): { file?: string } {
  if (file !== undefined) return { file: resolve(context.io.cwd, file) };
  if (serverOf(context) !== null || configOf(context).settings.markdown.path !== null) return {};
  return { file: resolve(context.io.cwd, "MEMORY.md") };
}
