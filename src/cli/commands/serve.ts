import { DEFAULT_TENANT } from "../../domain/scope.ts";
import { type MemoirEngine, openMemoir } from "../../index.ts";
import { boundHeapGrowth } from "../../runtime/heap.ts";
import type { Log } from "../../server/http/service.ts";
import { type Host, type MemoirCommand, newCommand, wholeNumber } from "../command.ts";
import type { Context } from "../context.ts";
import type { ExitCode } from "../failure.ts";
import { packageInfo, stopSignal } from "../io.ts";
import { configOf, engineOptions } from "../open.ts";
import type { Lines, Screen } from "../output.ts";
import { jobLog, logTo } from "../serve/log.ts";
import { addressOf, untilAborted } from "../serve/running.ts";
import { type AsWorker, asWorker, checkWorkers, runWorkers } from "../serve/workers.ts";

interface ServeFlags {
  readonly showKey?: boolean;
  readonly host?: string;
  readonly port?: number;
  readonly workers: number;
}

/** More than this many processes on one machine are a mistake. */
const MAX_WORKERS = 64;

export function serveCommand(host: Host): MemoirCommand {
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
      wholeNumber(1, MAX_WORKERS),
      1,
    )
    .option("--show-key", "show the first key and the login link also where the output is no terminal")
    .run(serve);
}

async function serve(context: Context, flags: ServeFlags): Promise<ExitCode | undefined> {
  const worker = asWorker();
  if (worker !== null) return answer(context, flags, worker).finally(() => worker.leave());
  checkWorkers(flags.workers, configOf(context).database, context.io.cwd);
  if (flags.workers === 1) return answer(context, flags, null);
  return runWorkers(flags.workers, stopSignal(context.io), logTo(context));
}

async function answer(context: Context, flags: ServeFlags, worker: AsWorker | null): Promise<undefined> {
  boundHeapGrowth();
  // Only here: every other command would wait for a server that it does not open.
  const [{ startServer }, { mcpEndpoint }] = await Promise.all([
    import("../../server/http/serve.ts"),
    import("../serve/mcp-endpoint.ts"),
  ]);
  const { io, out } = context;
  const config = configOf(context);
  const { tenant = DEFAULT_TENANT, settings } = config;
  const stop = AbortSignal.any([stopSignal(io), ...(worker === null ? [] : [worker.stop])]);
  const write = logTo(context);
  const log: Log = worker === null ? write : (entry) => write({ ...entry, worker: worker.id });
  const server = { ...settings.server, ...addressOf(flags, io.env.PORT) };
  await using memoir = await openMemoir({
    ...engineOptions(config, io.cwd),
    settings: { ...settings, server },
    ...jobLog(log),
  });
  if (memoir.settings.emergencyReadOnly && worker === null)
    out.notice("Nothing is written: emergencyReadOnly is on, or the file may only be read.");
  const { version } = packageInfo();
  const mcp = mcpEndpoint(version, log);
  const running = await startServer({ memoir, version, log, endpoints: [mcp.endpoint] });
  const announce = async (): Promise<void> => {
    // Output to a file or a log collector is kept and may be read by others.
    const isSeen = io.stdout.isTTY === true || flags.showKey === true;
    const first = isSeen ? await firstKey(memoir, tenant, running.url) : HIDDEN_STATUSES;
    const { location } = await memoir.info();
    const { url } = running;
    out.tell({ event: "start", url, database: location, tenant, ...first }, (screen) =>
      startLines(screen, { url, location, ...first }),
    );
  };
  try {
    const announced = worker === null ? announce() : worker.up().then(announce);
    await Promise.race([untilAborted(stop), announced.then(() => untilAborted(stop))]);
    if (worker === null) out.notice("Stopping. Open requests may finish; Ctrl-C again ends it at once.");
    await running.drain();
  } finally {
    await mcp.close();
    await running.close();
  }
}

/** The next steps after the start of the server, ready to be copied. */
function startLines(
  { colors, suggest }: Screen,
  { url, location, key, login }: FirstKey & { url: string; location: string },
): Lines {
  const shownKey = key ?? "$MEMOIR_KEY";
  return [
    `${colors.bold("Memoir")} is listening on ${colors.cyan(url)}, with the memories of ${location}`,
    "",
    key === null
      ? `Key:      one you have; or make one with ${suggest("keys create NAME", { inScope: false })}`
      : [`Key:      ${colors.green(key)}`, colors.dim("          It is shown this once. Keep it.")],
    login === null
      ? colors.dim(
          "          No key and no login link is shown where this is no terminal, unless with --show-key.",
        )
      : [`Browser:  ${login}`, colors.dim("          The dashboard. Works once, for ten minutes.")],
    "",
    "Try:",
    `  curl ${url}/api/ltm/remember -H "Authorization: Bearer ${shownKey}" \\`,
    `    --json '{"scope": "user:alice", "text": "Alice is allergic to nuts"}'`,
    `  curl ${url}/api/ltm/recall -H "Authorization: Bearer ${shownKey}" \\`,
    `    --json '{"scope": "user:alice", "query": "what may she not eat?"}'`,
    "",
    colors.dim(`Every route: ${url}/docs. Ctrl-C stops.`),
  ];
}

interface FirstKey {
  /** Shown once, at the first start; `null` when there are keys already. */
  readonly key: string | null;
  /** Opens the server's pages in a browser, once, within ten minutes; `null` where nobody would see it. */
  readonly login: string | null;
}

/** Nobody is there to see them, so none is made. */
const HIDDEN_STATUSES: FirstKey = { key: null, login: null };

/** Whoever can open the database may come in: the first start makes a key, and every start a link to log in. */
async function firstKey(memoir: MemoirEngine, tenant: string, url: string): Promise<FirstKey> {
  const { keys } = memoir.operator(tenant);
  const isFirst = (await keys.list()).every(({ kind }) => kind !== "key");
  const key = isFirst ? (await keys.create({ name: "first", role: "operator", actor: "serve" })).key : null;
  const { token } = await keys.login({ name: "login", actor: "serve" });
  return { key, login: `${url}/login?token=${encodeURIComponent(token)}` };
}
