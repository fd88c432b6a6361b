import { show } from "../domain/errors.ts";
import { MemoirError } from "../index.ts";
import { Refusal } from "./errors.ts";

/** The revision that a caller has seen: `If-Match: "7"`. `*`, and no header, take whatever is there. */
export function ifMatch(request: Request): number | undefined {
  const given = request.headers.get("if-match");
  if (given === null || given.trim() === "*") return undefined;
  const [, digits] = /^(?:W\/)?"?(\d{1,15})"?$/.exec(given.trim()) ?? [];
  if (digits !== undefined) return Number(digits);
  throw new MemoirError(
    "invalid_argument",
    `If-Match takes the ETag of what you have seen, as in "7", got ${show(given)}.`,
  );
}

/** Where somebody else was faster, the precondition has failed, which HTTP tells apart from other conflicts. */
export async function matched<T>(seen: number | undefined, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (seen === undefined || !isStale(error)) throw error;
    throw new Refusal(412, "conflict", error.message, { details: { ...error.details }, cause: error });
  }
}

/** Only then the engine says which revision there is; a key that is taken is a conflict too, but another one. */
function isStale(error: unknown): error is MemoirError {
  return (
    MemoirError.is(error) &&
    error.code === "conflict" &&
    ("rev" in error.details || "version" in error.details)
  );
}
