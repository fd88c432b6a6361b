import type { ExitCode } from "./exit-codes.ts";
import type { Io } from "./io.ts";
import type { Output } from "./output.ts";

/** The options that every command has. */
export interface GlobalFlags {
  readonly json?: boolean;
  readonly database?: string;
  readonly config?: string;
  readonly server?: string;
  readonly apiKey?: string;
  readonly preset?: string;
  readonly tenant?: string;
  readonly model?: string;
  readonly embedder?: string;
  readonly user?: string;
  readonly group?: string;
  readonly project?: string;
  readonly global?: boolean;
}

/** What a command is given. */
export interface World {
  readonly io: Io;
  readonly flags: GlobalFlags;
  readonly out: Output;
}

/** Runs a command's work once its arguments are read. No code returned means that all is well. */
export type Run = (work: (world: World) => Promise<ExitCode | undefined>) => Promise<void>;

/** What a command needs to be put together. */
export interface Host {
  readonly run: Run;
  /** For the examples in its help. */
  readonly self: string;
}
