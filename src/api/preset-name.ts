/** The bundles of settings that an engine can be opened with. */
export type PresetName = "default" | "astrbot" | "urmom" | "everbot" | "picobot" | "supervisor";
