import { isRecord } from "../../domain/arguments.ts";
import { type Notation, pathText } from "../../domain/settings/problems.ts";
import { parseSettings, type SettingsInput } from "../../domain/settings.ts";
import type { Preset } from "./preset.ts";

/** Settings under our names, with what is needed to speak of them under the seed's. */
interface Translation {
  readonly input: unknown;
  readonly written: ReadonlyMap<string, string>;
  readonly problems: readonly string[];
}

/** Deeper than any setting; a YAML alias can make a file endless. */
const DEEPEST = 8;

/** Rewrites a seed's own key names to ours. It renames only; whether the result is valid is the schema's say. */
export function translateSeedKeys(preset: Preset, input: unknown): Translation {
  const { wrappers = [], names = {}, joined = {} } = preset.seedKeys;
  const parts = new Map<string, { readonly wrote: string; readonly value: unknown }>();
  const isPart = new Set(Object.values(joined).flat());
  const written = new Map<string, string>();
  const problems: string[] = [];
  if (!isRecord(input)) return { input, written, problems };
  const root = emptySection();

  function walk(section: Record<string, unknown>, at: Place): void {
    for (const [key, value] of Object.entries(section)) {
      const wrote = [...at.wrote, key];
      const inside = at.wrappers.indexOf(key);
      if (at.seed.length === 0 && inside >= 0 && isRecord(value)) {
        walk(value, { ...at, wrote, wrappers: at.wrappers.slice(inside + 1) });
        continue;
      }
      const seed = [...at.seed, key];
      if (isPart.has(seed.join("."))) {
        parts.set(seed.join("."), { wrote: pathText(wrote), value });
        continue;
      }
      const ours = own(names, seed.join("."))?.split(".") ?? [...at.ours, key];
      const descend = isRecord(value) && wrote.length < DEEPEST;
      const plain = Array.isArray(value) ? value.map((one: unknown) => renameKeys(one, seed, names)) : value;
      const free = setAtPath(root, ours, descend ? emptySection() : plain);
      if (!free) {
        const before = written.get(pathText(ours)) ?? pathText(ours);
        problems.push(`${before} and ${pathText(wrote)} are the same setting; keep one of them.`);
        continue;
      }
      if (pathText(ours) !== pathText(wrote)) written.set(pathText(ours), pathText(wrote));
      if (descend) walk(value, { seed, ours, wrote, wrappers: [] });
    }
  }

  walk(input, { seed: [], ours: [], wrote: [], wrappers });
  for (const [ours, seeds] of Object.entries(joined)) {
    const values = seeds.flatMap((seed) => parts.get(seed) ?? []);
    const missing = seeds.find((seed) => !parts.has(seed));
    if (values.length === 0) continue;
    if (missing !== undefined && !parts.has(seeds.at(-1)!)) {
      problems.push(`${values[0]!.wrote} needs ${missing} beside it; add that, or remove the key.`);
      continue;
    }
    // A value that is not a string stays as it is: the schema reports the error.
    const bad = values.find(({ value }) => typeof value !== "string");
    setAtPath(root, ours.split("."), bad?.value ?? values.map(({ value }) => value).join("/"));
    written.set(ours, (bad ?? values.at(-1)!).wrote);
  }
  return { input: root, written, problems };
}

/** An entry of a list, its keys under our names: a table's path and name lead to the name alone. */
function renameKeys(
  entry: unknown,
  path: readonly string[],
  names: Readonly<Record<string, string>>,
): unknown {
  if (!isRecord(entry)) return entry;
  const section = emptySection();
  for (const [key, value] of Object.entries(entry)) {
    section[own(names, [...path, key].join(".")) ?? key] = value;
  }
  return section;
}

/** Checks settings that may use the preset's seed names: a config file, or `openMemoir({ settings })`. */
export function parsePresetSettings(
  preset: Preset,
  input: unknown,
  source: string,
  notation: Pick<Notation, "problems" | "alsoKnown"> = {},
): SettingsInput {
  const { input: ours, written, problems } = translateSeedKeys(preset, input);
  return parseSettings(ours, source, {
    ...notation,
    written,
    problems: [...(notation.problems ?? []), ...problems],
  });
}

/** One place in the walk: its path in the seed's terms, in ours, and as the user wrote it. */
interface Place {
  readonly seed: readonly string[];
  readonly ours: readonly string[];
  readonly wrote: readonly string[];
  /** Wrappers that may still be opened here. */
  readonly wrappers: readonly string[];
}

/** Without a prototype, so that a key named `__proto__` is refused as unknown and changes nothing. */
function emptySection(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}

/** Sets `value` at `path`; `false` if something else is there. Two sections become one. */
function setAtPath(root: Record<string, unknown>, path: readonly string[], value: unknown): boolean {
  const last = path.length - 1;
  let section = root;
  for (const key of path.slice(0, last)) {
    if (section[key] === undefined) section[key] = emptySection();
    const next = section[key];
    if (!isRecord(next)) return false;
    section = next;
  }
  const there = section[path[last]!];
  if (there === undefined) section[path[last]!] = value;
  return there === undefined || (isRecord(there) && isRecord(value));
}

function own(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
