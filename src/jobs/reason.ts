import { MemoirError } from "../domain/errors.ts";

const LONGEST = 300;
const QUOTED = /"(?:\\.|[^"\\])*(?:"|$)/g;

/**
 * Why a try failed, as it is stored with the job. The queue never holds memory text, and errors may quote what they
 * could not handle; so of our own errors quotations are left out, and of foreign ones all but the kind and the place.
 */
export function reasonOf(error: unknown): string {
  if (MemoirError.is(error))
    return `${error.code}: ${error.message.replaceAll(QUOTED, '"…"')}`.slice(0, LONGEST);
  if (!(error instanceof Error)) return `a thrown ${typeof error}`;
  const code = (error as { code?: unknown }).code;
  const frame = /^ +at .*?([^/\\(]+:\d+:\d+)\)?$/m.exec(error.stack ?? "")?.[1];
  return [
    error.name,
    ...(typeof code === "string" && /^\w{1,40}$/.test(code) ? [`(${code})`] : []),
    ...(frame === undefined ? [] : [`at ${frame}`]),
  ]
    .join(" ")
    .slice(0, LONGEST);
}
