import { PRESET_NAMES, type PresetName } from "../../api/preset-name.ts";
import { badValue } from "../../domain/settings/problems.ts";
import { invalidSettings } from "../../domain/settings.ts";
import { astrbot } from "./astrbot.ts";
import { defaultPreset } from "./default.ts";
import { everbot } from "./everbot.ts";
import { picobot } from "./picobot.ts";
import type { Preset } from "./preset.ts";
import { supervisor } from "./supervisor.ts";
import { urmom } from "./urmom.ts";

export const PRESETS = {
  default: defaultPreset,
  astrbot,
  urmom,
  everbot,
  picobot,
  supervisor,
} as const satisfies Record<PresetName, Preset>;

/** Finds a preset; `source` is where its name was written, for the message. */
export function presetNamed(name: string, source: string = "openMemoir({ preset })"): Preset {
  // Before `hasOwn`, which would make a name of a list or an object.
  if (typeof name === "string" && Object.hasOwn(PRESETS, name)) return PRESETS[name as PresetName];
  const allowed = PRESET_NAMES.map((one) => JSON.stringify(one));
  throw invalidSettings(source, [badValue("preset", name, allowed)]);
}
