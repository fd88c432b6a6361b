import type { SettingsInput } from "../../domain/settings.ts";

/** A bundle of settings over the one engine, never a separate code path. */
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
  /** The seed's path → ours. Unlisted paths keep their name. */
  readonly names?: Readonly<Record<string, string>>;
  /** Our path → the seed's paths that are one text here, with a slash between them: a provider and its model. */
  readonly joined?: Readonly<Record<string, readonly string[]>>;
}
