import { FORMATS } from "../domain/render/formats.ts";
import type { Settings } from "../domain/settings.ts";

/** The delta header first, then the block; nothing at all when there is neither (C19). */
export function toPrompt(lines: readonly string[], settings: Settings, delta: string): string {
  const block = lines.length === 0 ? "" : FORMATS[settings.render.format].wrap(lines);
  return [delta, block].filter((part) => part !== "").join("\n");
}
