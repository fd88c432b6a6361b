import { InvalidArgumentError } from "commander";
import { MEMORY_FIELDS } from "../domain/memory.ts";
import { paramsOf } from "../domain/memory-field.ts";
import type { MemoryFilter } from "../index.ts";

const FILTERS = paramsOf(MEMORY_FIELDS);

/** Filters by the names that they have over HTTP. */
export type FilterFlags = Readonly<Record<string, string | number | boolean>>;

export const FILTER_HELP = `${[...FILTERS.keys()].join(", ")}; may be given several times.`;

/** For commander: `key=value`. An id stays a text, whatever it looks like; the engine knows which keys there are. */
export function filterFlag(given: string, before: FilterFlags | undefined): FilterFlags {
  const at = given.indexOf("=");
  if (at < 1) throw new InvalidArgumentError("It must be key=value, as in importance_min=4.");
  const [key, text] = [given.slice(0, at), given.slice(at + 1)];
  return { ...before, [key]: readValue(FILTERS.get(key)?.type.kind, text) };
}

function readValue(kind: string | undefined, text: string): string | number | boolean {
  if (kind === "flag" && (text === "true" || text === "false")) return text === "true";
  return (kind === "share" || kind === "whole") && text.trim() !== "" ? Number(text) : text;
}

/** The same for a list, under the library's names. */
export function filterOfFlags(flags: FilterFlags): MemoryFilter {
  return Object.fromEntries(
    Object.entries(flags).map(([param, value]) => [FILTERS.get(param)?.name ?? param, value]),
  );
}
