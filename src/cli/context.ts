import type { ExitCode } from "./exit-codes.ts";
import { type GlobalFlags, namedByFlag } from "./flags.ts";
import type { Io } from "./io.ts";
import type { Output } from "./output.ts";

/** The context that a command runs in. */
export interface Context {
  readonly io: Io;
  readonly flags: GlobalFlags;
  readonly out: Output;
}

/** Runs a command's work once its arguments are read. No code returned means that all is well. */
export type Run = (work: (context: Context) => Promise<ExitCode | undefined>) => Promise<void>;

/** The environment in which commands are defined. */
export interface Host {
  readonly run: Run;
  /** For the examples in its help. */
  readonly self: string;
}

const VARIABLES = ["MEMOIR_USER", "MEMOIR_GROUP", "MEMOIR_PROJECT"];

/** Whether a scope was named at all; a command that looks at a whole tenant then looks at that one only. */
export function namesScope({ flags, io }: Context): boolean {
  return namedByFlag(flags) !== undefined || VARIABLES.some((name) => io.env[name]);
}
