/**
 * A server on a free port until SIGTERM, its clock AHEAD milliseconds fast: `node server-child.ts DATABASE AHEAD`.
 * Prints its address.
 */
import { startServer } from "../../src/http/serve.ts";
import { openMemoir } from "../../src/index.ts";

const [database = ":memory:", ahead = "0"] = process.argv.slice(2);
const most = { maxItemsPerScope: 1_000_000, maxWritesPerHour: 1_000_000, maxWritesPerSession: 1_000_000 };
const memoir = await openMemoir({
  database,
  embedder: "none",
  now: () => new Date(Date.now() + Number(ahead)),
  settings: { writePolicy: most, server: { port: 0, requestsPerSecond: null } },
});
const server = await startServer({ memoir, version: "0.0.0" });

process.once("SIGTERM", async () => {
  await server.close();
  await memoir.close();
});
process.stdout.write(`${server.url}\n`);
