import { invalidArgument, MemoirError } from "../domain/errors.ts";
import type { ExitCode } from "./failure.ts";
import { type GlobalFlags, type Io, namedByFlag } from "./io.ts";
import type { Output } from "./output.ts";

export interface Context {
  readonly io: Io;
  readonly flags: GlobalFlags;
  readonly out: Output;
}

/** The result of a command: its exit code, where that is not 0. */
export type Worked = Promise<ExitCode | undefined> | Promise<void>;

const VARIABLES = ["MEMOIR_USER", "MEMOIR_GROUP", "MEMOIR_PROJECT"];

/** Whether a scope was named at all; a command that looks at a whole tenant then looks at that one only. */
export function namesScope({ flags, io }: Context): boolean {
  return namedByFlag(flags) !== undefined || VARIABLES.some((name) => io.env[name]);
}

/** Where a command works when it works on no database of this machine. */
export interface ServerAccess {
  readonly url: string;
  readonly key: string;
}

/** Options for opening a local engine, which make no sense with a server. */
const LOCAL_FLAGS = ["database", "preset", "tenant", "embedder"] as const;

/** The server of `--server` or MEMOIR_SERVER, with its key; `null` = a database of this machine. */
export function serverOf({ flags, io }: Context): ServerAccess | null {
  // Whoever names a database means it, whatever the environment says.
  const url = flags.server ?? (flags.database === undefined ? io.env.MEMOIR_SERVER || undefined : undefined);
  if (url === undefined) return null;
  const local = LOCAL_FLAGS.find((name) => flags[name] !== undefined);
  if (local !== undefined) {
    throw invalidArgument(
      `--${local} is about a database of this machine, and ${flags.server === undefined ? "MEMOIR_SERVER" : "--server"} names a server, which has its own. Leave one of them out.`,
    );
  }
  const key = flags.apiKey ?? io.env.MEMOIR_KEY;
  if (key) return { url, key };
  throw new MemoirError(
    "unauthorized",
    "A server asks for a key: give it with --api-key or in MEMOIR_KEY. `memoir keys create` makes one.",
  );
}

/** Commands that work on a database, a model or a file of this machine, and on no server. */
const LOCAL_COMMANDS: readonly string[] = ["work", "models", "serve", "tour", "completion"];

export function refuseServer({ server }: GlobalFlags, command: string): void {
  if (server === undefined || !LOCAL_COMMANDS.includes(command)) return;
  throw invalidArgument(
    `${command} works on this machine and not through a server. Leave --server out, or run it where the server runs.`,
  );
}
