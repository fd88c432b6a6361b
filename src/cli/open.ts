import { statSync } from "node:fs";
import { resolve } from "node:path";
import { MemoirError } from "../domain/errors.ts";
import type { ScopeInput } from "../domain/scope.ts";
import { MODEL_ROLES } from "../domain/settings/models.ts";
import type { Settings, SettingsInput } from "../domain/settings.ts";
import type {
  Memoir,
  MemoirEngine,
  MemoirOptions,
  OperatorHandle,
  PresetName,
  ScopeHandle,
} from "../index.ts";
import type { Embedder } from "../models/embedder.ts";
import { type Config, loadConfig } from "./config.ts";
import type { Environment } from "./config-env.ts";
import type { Context, Host } from "./context.ts";
import { commandEmbedder, loadFor } from "./embedder.ts";
import type { ExitCode } from "./exit-codes.ts";
import type { GlobalFlags } from "./flags.ts";
import { connect, type ServerPlace, serverOf } from "./server-of.ts";

export interface Opened {
  /** An engine, or a server that is used like one. */
  readonly memoir: Memoir;
  readonly scope: ScopeHandle;
  /** The actor for the history: the command line; on a server, the key. */
  readonly by: { readonly actor?: string };
  /** The embedder; `null` if the command needs none or none is configured. */
  readonly embedder: Embedder | null;
  /** The file that is not there yet, when a command that only reads was asked about it. */
  readonly missing: string | null;
}

/** A database of this machine. */
export interface OpenedDatabase extends Opened {
  readonly memoir: MemoirEngine;
}

export function configOf({ io, flags }: Context): Config {
  const { database, config, preset, tenant, model, embedder } = flags;
  return loadConfig({
    flags: { database, config, preset, tenant, model, embedder },
    env: io.env,
    cwd: io.cwd,
  });
}

/** For commands that ask no language model: a model whose key is missing must not keep them from their work. */
export function withoutModels(settings: Settings): SettingsInput {
  const roles = Object.fromEntries(MODEL_ROLES.map((role) => [role, ""]));
  return { ...settings, models: { ...settings.models, roles } };
}

/** The database's file; `null` for a server and for `:memory:`. */
export function fileOf(database: string, cwd: string): string | null {
  return database === ":memory:" || /^[a-z][a-z0-9+.-]+:\/\//i.test(database) ? null : resolve(cwd, database);
}

/** How an engine of this machine is opened, as the configuration has it. */
export function engineOptions(config: Config, cwd: string): MemoirOptions {
  const { database, embedder, model, preset, settings } = config;
  return {
    database: fileOf(database, cwd) ?? database,
    embedder,
    ...(model === undefined ? {} : { model }),
    // `loadConfig` has checked the name.
    preset: preset as PresetName,
    settings,
  };
}

/** A file without content counts as none: SQLite makes a new database of it. */
export function isThere(file: string): boolean {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat !== undefined && (!stat.isFile() || stat.size > 0);
}

/** How a command opens the engine. */
export interface Opening {
  /** Makes a new database where there is none. */
  readonly creates: boolean;
  /** The words it is about, if it goes by their meaning: the embedder that fits them is loaded. Default: it does not. */
  readonly words?: string | ((settings: Settings) => string | undefined) | undefined;
  /** The agent that asks (R259). Default: none. */
  readonly agent?: string | undefined;
  /** It reads what was said, with the language model if one is configured. Default: it asks none. */
  readonly models?: boolean | undefined;
  /** Reads are given the time that a person has. Default: yes; no where the policies themselves are read or kept. */
  readonly patience?: boolean | undefined;
}

/**
 * A command's index is always cold and a person waits for the answer, so it is given more time than a bot, which has
 * to reply.
 */
const PATIENCE_MS = 20_000;

/** A command at work: its context, and what it works on. */
export interface AtWork extends Context, Opened {
  /** For every answer: whose memory it is about. */
  readonly here: { readonly tenant: string; readonly scope: string };
}

/** What a command may give: its exit code, where that is not 0. */
type Worked = Promise<ExitCode | undefined> | Promise<void>;

/** Opens the scope that a command is about for the time of `work`. */
export function atScope(
  context: Context,
  opening: Opening,
  work: (at: AtWork) => Worked,
): Promise<ExitCode | undefined> {
  return withMemoir(context, opening, async (opened) => {
    const here = { tenant: opened.scope.tenant, scope: opened.scope.scope };
    return (await work({ ...context, ...opened, here })) || undefined;
  });
}

/** The same for the tenant, as its operator sees it. Nothing runs in the background meanwhile. */
export function atTenant(
  context: Context,
  opening: Pick<Opening, "creates">,
  work: (at: AtWork & { readonly operator: OperatorHandle; readonly tenant: string }) => Worked,
): Promise<ExitCode | undefined> {
  return atScope(context, { ...opening, patience: false }, (at) => {
    const { tenant } = at.here;
    return work({ ...at, tenant, operator: at.memoir.operator(tenant) });
  });
}

