import { nearest } from "../domain/arguments.ts";
import { merge } from "../domain/settings/problems.ts";
import { describeSettings } from "../domain/settings.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

const PREFIX = "MEMOIR_";

/** Names with our prefix that are not settings. */
const OTHER_NAMES = [
  "MEMOIR_DATABASE", // the database; before DATABASE_URL
  "MEMOIR_PRESET", // the preset's name
  "MEMOIR_CONFIG", // the config file's path
  "MEMOIR_SERVER", // the server that commands work on
  "MEMOIR_KEY", // its key
  "MEMOIR_TENANT", // the tenant of every command
  "MEMOIR_USER", // the scope of a command without --user, --group or --project
  "MEMOIR_GROUP",
  "MEMOIR_PROJECT",
  "MEMOIR_MODEL", // the engine's language model
  "MEMOIR_MODEL_BASE_URL", // where openai-compatible/… is
  "MEMOIR_MODEL_API_KEY",
  "MEMOIR_EMBEDDER", // what makes vectors
  "MEMOIR_MODELS_DIR", // a folder with the local models' files
  "MEMOIR_CACHE_DIR", // where fetched models are kept
  "MEMOIR_ONNX_RUNTIME", // native or wasm
  "MEMOIR_DEBUG", // 1 shows where an error came from
] as const;

/** The settings of the environment, not validated yet. */
interface EnvironmentSettings {
  readonly input: unknown;
  /** Our path → the variable that set it. */
  readonly written: ReadonlyMap<string, string>;
  readonly problems: readonly string[];
}

/**
 * Reads `MEMOIR_WRITE_POLICY__MODE=manual`: `__` goes one level down, values are JSON where they parse as it
 * and strings otherwise, and an empty variable counts as not set. A whole section may be given as JSON.
 */
export function readEnvironment(env: Environment): EnvironmentSettings {
  const paths = pathsByName();
  const written = new Map<string, string>();
  const problems: string[] = [];
  let input: unknown = {};
  // Sorted, so that a section comes before its own keys, which win.
  for (const name of Object.keys(env).sort()) {
    const value = env[name];
    if (!name.startsWith(PREFIX) || !value || (OTHER_NAMES as readonly string[]).includes(name)) continue;
    const path = paths.get(name);
    if (path === undefined) {
      problems.push(unknownVariable(name, [...paths.keys(), ...OTHER_NAMES]));
      continue;
    }
    written.set(path, name);
    input = merge(
      input,
      path.split(".").reduceRight<unknown>((inner, key) => ({ [key]: inner }), jsonOrText(value)),
    );
  }
  return { input, written, problems };
}

function unknownVariable(name: string, known: readonly string[]): string {
  // Without the prefix, which would make all names look alike.
  const meant = nearest(
    name.slice(PREFIX.length),
    known.map((other) => other.slice(PREFIX.length)),
  );
  return meant === undefined
    ? `${name} is not a setting; unset it. Settings are named like MEMOIR_WRITE_POLICY__MODE.`
    : `${name} is not a setting; did you mean ${PREFIX}${meant}?`;
}

/** `writePolicy.mode` → `MEMOIR_WRITE_POLICY__MODE`. */
export function variableName(path: string): string {
  return PREFIX + path.replaceAll(/[A-Z]/g, "_$&").replaceAll(".", "__").toUpperCase();
}

/** Every setting and every section by its variable's name. */
function pathsByName(): Map<string, string> {
  const paths = new Map<string, string>();
  for (const { path } of describeSettings()) {
    const keys = path.split(".");
    keys.forEach((_, i) => {
      const prefix = keys.slice(0, i + 1).join(".");
      paths.set(variableName(prefix), prefix);
    });
  }
  return paths;
}

/** A value that a person typed: JSON where it is JSON, else the words themselves. */
export function jsonOrText(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
