/**
 * The server that is measured: `node server.ts FILE`, with a channel to its parent. Beside its own routes it has one
 * that takes what recall takes, checks it in the same way, and answers the same each time.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { createApp } from "../../src/http/app.ts";
import { createMetrics } from "../../src/http/metrics.ts";
import type { Route } from "../../src/http/route.ts";
import { ROUTES } from "../../src/http/routes/index.ts";
import { recallRoutes } from "../../src/http/routes/recall.ts";
import { givenVectors } from "../speed/corpus.ts";
import { openWith } from "../speed/database.ts";
import { ASKED, CONSTANT_PATH, SCOPES } from "./asked.ts";
import type { FromServer, ToServer } from "./messages.ts";

const [file = ":memory:"] = process.argv.slice(2);
const memoir = await openWith(file, givenVectors(SCOPES.map(({ corpus }) => corpus)));
const { key } = await memoir.operator().keys.create({ name: "bench", role: "read" });

let answer: unknown = null;
const constant: Route = {
  spec: { ...recallRoutes[0]!.spec, path: CONSTANT_PATH },
  run: async () => answer,
};
const app = createApp(
  {
    memoir,
    version: "0.0.0",
    // As by default, but never reached.
    settings: { ...memoir.settings.server, requestsPerSecond: 1e9, burst: 1e9 },
    metrics: createMetrics(),
    log: () => undefined,
    stopping: new AbortController().signal,
  },
  [...ROUTES, constant],
);
const server = createServer(getRequestListener(app.fetch));

function cpu(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** One after the other, through the public face. */
async function recalls(scope: string, questions: readonly string[]): Promise<number> {
  const handle = memoir.scope(scope);
  const before = cpu();
  for (const question of questions) await handle.recall(question, ASKED);
  return cpu() - before;
}

const tell = (message: FromServer): boolean => process.send?.(message) ?? false;

process.on("message", async (message: ToServer) => {
  if (message.kind === "constant") answer = message.answer;
  else if (message.kind === "cpu") tell({ kind: "cpu", micros: cpu() });
  else tell({ kind: "cpu", micros: await recalls(message.scope, message.questions) });
});
process.once("disconnect", async () => {
  server.close();
  server.closeAllConnections();
  await memoir.close();
});
server.listen(0, "127.0.0.1", () => {
  tell({ kind: "open", url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key });
});
