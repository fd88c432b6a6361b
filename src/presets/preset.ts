import type { SettingsInput } from "../domain/settings.ts";

/** A bundle of settings over the one engine, never a code path of its own. */
export interface Preset {
  readonly name: string;
  /** Only what differs from the schema's defaults. */
  readonly settings: SettingsInput;
  /** The key names that the seed's own configuration uses; accepted beside ours. */
  readonly seedKeys: SeedKeys;
}

/** How a seed's configuration maps onto the settings. Paths are dotted and start inside the wrappers. */
export interface SeedKeys {
  /** Sections the seed nests its settings in, outermost first; outer ones may be left out. */
  readonly wrappers?: readonly string[];
  /** The seed's path → ours. What is not listed keeps its name. */
  readonly names?: Readonly<Record<string, string>>;
  /** Our path → the seed's paths that are one text here, with a slash between them: a provider and its model. */
  readonly joined?: Readonly<Record<string, readonly string[]>>;
}

/** For presets whose memories do not expire by type: their seeds keep time with other clocks (C6). */
export const NO_TTL = {
  profile: -1,
  preference: -1,
  task_state: -1,
  constraint: -1,
  episode: -1,
  dated_task: -1,
} satisfies SettingsInput["retentionDays"];
