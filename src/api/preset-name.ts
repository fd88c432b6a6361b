/** The bundles of settings that an engine can be opened with, in the order in which people read them. */
export const PRESET_NAMES = ["default", "astrbot", "urmom", "everbot", "picobot", "supervisor"] as const;

export type PresetName = (typeof PRESET_NAMES)[number];
