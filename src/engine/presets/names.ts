import type { PresetName } from "../../api/preset-name.ts";

/** The presets, in the order in which people read them. */
export const PRESET_NAMES = [
  "default",
  "astrbot",
  "urmom",
  "everbot",
  "picobot",
  "supervisor",
] as const satisfies readonly PresetName[];
