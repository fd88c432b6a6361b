import { connectMemoir, type MemoirClient } from "../client/connect.ts";
import { MemoirError } from "../domain/errors.ts";
import type { Context } from "./context.ts";
import type { GlobalFlags } from "./flags.ts";

/** Where a command works when it works on no database of this machine. */
export interface ServerPlace {
  readonly url: string;
  readonly key: string;
}

/** Options for opening a local engine, which make no sense with a server. */
const LOCAL_FLAGS = ["database", "preset", "tenant", "embedder"] as const;

/** The server of `--server` or MEMOIR_SERVER, with its key; `null` = a database of this machine. */
export function serverOf({ flags, io }: Context): ServerPlace | null {
  // Whoever names a database means it, whatever the environment says.
  const url = flags.server ?? (flags.database === undefined ? io.env.MEMOIR_SERVER || undefined : undefined);
  if (url === undefined) return null;
  const local = LOCAL_FLAGS.find((name) => flags[name] !== undefined);
  if (local !== undefined) {
    throw new MemoirError(
      "invalid_argument",
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

export function connect({ url, key }: ServerPlace): Promise<MemoirClient> {
  return connectMemoir({ url, key });
}

/** Commands that work on a database, a model or a file of this machine, and on no server. */
const LOCAL_COMMANDS: readonly string[] = ["work", "models", "serve", "bench", "tour", "completion"];

export function refuseServer({ server }: GlobalFlags, command: string): void {
  if (server === undefined || !LOCAL_COMMANDS.includes(command)) return;
  throw new MemoirError(
    "invalid_argument",
    `${command} works on this machine and not through a server. Leave --server out, or run it where the server runs.`,
  );
}
