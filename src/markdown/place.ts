import { homedir, hostname } from "node:os";
import { basename, dirname, extname, join, resolve } from "node:path";
import { MemoirError } from "../domain/errors.ts";
import { formatScope, type Scope } from "../domain/scope.ts";
import type { Settings } from "../domain/settings.ts";

/** The file of a scope: the one that a call names, else the one of the settings. */
export function fileOf(scope: Scope, { path }: Settings["markdown"], named?: string): string {
  const pattern = named ?? path;
  if (pattern === null) {
    throw new MemoirError(
      "invalid_argument",
      `No file is known for ${formatScope(scope)}. Name one (file: "MEMORY.md"), or set markdown.path.`,
    );
  }
  const parts: Readonly<Record<string, string>> = { name: scope.id, kind: scope.kind, tenant: scope.tenant };
  const filled = pattern.replaceAll(/\{(name|kind|tenant)\}/g, (_, part: string) => inPath(parts[part]!));
  return resolve(filled.replace(/^~(?=[/\\]|$)/, () => homedir()));
}

/** An id as one name of a folder or a file: no two ids become the same one, and none leads elsewhere. */
function inPath(id: string): string {
  const name = encodeURIComponent(id).replaceAll(/[.*'()!~]/g, (char) =>
    char === "." && !/^\.{1,2}$/.test(id) ? char : `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  if (name.length <= 200) return name;
  throw new MemoirError(
    "too_large",
    "The scope's id is too long for a file's name. Name the file in the call.",
  );
}

/** The second file, beside the first one. */
export function archiveOf(file: string): string {
  const extension = extname(file);
  return join(dirname(file), `${basename(file, extension)}.archive${extension}`);
}

/** The same path on another machine is another file. */
export function placeOf(file: string): string {
  return `${hostname()}:${file}`;
}
