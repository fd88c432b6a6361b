import { MemoirError } from "../../domain/errors.ts";

/** The error for a Markdown file that cannot be read or written. The system's own words, which may name other paths, are its cause. */
export function unusable(file: string, error: unknown): unknown {
  if (MemoirError.is(error)) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  const options = { details: { file }, cause: error };
  if (code === "ENOSPC" || code === "EDQUOT")
    return new MemoirError(
      "disk_full",
      `There is no room to write ${file}. Make room, and sync again.`,
      options,
    );
  return new MemoirError("invalid_argument", `${file} cannot be read or written: ${code}.`, options);
}
