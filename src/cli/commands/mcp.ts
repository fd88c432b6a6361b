import { Console } from "node:console";
import { connectMemoir } from "../../client/connect.ts";
import { roleAllows } from "../../domain/api-key.ts";
import { withoutUndefined } from "../../domain/arguments.ts";
import { openMemoir } from "../../index.ts";
import type { McpAccess } from "../../server/mcp/connection.ts";
import { type Host, type MemoirCommand, newCommand } from "../command.ts";
import { type Context, serverOf } from "../context.ts";
import { packageInfo, stopSignal } from "../io.ts";
import { configOf, engineOptions, scopeFromFlags } from "../open.ts";

export function mcpCommand(host: Host): MemoirCommand {
  return newCommand(host, "mcp", "Serve a memory to an MCP client over stdin and stdout.", [
    "mcp --database ~/memoir.db --user alice",
    "mcp --server http://127.0.0.1:7411",
  ])
    .option("--agent <name>", "the agent that asks; its allowlist holds (default: none)")
    .run(mcp);
}

async function mcp(context: Context, { agent }: { readonly agent?: string }): Promise<void> {
  // Only here: every other command would wait for it.
  const { serveStdio } = await import("../../server/mcp/stdio.ts");
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
  const scopeInput = scopeFromFlags(context.flags, context.io.env);
  const acting = withoutUndefined({ agent });
  if (server !== null) {
    const memoir = await connectMemoir(server);
    const { role, agent: bound, categories } = memoir.server.key;
    return {
      memoir,
      scope: memoir.scope(scopeInput, acting),
      mayWrite: roleAllows(role, "write"),
      mayWatch: bound === null && categories === null,
      [Symbol.asyncDispose]: () => memoir.close(),
    };
  }
  const config = configOf(context);
  const memoir = await openMemoir(engineOptions(config, context.io.cwd));
  return {
    memoir,
    scope: memoir.scope(scopeInput, {
      actor: "mcp",
      ...acting,
      ...withoutUndefined({ tenant: config.tenant }),
    }),
    mayWrite: true,
    // A change has no category, so an agent that may see only some categories gets none.
    mayWatch: agent === undefined,
    [Symbol.asyncDispose]: () => memoir.close(),
  };
}
