import { existsSync, readFileSync } from "node:fs";
import { extname, resolve } from "node:path";
import { LineCounter, parseDocument } from "yaml";
import { nearest } from "../domain/arguments.ts";
import { mergeSettings } from "../domain/settings/problems.ts";
import { describeSettings, invalidSettings } from "../domain/settings.ts";
import type { Environment } from "../runtime/environment.ts";

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

/**
 * Reads `MEMOIR_WRITE_POLICY__MODE=manual`: `__` goes one level down, values are JSON where they parse as it
 * and strings otherwise, and an empty variable counts as not set. A whole section may be given as JSON. The input is not validated yet;
 * `written` has the variable that set a path.
 */
export function readEnvironment(env: Environment): {
  input: unknown;
  written: ReadonlyMap<string, string>;
  problems: readonly string[];
} {
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
    input = withValue(input, path, jsonOrText(value));
  }
  return { input, written, problems };
}

function unknownVariable(name: string, names: readonly string[]): string {
  // Without the prefix, which would make all names look alike.
  const suggestion = nearest(
    name.slice(PREFIX.length),
    names.map((other) => other.slice(PREFIX.length)),
  );
  return suggestion === undefined
    ? `${name} is not a setting; unset it. Settings are named like MEMOIR_WRITE_POLICY__MODE.`
    : `${name} is not a setting; did you mean ${PREFIX}${suggestion}?`;
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

/** Settings with one of them set, by its path. */
export function withValue(settings: unknown, path: string, value: unknown): unknown {
  return mergeSettings(
    settings,
    path.split(".").reduceRight<unknown>((inner, key) => ({ [key]: inner }), value),
  );
}

/** A value that a person typed: JSON where it is JSON, else the words themselves. */
export function jsonOrText(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** Looked for in the working directory when no file is named; the first one counts. */
const CONFIG_FILES = ["memoir.config.json", "memoir.config.yaml", "memoir.config.yml"] as const;

/** Reads the named file (its path stays as the user knows it), or the first of `CONFIG_FILES`; `null` if none is named and none is there. */
export function readConfigFile(
  requestedPath: string | undefined,
  cwd: string,
): { path: string; content: unknown } | null {
  const path = requestedPath ?? CONFIG_FILES.find((name) => existsSync(resolve(cwd, name)));
  if (path === undefined) return null;
  const parse = parserOf(path);
  return { path, content: parse(readText(path, cwd), path) };
}

function parserOf(path: string): (text: string, path: string) => unknown {
  switch (extname(path).toLowerCase()) {
    case ".json":
      return parseJson;
    case ".yaml":
    case ".yml":
      return parseYaml;
    default:
      throw invalidSettings(path, ["a config file ends in .json, .yaml or .yml; rename it."]);
  }
}

function readText(path: string, cwd: string): string {
  try {
    return readFileSync(resolve(cwd, path), "utf8").replace(/^\uFEFF/, "");
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    const problem =
      code === "ENOENT"
        ? `there is no file ${resolve(cwd, path)}; create it, or name another with --config or MEMOIR_CONFIG.`
        : `the file cannot be read (${code}); check that it is a file and its permissions.`;
    throw invalidSettings(path, [problem], cause);
  }
}

// The parsers' own messages quote the text around the error, which may hold a database password; so neither
// the messages nor the errors themselves are passed on.

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const before = text.slice(0, jsonErrorOffset(text, (error as Error).message)).split("\n");
    throw invalidSettings(path, [
      `line ${before.length}, column ${before.at(-1)!.length + 1}: not valid JSON; look there for a missing ` +
        "or extra comma, quote or bracket. JSON has no comments; YAML has.",
    ]);
  }
}

function jsonErrorOffset(text: string, message: string): number {
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return Number(position);
  if (!message.startsWith("Unexpected token")) return text.trimEnd().length;
  // V8 tells no position for an unexpected token. The token ends the shortest beginning that has one, too.
  let [fine, failing] = [0, text.length];
  while (failing - fine > 1) {
    const middle = (fine + failing) >> 1;
    if (hasUnexpectedToken(text.slice(0, middle))) failing = middle;
    else fine = middle;
  }
  return failing - 1;
}

function hasUnexpectedToken(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    return (error as Error).message.startsWith("Unexpected token");
  }
}

function parseYaml(text: string, path: string): unknown {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  // Only the first: the others mostly follow from it.
  const [error] = document.errors;
  if (error !== undefined) {
    const { line, col } = lineCounter.linePos(error.pos[0]);
    const what = error.code.toLowerCase().replaceAll("_", " ");
    throw invalidSettings(path, [
      `line ${line}, column ${col}: not valid YAML (${what}); correct that line, often its indentation or a quote.`,
    ]);
  }
  try {
    // An empty file says nothing; that is not an error.
    return document.toJS() ?? {};
  } catch {
    throw invalidSettings(path, ["its YAML aliases (*name) do not resolve; write the values out."]);
  }
}
