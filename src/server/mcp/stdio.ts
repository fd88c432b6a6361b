import type { Readable, Writable } from "node:stream";
import { StdioServerTransport, serveStdio as serve } from "@modelcontextprotocol/server/stdio";
import type { McpAccess, McpOptions } from "./connection.ts";
import { createServer } from "./server.ts";
import { addSubscriptions, watch } from "./watch.ts";

/** There is one process for each client, so there is nobody to tell apart. */
const IDENTITY = "stdio";

/** Serves one client over stdin and stdout, until it leaves or the signal comes. */
export async function serveStdio(
  access: McpAccess,
  { stdin, stdout }: { readonly stdin: Readable; readonly stdout: Writable },
  options: McpOptions,
  signal: AbortSignal,
): Promise<void> {
  const transport = new StdioServerTransport(stdin, stdout);
  const inputEnded = new AbortController();
  const until = AbortSignal.any([signal, inputEnded.signal]);
  const handle = serve(
    ({ era }) => {
      const server = createServer(access, IDENTITY, options);
      if (era === "legacy" && access.mayWatch) addSubscriptions(server, access);
      // Of a newer client the SDK itself knows what it has subscribed to, and passes on just that.
      if (era === "modern") {
        watch(
          access,
          (uris) => {
            for (const uri of uris) server.server.sendResourceUpdated({ uri }).catch(() => undefined);
            server.server.sendResourceListChanged().catch(() => undefined);
          },
          until,
        );
      }
      return server;
    },
    { transport, onerror: options.onError },
  );
  const ended = new Promise<void>((resolve) => {
    stdin.once("end", resolve);
    stdin.once("close", resolve);
    if (stdin.readableEnded || stdin.destroyed || signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  try {
    await ended;
  } finally {
    inputEnded.abort();
    await handle.close();
  }
}
