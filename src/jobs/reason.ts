import { MemoirError } from "../domain/errors.ts";

const LONGEST = 300;
const QUOTED = /"(?:\\.|[^"\\])*"?/gs;

/**
 * Why a try failed, as it is stored with the job. The queue never holds memory text, and errors may quote what they
 * could not handle; so of our own errors quotations are left out, and of foreign ones all but the kind and the place.
 */
export function reasonOf(error: unknown): string {
  if (MemoirError.is(error))
    return `${error.code}: ${error.message.replaceAll(QUOTED, '"…"')}`.slice(0, LONGEST);
  if (!(error instanceof Error)) return `a thrown ${typeof error}`;
  const code = (error as { code?: unknown }).code;
  const frame = frameIn(error.stack ?? "");
  return [
    error.name,
    ...(typeof code === "string" && /^\w{1,40}$/.test(code) ? [`(${code})`] : []),
    ...(frame === undefined ? [] : [`at ${frame}`]),
  ]
    .join(" ")
    .slice(0, LONGEST);
}

/** The file, line and column of the first frame, without its folders. */
function frameIn(stack: string): string | undefined {
  const line = stack.split("\n").find((one) => /^ +at /.test(one) && /:\d+:\d+\)?$/.test(one));
  return line
    ?.replace(/\)$/, "")
    .split(/[/\\(]/)
    .at(-1);
}
