import { homedir } from "node:os";
import { join } from "node:path";
import { importFrom, install } from "../../bench/ratios/install.ts";

const VERSION = "3.3.1";
/** Where npm puts it. */
export const mem0Folder = join(
  process.env.MEMOIR_CACHE_DIR ?? join(homedir(), ".cache", "memoir"),
  "test",
  `mem0ai-${VERSION}`,
);

/** Fetches mem0's client from npm, once, into a separate folder. Says why where there is no registry. */
export function fetchMem0Client(): Promise<string | null> {
  return install(mem0Folder, { mem0ai: VERSION });
}

/** A client of a server, as its package makes it. `C` is as much of its types as a test uses. */
export async function mem0Client<C>(host: string): Promise<(apiKey: string) => C> {
  // Its own switch: nothing leaves this machine.
  process.env.MEM0_TELEMETRY = "false";
  type Module = { MemoryClient: new (options: { apiKey: string; host: string }) => C };
  const { MemoryClient } = await importFrom<Module>(mem0Folder, "mem0ai");
  return (apiKey) => new MemoryClient({ apiKey, host });
}
