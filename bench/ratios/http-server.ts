/**
 * The server that is measured: `node http-server.ts FILE`, with a channel to its parent. Beside it, on other ports of
 * the same process, a Hono server without anything else answers every request with the same text, and so does a route
 * that does nothing behind all checks of the real server.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { z } from "@hono/zod-openapi";
import { Hono } from "hono";
import { createApp } from "../../src/server/http/app.ts";
import { createMetrics } from "../../src/server/http/metrics.ts";
import { routesAbout } from "../../src/server/http/route.ts";
import { startServer } from "../../src/server/http/serve.ts";
import { openWith } from "./database.ts";
import type { FromServer, ToServer } from "./http-messages.ts";

const [file = ":memory:"] = process.argv.slice(2);
const memoir = await openWith(file, {
  durability: "full",
  // As by default, but a limit that is never reached.
  settings: { server: { port: 0, requestsPerSecond: 1e9, burst: 1e9 } },
});
const { key } = await memoir.operator().keys.create({ name: "bench", role: "write" });
const served = await startServer({ memoir, version: "0.0.0" });

let answer = "";
let value: unknown = null;
const app = new Hono();
app.post("/*", (context) => context.body(answer, 200, { "content-type": "application/json" }));
// Connections wait for their turn as long as those of the other server.
const bare = createServer({ keepAliveTimeout: 75_000 }, getRequestListener(app.fetch));

const nothing = routesAbout("Nothing", "write").post("/*", {
  summary: "Take a body and answer with the constant.",
  body: z.looseObject({ scope: z.string(), query: z.string(), limit: z.number().int().max(100) }),
  answer: z.unknown(),
  run: async ({ authorizedScope, body }) => (authorizedScope(body).scope === "" ? null : value),
});
const service = {
  ...{ memoir, version: "0.0.0", settings: memoir.settings.server, metrics: createMetrics() },
  ...{ log: () => undefined, stopping: new AbortController().signal },
};
const behindDoor = createServer(
  { keepAliveTimeout: 75_000 },
  getRequestListener(createApp(service, [nothing]).fetch),
);

const tell = (message: FromServer): boolean => process.send?.(message) ?? false;
const micros = ({ user, system }: NodeJS.CpuUsage): number => user + system;

process.on("message", (message: ToServer) => {
  if (message.kind === "constant") {
    answer = message.answer;
    value = JSON.parse(answer);
  } else tell({ kind: "cpu", cpu: micros(process.cpuUsage()), main: micros(process.threadCpuUsage()) });
});
process.once("disconnect", async () => {
  for (const server of [bare, behindDoor]) {
    server.close();
    server.closeAllConnections();
  }
  await served.close();
  await memoir.close();
});
bare.listen(0, "127.0.0.1", () => {
  behindDoor.listen(0, "127.0.0.1", () => {
    tell({ kind: "open", url: served.url, bare: urlOf(bare), nothing: urlOf(behindDoor), key });
  });
});

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
