import { variableName } from "../../../src/cli/config-sources.ts";
import { describeSettings, resolveSettings } from "../../../src/domain/settings.ts";
import type { Preset } from "../../../src/engine/presets/preset.ts";
import { PRESETS } from "../../../src/engine/presets/presets.ts";
import { code, table } from "./table.ts";

const INTRO = `# Configuration

Memoir works without any configuration. This page lists every setting with its default.
It is generated from the schema that checks the settings.

## Where to set it

| where | how |
|---|---|
| the library | \`openMemoir({ database, preset, settings: { readPolicy: { maxItems: 5 } } })\` |
| a file | \`memoir.config.json\`, \`.yaml\` or \`.yml\` in the working directory, or the one that \`--config\` names |
| the environment | \`MEMOIR_READ_POLICY__MAX_ITEMS=5\`; the last column below has each name |
| flags | \`--database\`, \`--preset\`, \`--tenant\`, \`--model\`, \`--embedder\`, and those of each command |

Flags win over the environment, the environment over the file, the file over the preset. The defaults below are those of the
preset \`default\`; [other presets](#presets) change some of them.
A tenant's own policies (\`memoir policy set\`, \`PUT /api/ltm/policy\`) are versions on top of \`writePolicy\` and \`readPolicy\`.
\`memoir doctor\` says which file and which variables were read. Unknown names are rejected with a suggestion.

\`\`\`yaml
# memoir.config.yaml
database: postgres://localhost/memoir
preset: default
model: openai/gpt-5-mini
readPolicy:
  maxItems: 10
server:
  port: 8080
  allowedHosts: [memory.example.com]
\`\`\`

In an environment variable \`__\` goes one level down. Values are JSON where they can be read as such, and text otherwise;
a whole section may be given as JSON: \`MEMOIR_READ_POLICY='{"maxItems": 5}'\`. An empty variable counts as not set.

### What is no setting

| file and flag | environment | meaning | default |
|---|---|---|---|
| \`database\` | \`MEMOIR_DATABASE\`, then \`DATABASE_URL\` | A path, \`:memory:\` or a \`postgres://\` URL. | \`./memoir.db\` |
| \`preset\` | \`MEMOIR_PRESET\` | \`default\`, \`astrbot\`, \`urmom\`, \`everbot\`, \`picobot\`, \`supervisor\`. | \`default\` |
| \`tenant\` | \`MEMOIR_TENANT\` | The tenant of a command, and of the key that \`memoir serve\` prints at its first start. | \`default\` |
| \`model\` | \`MEMOIR_MODEL\` | The language model, as \`provider/model\`: [models.md](../models.md). | none |
| \`embedder\` | \`MEMOIR_EMBEDDER\` | \`local\`, \`none\` or \`provider/model\`: [models.md](../models.md#finding-by-meaning). | \`local\` |
| \`--port\` of \`serve\` | \`PORT\` | The server's port, as hosting services say it; it wins over \`server.port\`. | \`7411\` |

`;

/** The page as the schema has it now. */
export function configurationPage(): string {
  const settings = describeSettings();
  const preset = resolveSettings(PRESETS.default.settings);
  const sections = new Map<string, typeof settings>();
  for (const one of settings) {
    const [first = "", ...rest] = one.path.split(".");
    const section = rest.length === 0 ? "" : first;
    sections.set(section, [...(sections.get(section) ?? []), one]);
  }
  const parts = [...sections].map(([section, own]) =>
    [
      section === "" ? "## Settings" : `## \`${section}\``,
      "",
      table(
        ["setting", "type", "default", "meaning", "environment"],
        own.map(({ path, type, doc }) => [
          code(path),
          type,
          code(JSON.stringify(at(preset, path))),
          meaning(doc),
          code(variableName(path)),
        ]),
      ),
      "",
    ].join("\n"),
  );
  return `${INTRO}${parts.join("\n")}\n${presetsPart()}`;
}

/** What each preset changes, and the names of its own program that a configuration file may use. */
function presetsPart(): string {
  const usual = resolveSettings(PRESETS.default.settings);
  const parts = Object.values(PRESETS)
    .filter(({ name }) => name !== "default")
    .flatMap((preset: Preset) => {
      const own = resolveSettings(preset.settings);
      const changed = describeSettings()
        .map(({ path }) => [path, JSON.stringify(at(own, path)), JSON.stringify(at(usual, path))] as const)
        .filter(([, value, before]) => value !== before);
      const { names = {}, joined = {} } = preset.seedKeys;
      const keys = [
        ...Object.entries(names),
        ...Object.entries(joined).map(([ours, seeds]) => [seeds.join(", "), ours] as const),
      ].filter(([seed, ours]) => seed.replaceAll("_", "").toLowerCase() !== ours.toLowerCase());
      return [
        `### \`${preset.name}\``,
        table(
          ["setting", "value", "in `default`"],
          changed.map((cells) => cells.map(code)),
        ),
        ...(keys.length === 0
          ? []
          : [
              "Keys of its own program that a configuration file may use instead, beside those that differ only in how they are written:",
              table(
                ["key", "setting"],
                keys.map((cells) => cells.map(code)),
              ),
            ]),
      ];
    });
  return `## Presets\n\nWhat each preset changes. Everything else is as above.\n\n${parts.join("\n\n")}\n`;
}

function at(settings: object, path: string): unknown {
  return path.split(".").reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], settings);
}

/** The doc ends with the schema's default; the effective value has a separate column. */
function meaning(doc: string): string {
  return doc.slice(0, doc.lastIndexOf(" Default: "));
}
