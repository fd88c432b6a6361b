import { isRecord, withoutUndefined } from "../domain/arguments.ts";
import { badKind } from "../domain/settings/problems.ts";
import {
  describeSettings,
  invalidSettings,
  parseSettings,
  resolveSettings,
  type Settings,
  type SettingsInput,
} from "../domain/settings.ts";
import { presetNamed } from "../engine/presets/presets.ts";
import { parsePresetSettings } from "../engine/presets/seed-keys.ts";
import { splitName } from "../models/language/resolve.ts";
import { FAMILIES } from "../models/local/catalogue.ts";
import { readConfigFile, readEnvironment } from "./config-sources.ts";
import type { GlobalFlags, Io } from "./io.ts";

export interface ConfigFlags
  extends Pick<GlobalFlags, "database" | "preset" | "config" | "tenant" | "model" | "embedder"> {
  /** Settings for which a command has flags. */
  readonly settings?: unknown;
}

export interface Config {
  /** A path, `:memory:` or a `postgres://` URL. Default: `./memoir.db`. */
  database: string;
  /** Default: `default`. */
  preset: string;
  settings: Settings;
  tenant?: string;
  /** The engine's language model, for every role that the settings name none for. Default: none. */
  model?: string;
  /** `local`, `local/minilm`, `none` or `provider/model`. Default: the settings' `embeddingProviderId`, else `local`. */
  embedder: string;
  /** Where each value comes from. Holds no values: a database URL may carry a password. */
  sources: { path: string; from: string }[];
}

/** The keys of a config file that are not settings, and what each may be. */
const FILE_KEYS = {
  database: 'a path, ":memory:", a postgres:// URL',
  preset: "a preset's name",
  tenant: "a non-empty string",
  model: 'a model as "provider/model"',
  embedder: '"local", "none", "local/minilm", a model as "provider/model"',
} as const;
type FileKey = keyof typeof FILE_KEYS;

/** Loads the configuration: flags, then the environment, then a file, then the preset, then the defaults. */
export function loadConfig({ flags, env, cwd }: Pick<Io, "env" | "cwd"> & { flags: ConfigFlags }): Config {
  if (flags.config === "") throw invalidSettings("flags", [badKind("--config", "", ["a file's path"])]);
  const file = readConfigFile(flags.config ?? (env.MEMOIR_CONFIG || undefined), cwd);
  const { top, settings: fileSettings, problems } = splitFile(file?.content ?? {});

  function pick(key: FileKey, ...variables: string[]): { value: string; from: string } | undefined {
    const flag = flags[key];
    if (flag === "") throw invalidSettings("flags", [badKind(`--${key}`, flag, [FILE_KEYS[key]])]);
    if (flag !== undefined) return { value: flag, from: "flags" };
    const variable = variables.find((name) => env[name]);
    if (variable !== undefined) return { value: env[variable]!, from: `environment (${variable})` };
    const value = top[key];
    return value === undefined || file === null ? undefined : { value, from: file.path };
  }

  const preset = pick("preset", "MEMOIR_PRESET") ?? { value: "default", from: "default" };
  const chosen = presetNamed(preset.value, preset.from);
  const database = pick("database", "MEMOIR_DATABASE", "DATABASE_URL") ?? {
    value: "./memoir.db",
    from: "default",
  };
  const tenant = pick("tenant", "MEMOIR_TENANT");
  const model = pick("model", "MEMOIR_MODEL");
  const configured = pick("embedder", "MEMOIR_EMBEDDER");

  const layers: Layer[] = [{ from: `preset ${chosen.name}`, settings: chosen.settings }];
  if (file !== null) {
    const notation = { problems, alsoKnown: Object.keys(FILE_KEYS) };
    const settings = parsePresetSettings(chosen, fileSettings, file.path, notation);
    layers.push({ from: file.path, settings });
  }
  const { input, ...notation } = readEnvironment(env);
  layers.push({ from: "environment", settings: parseSettings(input, "environment", notation) });
  layers.push({ from: "flags", settings: parseSettings(flags.settings ?? {}, "flags") });

  const [base, ...overrides] = layers.map(({ settings }) => settings);
  const settings = resolveSettings(base!, ...overrides);
  const settingsFrom = settingSources(layers);
  // The settings may name one, too.
  const embedder = configured ?? {
    value: settings.embeddingProviderId || "local",
    from: settingsFrom.find(({ path }) => path === "embeddingProviderId")?.from ?? "default",
  };
  checkEmbedder(embedder);
  return {
    database: database.value,
    preset: chosen.name,
    settings,
    ...withoutUndefined({ tenant: tenant?.value, model: model?.value }),
    embedder: embedder.value,
    sources: [
      ...Object.entries(withoutUndefined({ database, preset, tenant, model, embedder })).map(
        ([path, { from }]) => ({ path, from }),
      ),
      ...settingsFrom,
    ],
  };
}

/** Now, not once a database and a model were opened. */
function checkEmbedder({ value, from }: { readonly value: string; readonly from: string }): void {
  if (value === "none" || FAMILIES.some(({ embedder }) => embedder === value)) return;
  if (!value.startsWith("local/") && splitName(value) !== undefined) return;
  throw invalidSettings(from, [`embedder ${JSON.stringify(value)} is none of: ${FILE_KEYS.embedder}.`]);
}

interface Layer {
  readonly from: string;
  readonly settings: SettingsInput;
}

/** Separates what only the command line reads from the settings beside it. */
function splitFile(content: unknown): {
  top: Partial<Record<FileKey, string>>;
  settings: unknown;
  problems: string[];
} {
  if (!isRecord(content)) return { top: {}, settings: content, problems: [] };
  const top: Partial<Record<FileKey, string>> = {};
  const problems: string[] = [];
  const settings = { ...content };
  for (const key of Object.keys(FILE_KEYS) as FileKey[]) {
    const value = settings[key];
    delete settings[key];
    if (typeof value === "string" && value !== "") top[key] = value;
    else if (value !== undefined) problems.push(badKind(key, value, [FILE_KEYS[key]]));
  }
  return { top, settings, problems };
}

/** The highest layer that sets each setting. */
function settingSources(layers: readonly Layer[]): { path: string; from: string }[] {
  const valueAt = (settings: unknown, path: string): unknown =>
    path.split(".").reduce((section, key) => (isRecord(section) ? section[key] : undefined), settings);
  return describeSettings().map(({ path }) => {
    const layer = layers.findLast(({ settings }) => valueAt(settings, path) !== undefined);
    return { path, from: layer?.from ?? "default" };
  });
}
