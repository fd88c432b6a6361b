import { Console } from "node:console";
import type { Command } from "commander";
import { roleAllows } from "../../domain/api-key.ts";
import { openMemoir } from "../../index.ts";
import type { McpAccess } from "../../mcp/connection.ts";
import { newCommand } from "../command.ts";
import type { Context, Host } from "../context.ts";
import { stopSignal } from "../io.ts";
import { configOf, engineOptions, scopeOf } from "../open.ts";
import { packageInfo } from "../package-info.ts";
import { connect, serverOf } from "../server-of.ts";

export function mcpCommand(host: Host): Command {
  return newCommand(host, "mcp", "Serve a memory to an MCP client over stdin and stdout.", [
    "mcp --database ~/memoir.db --user alice",
    "mcp --server http://127.0.0.1:7411",
  ])
    .option("--agent <name>", "the agent that asks; its allowlist holds (default: none)")
    .action(({ agent }: { readonly agent?: string }) => host.run((context) => mcp(context, agent)));
}

async function mcp(context: Context, agent: string | undefined): Promise<undefined> {
  // Only here: every other command would wait for it.
  const { serveStdio } = await import("../../mcp/stdio.ts");
  const { io } = context;
  const stop = stopSignal(io);
  const stdout = globalThis.console;
  // Stdout belongs to the protocol: one stray line there and a client gives up.
  globalThis.console = new Console(io.stderr, io.stderr);
  const onError = (error: unknown): void => {
    io.stderr.write(
      `memoir mcp: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
  };
  try {
    await using access = await open(context, agent);
    await serveStdio(access, io, { version: packageInfo().version, onError }, stop);
  } finally {
    globalThis.console = stdout;
  }
}

/** A server's key says what it may do; a database of this machine is its user's own. */
async function open(context: Context, agent: string | undefined): Promise<McpAccess & AsyncDisposable> {
  const server = serverOf(context);
  const wanted = scopeOf(context.flags, context.io.env);
  const acting = agent === undefined ? {} : { agent };
  if (server !== null) {
    const memoir = await connect(server);
    const { role, agent: bound, categories } = memoir.server.key;
    return {
      memoir,
      scope: memoir.scope(wanted, acting),
      mayWrite: roleAllows(role, "write"),
      mayWatch: bound === null && categories === null,
      [Symbol.asyncDispose]: () => memoir.close(),
    };
  }
  const config = configOf(context);
  const { tenant } = config;
  const memoir = await openMemoir(engineOptions(config, context.io.cwd));
  return {
    memoir,
    scope: memoir.scope(wanted, { actor: "mcp", ...acting, ...(tenant === undefined ? {} : { tenant }) }),
    mayWrite: true,
    // A change has no category, so an agent that may see only some categories gets none.
    mayWatch: agent === undefined,
    [Symbol.asyncDispose]: () => memoir.close(),
  };
}
