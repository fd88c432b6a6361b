import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { MemoirError } from "../domain/errors.ts";
import type { Io } from "./io.ts";

export function canAsk({ stdin, stderr }: Io): boolean {
  return stdin.isTTY === true && stderr.isTTY === true;
}

/** Asks on stderr, so that stdout keeps only the answer of the command. Anything but a yes is a no. */
export async function confirm(io: Io, question: string): Promise<boolean> {
  // Without readline's own terminal mode Ctrl-C reaches the process as it does everywhere else.
  const asking = createInterface({ input: io.stdin, output: io.stderr, terminal: false });
  try {
    const ended = once(asking, "close", { signal: io.signal }).then(() => null);
    const answer = await Promise.race([asking.question(`${question} [y/N] `, { signal: io.signal }), ended]);
    // Ctrl-D leaves the cursor behind the question.
    if (answer === null) io.stderr.write("\n");
    return answer !== null && /^y(es)?$/i.test(answer.trim());
  } finally {
    asking.close();
  }
}

export function unasked(what: string): MemoirError {
  return new MemoirError(
    "invalid_argument",
    `${what} asks first, and here is no terminal to ask on. Add --yes to do it, or --dry-run to see what it would do.`,
  );
}
