export const NAMES_HELP = "a model's name, as the list shows it (default: all of them)";

/** `local/x` → `x`, which is what a person types. */
export function nameOf(id: string): string {
  return id.replace(/^local\//, "");
}
