import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { connectMemoir } from "../client/connect.ts";
import { withoutUndefined } from "../domain/arguments.ts";
import { invalidArgument, MemoirError } from "../domain/errors.ts";
import { parseScope, type ScopeInput } from "../domain/scope.ts";
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
import type { Environment } from "../runtime/environment.ts";
import { type Config, loadConfig } from "./config.ts";
import { type Context, serverOf, type Worked } from "./context.ts";
import { commandEmbedder, loadFor } from "./embedder.ts";
import { EXIT, type ExitCode, exitCodeOf } from "./failure.ts";
import type { GlobalFlags } from "./io.ts";
import { patiently } from "./terminal.ts";
import { oneLine } from "./width.ts";

export function configOf({ io: { env, cwd }, flags }: Context): Config {
  return loadConfig({ flags, env, cwd });
}

/** For commands that ask no language model: a model whose key is missing must not keep them from their work. */
export function withoutModels(settings: Settings): SettingsInput {
  const roles = Object.fromEntries(MODEL_ROLES.map((role) => [role, ""]));
  return { ...settings, extractionProviderId: "", models: { ...settings.models, roles } };
}

/** The database's file; `null` for a server and for `:memory:`. */
export function databaseFile(database: string, cwd: string): string | null {
  return database === ":memory:" || /^[a-z][a-z0-9+.-]+:\/\//i.test(database) ? null : resolve(cwd, database);
}

