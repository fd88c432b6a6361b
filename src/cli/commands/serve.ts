import type { Command } from "commander";
import { DEFAULT_TENANT } from "../../domain/scope.ts";
import type { Log } from "../../http/log.ts";
import { openMemoir, type PresetName } from "../../index.ts";
import { newCommand, wholeNumber } from "../command.ts";
import type { Context, Host } from "../context.ts";
import type { ExitCode } from "../exit-codes.ts";
import { stopSignal } from "../io.ts";
import { configOf, fileOf } from "../open.ts";
import { packageInfo } from "../package-info.ts";
import { type AsWorker, asWorker } from "../serve/as-worker.ts";
import { jobLog, logTo } from "../serve/log-lines.ts";
import { firstKey, NOT_SHOWN, startLines } from "../serve/start-lines.ts";
import { checkWorkers, runWorkers } from "../serve/workers.ts";

interface ServeFlags {
  readonly showKey?: boolean;
  readonly host?: string;
  readonly port?: number;
  readonly workers: number;
}

/** More than this many processes on one machine are a mistake. */
const MOST_WORKERS = 64;

export function serveCommand(host: Host): Command {
  return newCommand(host, "serve", "Open the HTTP server over a database, until Ctrl-C.", [
    "serve",
    "serve --port 8080 --workers 4 --database postgres://localhost/memoir",
  ])
    .option("--host <address>", "where to listen (default: the setting server.host, 127.0.0.1)")
    .option(
      "--port <n>",
      "the port; 0 takes a free one (default: PORT, else server.port, 7411)",
      wholeNumber(0, 65_535),
    )
    .option(
      "--workers <n>",
      "processes that answer on the port, on PostgreSQL only",
      wholeNumber(1, MOST_WORKERS),
      1,
    )
    .option("--show-key", "show the first key and the login link also where the output is no terminal")
    .action((flags: ServeFlags) => host.run((context) => serve(context, flags)));
}

async function serve(context: Context, flags: ServeFlags): Promise<ExitCode | undefined> {
  const worker = asWorker();
  if (worker !== null) return answer(context, flags, worker).finally(() => worker.leave());
  checkWorkers(flags.workers, configOf(context).database, context.io.cwd);
  if (flags.workers === 1) return answer(context, flags, null);
  return runWorkers(flags.workers, stopSignal(context.io), logTo(context));
}

async function answer(context: Context, flags: ServeFlags, worker: AsWorker | null): Promise<undefined> {
  // Only here: every other command would wait for a server that it does not open.
  const [{ startServer }, { mcpEndpoint }] = await Promise.all([
    import("../../http/serve.ts"),
    import("../serve/mcp-endpoint.ts"),
  ]);
  const { io, out } = context;
  const config = configOf(context);
  const { tenant = DEFAULT_TENANT, embedder, model, settings } = config;
  const stop = AbortSignal.any([stopSignal(io), ...(worker === null ? [] : [worker.stop])]);
  const write = logTo(context);
  const log: Log = worker === null ? write : (entry) => write({ ...entry, worker: worker.id });
  const server = { ...settings.server, ...placeOf(flags, io.env.PORT) };
  await using memoir = await openMemoir({
    database: fileOf(config.database, io.cwd) ?? config.database,
    embedder,
    ...(model === undefined ? {} : { model }),
    preset: config.preset as PresetName,
    settings: { ...settings, server },
    ...jobLog(log),
  });
  const { version } = packageInfo();
  const mcp = mcpEndpoint(version, log);
  const running = await startServer({ memoir, version, log, endpoints: [mcp.endpoint] });
  const announce = async (): Promise<void> => {
    // Output to a file or a log collector is kept and may be read by others.
    const isSeen = io.stdout.isTTY === true || flags.showKey === true;
    const first = isSeen ? await firstKey(memoir, tenant, running.url) : NOT_SHOWN;
    const { location } = await memoir.info();
    if (out.json) out.record({ event: "start", url: running.url, database: location, tenant, ...first });
    else out.lines(startLines(out.screen, { url: running.url, location, ...first }));
  };
  try {
    const announced = worker === null ? announce() : worker.up().then(announce);
    await Promise.race([aborted(stop), announced.then(() => aborted(stop))]);
    if (worker === null) out.notice("Stopping. What was asked for may finish; Ctrl-C again ends it at once.");
  } finally {
    await mcp.close();
    await running.close();
  }
}

function placeOf({ host, port }: ServeFlags, given: string | undefined): { host?: string; port?: number } {
  // As hosting services say it; a flag wins.
  const named = given !== undefined && /^\d{1,5}$/.test(given) ? Number(given) : undefined;
  const chosen = port ?? named;
  return { ...(host === undefined ? {} : { host }), ...(chosen === undefined ? {} : { port: chosen }) };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
