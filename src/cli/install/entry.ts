import { resolve } from "node:path";
import { MemoirError } from "../../domain/errors.ts";
import { formatScope, parseScope } from "../../domain/scope.ts";
import type { Context } from "../context.ts";
import { configOf, fileOf, scopeOf } from "../open.ts";
import { packageFolder } from "../package-info.ts";
import { serverOf } from "../server-of.ts";

/** How a client starts its server. */
export interface Entry {
  readonly command: string;
  readonly args: readonly string[];
  /** Values that must not appear in a list of processes. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * `memoir mcp` on the memory that commands work on here, with whole paths: a client starts it in a folder of its own
 * choice, and without this shell's environment.
 */
export function entryFor(context: Context): Entry {
  const { flags, io } = context;
  const scope = scopeFlags(formatScope(parseScope(scopeOf(flags, io.env))));
  const start = { command: process.execPath, program: [resolve(packageFolder(), "bin/memoir.js"), "mcp"] };
  const server = serverOf(context);
  if (server !== null) {
    const args = [...start.program, "--server", server.url, ...scope];
    return { command: start.command, args, env: { MEMOIR_KEY: server.key } };
  }
  const { database, preset, tenant, model, embedder, sources } = configOf(context);
  if (database === ":memory:") {
    throw new MemoirError(
      "invalid_argument",
      '":memory:" forgets everything when the client stops. Name a file with --database.',
    );
  }
  const file = fileOf(database, io.cwd);
  const config = flags.config ?? (io.env.MEMOIR_CONFIG || configIn(sources));
  const named = (path: string): boolean =>
    /^(?:flags|environment)/.test(sources.find((one) => one.path === path)?.from ?? "");
  const args = [
    ...start.program,
    ...(file === null ? [] : ["--database", file]),
    ...(config === undefined ? [] : ["--config", resolve(io.cwd, config)]),
    ...(named("preset") ? ["--preset", preset] : []),
    ...(named("tenant") && tenant !== undefined ? ["--tenant", tenant] : []),
    ...(named("model") && model !== undefined ? ["--model", model] : []),
    ...(named("embedder") ? ["--embedder", embedder] : []),
    ...scope,
  ];
  // An address of a database may hold a password.
  return { command: start.command, args, ...(file === null ? { env: { MEMOIR_DATABASE: database } } : {}) };
}

/** The config file that was found in the working directory, if one has set anything. */
function configIn(sources: readonly { readonly from: string }[]): string | undefined {
  return sources.find(({ from }) => /\.(?:json|ya?ml)$/.test(from))?.from;
}

function scopeFlags(scope: string): string[] {
  if (scope === "global") return ["--global"];
  const at = scope.indexOf(":");
  return [`--${scope.slice(0, at)}`, scope.slice(at + 1)];
}
