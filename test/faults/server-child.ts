/**
 * A server until SIGTERM: `node server-child.ts DATABASE OPTIONS`, with `ServerOptions` as JSON. Prints its address. A model
 * is named by its address in MEMOIR_MODEL_BASE_URL.
 */
import { readFileSync } from "node:fs";
import { mcpEndpoint } from "../../src/cli/serve/mcp-endpoint.ts";
import { type MemoirOptions, openMemoir } from "../../src/index.ts";
import { boundHeapGrowth } from "../../src/runtime/heap.ts";
import { startServer } from "../../src/server/http/serve.ts";
import { MODEL } from "./extraction-settings.ts";
import type { ServerOptions } from "./server-fleet.ts";

boundHeapGrowth();
const [database = ":memory:", options = "{}"] = process.argv.slice(2);
const { aheadMs = 0, clock, port = 0, settings }: ServerOptions = JSON.parse(options);

let ahead = aheadMs;
if (clock !== undefined) {
  const look = (): void => {
    // Empty while it is being written.
    ahead = Number(readFileSync(clock, "utf8") || ahead);
  };
  look();
  setInterval(look, 100).unref();
}
const most = { maxItemsPerScope: 1_000_000, maxWritesPerHour: 1_000_000, maxWritesPerSession: 1_000_000 };
const given: MemoirOptions = {
  database,
  embedder: "none",
  now: () => new Date(Date.now() + ahead),
  settings: { writePolicy: most, ...settings, server: { port, requestsPerSecond: null } },
};
const hasModel = process.env.MEMOIR_MODEL_BASE_URL !== undefined;
const memoir = await openMemoir(hasModel ? { ...given, model: MODEL } : given);
const mcp = mcpEndpoint("0.0.0", () => undefined);
const server = await startServer({ memoir, version: "0.0.0", endpoints: [mcp.endpoint] });

process.once("SIGTERM", async () => {
  await mcp.close();
  await server.close();
  await memoir.close();
});
process.stdout.write(`${server.url}\n`);