/** How an engine of this machine is opened, as the configuration has it. */
export function engineOptions(config: Config, cwd: string): MemoirOptions {
  const { database, embedder, model, preset, settings } = config;
  return {
    database: databaseFile(database, cwd) ?? database,
    embedder,
    ...withoutUndefined({ model }),
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
  /** The agent that asks. Default: none. */
  readonly agent?: string | undefined;
  /** It reads what was said, with the language model if one is configured. Default: it asks none. */
  readonly models?: boolean | undefined;
  /** In a new database that is removed afterwards, with no files beside it. Default: the configured one. */
  readonly temporary?: boolean | undefined;
  /** Reads are given the time that a person has. Default: yes; no where the policies themselves are read or kept. */
  readonly patience?: boolean | undefined;
}

/**
 * A command's index is always cold and a person waits for the answer, so it is given more time than a bot, which has
 * to reply.
 */
const PATIENCE_MS = 20_000;

/** A command at work: its context, and what it works on. */
export interface OpenCommand extends Context {
  /** An engine, or a server that is used like one. */
  readonly memoir: Memoir;
  readonly scope: ScopeHandle;
  /** For every answer: whose memory it is about. */
  readonly here: { readonly tenant: string; readonly scope: string };
  /** The actor for the history: the command line; on a server, the key. */
  readonly by: { readonly actor?: string };
  /** The embedder; `null` if the command needs none or none is configured. */
  readonly embedder: Embedder | null;
  /** The file that is not there yet, when a command that only reads was asked about it. */
  readonly missing: string | null;
}

/** Opens the scope that a command is about, on a server or in a database, for the time of `work`. */
export async function atScope(
  context: Context,
  opening: Opening,
  work: (at: OpenCommand) => Worked,
): Promise<ExitCode | undefined> {
  const server = serverOf(context);
  if (server === null) return atDatabase(context, opening, work);
  const memoir = await connectMemoir(server);
  const scope = memoir.scope(
    scopeFromFlags(context.flags, context.io.env),
    withoutUndefined({ agent: opening.agent }),
  );
  const here = { tenant: scope.tenant, scope: scope.scope };
  return (
    (await work({ ...context, memoir, scope, here, by: {}, embedder: null, missing: null })) || undefined
  );
}

export interface AtTenant extends OpenCommand {
  readonly operator: OperatorHandle;
  readonly tenant: string;
}

/** The same for the tenant, as its operator sees it. Nothing runs in the background meanwhile. */
export function atTenant(
  context: Context,
  opening: Pick<Opening, "creates">,
  work: (at: AtTenant) => Worked,
): Promise<ExitCode | undefined> {
  return atScope(context, { ...opening, patience: false }, (at) => {
    const { tenant } = at.here;
    return work({ ...at, tenant, operator: at.memoir.operator(tenant) });
  });
}

/**
 * Only a command that `creates` makes a new database; for
 * the others a file that is not there is an empty memory, so that a mistyped path leaves no file behind.
 */
export async function atDatabase(
  context: Context,
  { temporary = false, ...opening }: Opening,
  work: (at: OpenCommand & { readonly memoir: MemoirEngine }) => Worked,
): Promise<ExitCode | undefined> {
  const folder = temporary ? mkdtempSync(join(tmpdir(), "memoir-")) : null;
  try {
    const config = folder === null ? configOf(context) : inFolder(configOf(context), folder);
    return await withEngine(context, config, opening, work);
  } finally {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  }
}

/** The same configuration on a database in a folder, without the MEMORY.md of the settings. */
function inFolder(config: Config, folder: string): Config {
  const { settings } = config;
  const markdown = { ...settings.markdown, auto: false };
  return { ...config, database: join(folder, "memoir.db"), settings: { ...settings, markdown } };
}

async function withEngine(
  context: Context,
  config: Config,
  { creates, words, agent, models = false, patience = true }: Opening,
  work: (at: OpenCommand & { readonly memoir: MemoirEngine }) => Worked,
): Promise<ExitCode | undefined> {
  const scopeInput = scopeFromFlags(context.flags, context.io.env);
  const file = databaseFile(config.database, context.io.cwd);
  const missing = !creates && file !== null && !isThere(file) ? file : null;
  const wordsToEmbed = typeof words === "function" ? words(config.settings) : words;
  const embedder =
    wordsToEmbed === undefined || missing !== null
      ? null
      : await commandEmbedder(config.embedder, context.io);
  // Begun first: it loads in a separate thread while the database is opened.
  const loading = embedder === null ? undefined : loadFor(embedder, wordsToEmbed ?? "", context);
  loading?.catch(() => undefined);
  const settings = models ? config.settings : withoutModels(config.settings);
  let memoir: MemoirEngine;
  try {
    const { model, ...options } = engineOptions(config, context.io.cwd);
    // Not before: a command that works on a server needs no engine.
    const { openMemoir } = await import("../index.ts");
    memoir = await openMemoir({
      ...options,
      ...(models ? withoutUndefined({ model }) : {}),
      ...(missing === null ? {} : { database: ":memory:" }),
      embedder: embedder ?? "none",
      background: false,
      settings: patience ? patient(settings) : settings,
    });
  } catch (error) {
    await embedder?.close();
    throw error;
  }
  try {
    await loading;
    const by = { actor: "cli" };
    const scope = memoir.scope(scopeInput, { ...withoutUndefined({ tenant: config.tenant, agent }), ...by });
    const here = { tenant: scope.tenant, scope: scope.scope };
    return (await work({ ...context, memoir, scope, here, by, embedder, missing })) || undefined;
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
export function scopeFromFlags(flags: GlobalFlags, env: Environment): ScopeInput {
  const flagged = KINDS.flatMap((kind) => (flags[kind] === undefined ? [] : [{ kind, id: flags[kind] }]));
  const chosen: { kind: (typeof KINDS)[number] | "global"; id?: string }[] =
    flags.global === true ? [...flagged, { kind: "global" }] : flagged;
  refuseSeveral(chosen.map(({ kind }) => `--${kind}`));
  if (chosen[0] !== undefined) return chosen[0];

  const variable = (kind: string): string => `MEMOIR_${kind.toUpperCase()}`;
  const kinds = KINDS.filter((kind) => env[variable(kind)]);
  refuseSeveral(kinds.map(variable));
  const kind = kinds[0];
  return kind === undefined ? { kind: "user", id: "me" } : { kind, id: env[variable(kind)]! };
}

/** The flags that lead to a scope: `user:alice` → `--user alice`. */
export function scopeFlags(scope: ScopeInput): string[] {
  const { kind, id } = parseScope(scope);
  return kind === "global" ? ["--global"] : [`--${kind}`, id];
}

function refuseSeveral(names: readonly string[]): void {
  if (names.length < 2) return;
  throw invalidArgument(
    `${names.join(" and ")} name several scopes, but a command works in one. Keep one of them.`,
  );
}

/** More passages than this keep a person waiting for many seconds. */
const LITTLE = 500;

/**
 * Embeds what a scope has without vectors, if it is little: what commands, or a process whose model was not there yet,
 * have written. It never keeps a search from its answer.
 */
export async function embedMissing(at: OpenCommand): Promise<void> {
  const { memoir, scope, embedder, io, out } = at;
  if (embedder === null || embedder.state().status === "failed") return;
  if (!("work" in memoir) || memoir.settings.emergencyReadOnly) return;
  const { embed } = (memoir as MemoirEngine).operator(scope.tenant);
  let [done, all] = [0, 0];
  const onProgress = (now: number, of: number): void => {
    [done, all] = [now, of];
  };
  try {
    const embedding = embed(scope.scope, { most: LITTLE, signal: io.signal, onProgress });
    const progress = (): string => `Making vectors of what is new: ${done} of ${all || "some"}…`;
    if ((await patiently(at, progress, embedding)) !== null) return;
    const work = out.screen.suggest("work --once", { inScope: false });
    out.notice(
      `More than ${LITTLE} texts of ${oneLine(scope.scope)} have no vectors yet, so only their words count. Make them: ${work}`,
    );
  } catch (error) {
    io.signal.throwIfAborted();
    // The answer reports permanent failures, and in read-only mode nothing can be done about them.
    const isReported = embedder.state().status === "failed" || !MemoirError.is(error);
    if (!isReported && exitCodeOf(error.code) !== EXIT.refused) out.notice(error.message);
  }
}
