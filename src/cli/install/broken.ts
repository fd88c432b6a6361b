import { MemoirError } from "../../domain/errors.ts";

/** A file that cannot be changed without harm is left alone. */
export function broken(file: string, why: string): MemoirError {
  return new MemoirError(
    "conflict",
    `${file} cannot be read as its client reads it (${why}). Nothing was changed. Mend it, or move it away, and try again.`,
    { details: { file } },
  );
}