/** The action of a command that is about one scope. */
export function inScope(host: Host, opening: Opening, work: Parameters<typeof atScope>[2]): Promise<void> {
  return host.run((context) => atScope(context, opening, work));
}

/** The action of a command that is about the tenant. */
export function inTenant(
  host: Host,
  opening: Pick<Opening, "creates">,
  work: Parameters<typeof atTenant>[2],
): Promise<void> {
  return host.run((context) => atTenant(context, opening, work));
}

/** Opens the place that the command is about, a database or a server, and the scope, for the time of `work`. */
export async function withMemoir<T>(
  context: Context,
  opening: Opening,
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  const server = serverOf(context);
  return server === null ? withDatabase(context, opening, work) : withServer(context, server, opening, work);
}

async function withServer<T>(
  context: Context,
  server: ServerPlace,
  { agent }: Opening,
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  const memoir = await connect(server);
  const scope = memoir.scope(scopeOf(context.flags, context.io.env), agent === undefined ? {} : { agent });
  return work({ memoir, scope, by: {}, embedder: null, missing: null });
}

/**
 * Only a command that `creates` makes a new database; for
 * the others a file that is not there is an empty memory, so that a mistyped path leaves no file behind.
 */
export async function withDatabase<T>(
  context: Context,
  { creates, words, agent, models = false, patience = true }: Opening,
  work: (opened: OpenedDatabase) => Promise<T>,
): Promise<T> {
  const config = configOf(context);
  const wanted = scopeOf(context.flags, context.io.env);
  const file = fileOf(config.database, context.io.cwd);
  const missing = !creates && file !== null && !isThere(file) ? file : null;
  const database = missing === null ? (file ?? config.database) : ":memory:";
  const meant = typeof words === "function" ? words(config.settings) : words;
  const embedder =
    meant === undefined || missing !== null ? null : await commandEmbedder(config.embedder, context.io);
  // Begun first: it loads in a thread of its own while the database is opened.
  const loading = embedder === null ? undefined : loadFor(embedder, meant ?? "", context);
  loading?.catch(() => undefined);
  const settings = models ? config.settings : withoutModels(config.settings);
  let memoir: MemoirEngine;
  try {
    const { model, ...options } = engineOptions(config, context.io.cwd);
    // Not before: a command that works on a server needs no engine.
    const { openMemoir } = await import("../index.ts");
    memoir = await openMemoir({
      ...options,
      ...(models && model !== undefined ? { model } : {}),
      embedder: embedder ?? "none",
      background: false,
      database,
      settings: patience ? patient(settings) : settings,
    });
  } catch (error) {
    await embedder?.close();
    throw error;
  }
  try {
    await loading;
    const tenant = config.tenant === undefined ? {} : { tenant: config.tenant };
    const by = { actor: "cli" };
    const scope = memoir.scope(wanted, { ...tenant, ...(agent === undefined ? {} : { agent }), ...by });
    return await work({ memoir, scope, by, embedder, missing });
  } finally {
    await memoir.close();
  }
}

function patient(settings: SettingsInput): SettingsInput {
  const { deadlineMs } = settings.readPolicy ?? {};
  if (typeof deadlineMs !== "number") return settings;
  return {
    ...settings,
    readPolicy: { ...settings.readPolicy, deadlineMs: Math.max(deadlineMs, PATIENCE_MS) },
  };
}

const KINDS = ["user", "group", "project"] as const;

/** From the flags, else from the environment, else `user:me`. */
export function scopeOf(flags: GlobalFlags, env: Environment): ScopeInput {
  const flagged = KINDS.flatMap((kind) => (flags[kind] === undefined ? [] : [{ kind, id: flags[kind] }]));
  const chosen: { kind: (typeof KINDS)[number] | "global"; id?: string }[] =
    flags.global === true ? [...flagged, { kind: "global" }] : flagged;
  refuseSeveral(chosen.map(({ kind }) => `--${kind}`));
  if (chosen[0] !== undefined) return chosen[0];

  const variable = (kind: string): string => `MEMOIR_${kind.toUpperCase()}`;
  const named = KINDS.filter((kind) => env[variable(kind)]);
  refuseSeveral(named.map(variable));
  const kind = named[0];
  return kind === undefined ? { kind: "user", id: "me" } : { kind, id: env[variable(kind)]! };
}

function refuseSeveral(names: readonly string[]): void {
  if (names.length < 2) return;
  throw new MemoirError(
    "invalid_argument",
    `${names.join(" and ")} name several scopes, but a command works in one. Keep one of them.`,
  );
}
