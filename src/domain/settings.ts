import { z } from "zod";
import { MemoirError } from "./errors.ts";
import { flag, scopeName, setting } from "./settings/fields.ts";
import {
  ColdSection,
  EventsSection,
  ForgetSection,
  RetentionDaysSection,
  RetentionSection,
  StrengthSection,
} from "./settings/lifetimes.ts";
import { ModelsSection } from "./settings/models.ts";
import { CommandsSection, IdentitySection, PrivacySection } from "./settings/people.ts";
import {
  describeLeaves,
  mergeSettings,
  type Notation,
  problemLines,
  type SchemaNode,
  type SettingDoc,
} from "./settings/problems.ts";
import {
  CategoriesSection,
  ChangesSection,
  IndexSection,
  MarkdownSection,
  ReadPolicySection,
  RelationsSection,
  RenderSection,
} from "./settings/reading.ts";
import {
  HooksSection,
  JobsSection,
  ServerSection,
  TriggersSection,
  UpkeepSection,
} from "./settings/running.ts";
import { DigestSection, TimelineSection } from "./settings/summaries.ts";
import { TuningSection } from "./settings/tuning.ts";
import { ConsentSection, ExtractionSection, MatchSection, WritePolicySection } from "./settings/writing.ts";
import { TOOL_NAMES } from "./tool-definitions.ts";

/** All settings of the engine. A section is an object in `settings/` and one line here. */
export const Settings = z.strictObject({
  // On, for whoever opens Memoir names a preset; a config file may say false.
  enable: flag(true, "The master switch: off, nothing is written and nothing is recalled."),
  writePolicy: WritePolicySection,
  match: MatchSection,
  extraction: ExtractionSection,
  readPolicy: ReadPolicySection,
  relations: RelationsSection,
  render: RenderSection,
  markdown: MarkdownSection,
  categories: CategoriesSection,
  // Only who is listed is held to a list, and once there is a list, nobody else reads anything.
  allowlists: setting(
    z.record(z.string(), z.array(z.string().min(1))),
    {},
    "The categories each agent may read; empty = no agent is held to any.",
  ),
  identity: IdentitySection,
  extractionProviderId: setting(
    z.string(),
    "",
    "The model that extracts where `models.roles.extract` names none, as in `openai/gpt-5-mini`; empty = the engine's model.",
  ),
  embeddingProviderId: setting(
    z.string(),
    "",
    "The embedder where the caller names none, as in `openai/text-embedding-3-small`; empty = `local`.",
  ),
  models: ModelsSection,
  retentionDays: RetentionDaysSection,
  strength: StrengthSection,
  cold: ColdSection,
  // One flag for every writer.
  emergencyReadOnly: flag(false, "Stops every write at once; reads go on."),
  // The operator's switch for a scope is in the database, for every process.
  closedScopes: setting(
    z.array(scopeName),
    [],
    "Scopes, in every tenant, that this engine writes nothing new to and changes nothing in, as in `group:discord/42`; reads go on, and what is there still ages.",
  ),
  // Three logs, one switch.
  audit: setting(
    z.enum(["full", "off"]),
    "full",
    "Whether the history of each memory is kept; `off` keeps none.",
  ),
  // Seed 004's own; a row for each read is too much for others.
  operations: setting(
    z.enum(["changes", "all"]),
    "changes",
    "Which operations are counted, where `audit` is full: `changes` of memories, or `all`, with what was read and looked for.",
  ),
  // One service, under the names the preset asks for.
  tools: setting(z.array(z.enum(TOOL_NAMES)), [], "The tools an agent is given."),
  events: EventsSection,
  forget: ForgetSection,
  privacy: PrivacySection,
  consent: ConsentSection,
  changes: ChangesSection,
  retention: RetentionSection,
  index: IndexSection,
  jobs: JobsSection,
  hooks: HooksSection,
  triggers: TriggersSection,
  upkeep: UpkeepSection,
  tuning: TuningSection,
  timeline: TimelineSection,
  digest: DigestSection,
  commands: CommandsSection,
  server: ServerSection,
});

/** All settings, resolved. */
export type Settings = z.output<typeof Settings>;
/** Any part of the settings, as a preset, a file or a caller gives it. */
export type SettingsInput = z.input<typeof Settings>;

/**
 * Checks some settings and returns them as they were given, without defaults. `source` is where they come
 * from, as the user knows it: a file's path, "environment", "flags", "openMemoir({ settings })".
 */
export function parseSettings(input: unknown, source: string, notation: Notation = {}): SettingsInput {
  const lines = [...(notation.problems ?? [])];
  const result = Settings.safeParse(input);
  if (!result.success) lines.push(...problemLines(result.error.issues, input, schemaTree(), notation));
  if (lines.length > 0) throw invalidSettings(source, lines);
  return mergeSettings({}, input) as SettingsInput;
}

/** A preset's settings with overrides on top: the later one wins, lists replace, defaults fill the rest. */
export function resolveSettings(preset: SettingsInput, ...overrides: SettingsInput[]): Settings {
  const merged = overrides.reduce<unknown>(mergeSettings, mergeSettings({}, preset));
  return Settings.parse(parseSettings(merged, "settings"));
}

/** Every setting with its path, type, default and doc, for the configuration reference. */
export function describeSettings(): SettingDoc[] {
  return describeLeaves(schemaTree());
}

/** The one error for bad settings: all problems at once, one line each. */
export function invalidSettings(source: string, problems: readonly string[], cause?: unknown): MemoirError {
  const lines = problems.map((problem) => `${source}: ${problem}`);
  return new MemoirError("invalid_settings", lines.join("\n"), {
    details: { source, problems: lines },
    cause,
  });
}

/** Made once: every command of the command line asks for it. */
let tree: SchemaNode | undefined;
function schemaTree(): SchemaNode {
  tree ??= z.toJSONSchema(Settings, { io: "input" }) as SchemaNode;
  return tree;
}
