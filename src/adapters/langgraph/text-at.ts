import { stringsIn } from "../../domain/json-object.ts";

/** The words at some paths of a document: `title`, `metadata.title`, `chapters[*].content`, `authors[0].name`, `$` for all. */
export function textAt(value: object, paths: readonly string[]): string {
  return paths.flatMap((path) => at(value, stepsOf(path))).join("\n");
}

function stepsOf(path: string): string[] {
  return path
    .replaceAll(/\[(-?\d+|\*)\]/g, ".$1")
    .split(".")
    .filter((step) => step !== "" && step !== "$");
}

function at(value: unknown, [step, ...rest]: readonly string[]): string[] {
  if (step === undefined) return typeof value === "number" ? [String(value)] : stringsIn(value);
  if (typeof value !== "object" || value === null) return [];
  if (step === "*") return Object.values(value).flatMap((one) => at(one, rest));
  if (Array.isArray(value)) return at(value.at(Number(step)), rest);
  return Object.hasOwn(value, step) ? at((value as Record<string, unknown>)[step], rest) : [];
}
