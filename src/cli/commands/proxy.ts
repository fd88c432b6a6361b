import { connectMemoir } from "../../client/connect.ts";
import { withoutUndefined } from "../../domain/arguments.ts";
import { type Memoir, openMemoir } from "../../index.ts";
import type { Log } from "../../server/http/service.ts";
import { type Host, type MemoirCommand, newCommand, wholeNumber } from "../command.ts";
import { type Context, serverOf } from "../context.ts";
import { stopSignal } from "../io.ts";
import { configOf, engineOptions } from "../open.ts";
import type { Lines, Screen } from "../output.ts";
import { jobLog, logTo } from "../serve/log.ts";
import { addressOf, untilAborted } from "../serve/running.ts";

interface ProxyFlags {
  readonly upstream: string;
  readonly host?: string;
  readonly port?: number;
}

export function proxyCommand(host: Host): MemoirCommand {
  return newCommand(host, "proxy", "Give memory to programs that speak to a model's API, until Ctrl-C.", [
    "proxy --upstream https://api.openai.com",
    "proxy --upstream http://127.0.0.1:11434 --port 8080 --preset supervisor",
  ])
    .requiredOption("--upstream <url>", "the API that requests go on to, such as https://api.anthropic.com")
    .option("--host <address>", "where to listen (default: 127.0.0.1)")
    .option("--port <n>", "the port; 0 takes a free one (default: PORT, else 7412)", wholeNumber(0, 65_535))
    .run(proxy);
}

async function proxy(context: Context, flags: ProxyFlags): Promise<void> {
  // Only here: every other command would wait for it.
  const { startProxy } = await import("../../adapters/openai-proxy/index.ts");
  const { io, out } = context;
  const stop = stopSignal(io);
  const log = logTo(context);
  await using memory = await open(context, log);
  const { memoir, tenant } = memory;
  const { upstream } = flags;
  const address = addressOf(flags, io.env.PORT);
  const running = await startProxy({ memoir, upstream, log, ...withoutUndefined({ tenant }), ...address });
  try {
    const { url } = running;
    out.tell({ event: "start", url, upstream, preset: memoir.preset }, (screen) =>
      startLines(screen, url, upstream),
    );
    await untilAborted(stop);
    out.notice("Stopping. Open requests may finish; Ctrl-C again ends it at once.");
  } finally {
    await running.close();
  }
}

interface OpenMemory extends AsyncDisposable {
  readonly memoir: Memoir;
  /** On a server it is the key's. */
  readonly tenant?: string;
}

async function open(context: Context, log: Log): Promise<OpenMemory> {
  const server = serverOf(context);
  if (server !== null) {
    const memoir = await connectMemoir(server);
    return { memoir, [Symbol.asyncDispose]: () => memoir.close() };
  }
  const config = configOf(context);
  const memoir = await openMemoir({ ...engineOptions(config, context.io.cwd), ...jobLog(log) });
  const { tenant } = config;
  return { memoir, ...withoutUndefined({ tenant }), [Symbol.asyncDispose]: () => memoir.close() };
}

function startLines({ colors }: Screen, url: string, upstream: string): Lines {
  return [
    `${colors.bold("Memoir")} passes requests on from ${colors.cyan(url)} to ${upstream}`,
    "",
    "Change the base URL of your program:",
    `  OPENAI_BASE_URL=${url}/v1`,
    `  ANTHROPIC_BASE_URL=${url}`,
    "and say who speaks with the header x-memoir-user, or the request's own field `user`.",
    "",
    colors.dim("Ctrl-C stops."),
  ];
}
