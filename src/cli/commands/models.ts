import { basename } from "node:path";
import type { ModelUsage } from "../../index.ts";
import { FAMILIES, type Family, modelsOf, OWN } from "../../models/local/catalogue.ts";
import {
  listModels,
  type ModelOrigin,
  type PulledModel,
  pullModels,
  removeModels,
} from "../../models/local/loader.ts";
import { groupCommand, type Host, type MemoirCommand, newCommand, wholeNumber } from "../command.ts";
import type { Context } from "../context.ts";
import {
  type InspectedFile,
  type InspectedModel,
  inspectModels,
  modelLocations,
  pullLine,
} from "../embedder.ts";
import { bytes, countText } from "../format.ts";
import { type Lines, type Screen, table } from "../output.ts";
import { createProgress } from "../terminal.ts";
import { oneLine } from "../width.ts";

export function modelsCommand(host: Host): MemoirCommand {
  return groupCommand(
    newCommand(host, "models", "See, fetch and remove local models; see what language models cost.", [
      "models list",
      "models pull",
    ]),
    [listCommand(host), pullCommand(host), removeCommand(host), usageCommand(host)],
  );
}

function listCommand(host: Host): MemoirCommand {
  return newCommand(
    host,
    "list",
    "List the local models, where their files are, and whether they are sound.",
    ["models list", "models list --json"],
  ).run(async ({ io, out }) => {
    const locations = modelLocations(io.env);
    const models = await inspectModels(locations);
    out.answer({ cache: locations.cacheDir, folder: locations.modelsDir ?? null, models }, (screen) => [
      models.map((model) => [modelLines(screen, model), ""]),
      adviceLines(models, io.self),
    ]);
  });
}

function modelLines({ colors }: Screen, model: InspectedModel): Lines {
  const { name, languages, dims, licence, files } = model;
  const sizes = files.map((file) => bytes(file.bytes));
  const widest = Math.max(...sizes.map((size) => size.length));
  return [
    `${colors.bold(name)}  ${languages}; ${dims} dimensions; ${licence}`,
    files.map((file, i) => [
      `  ${stateOf(colors, file)}  ${sizes[i]!.padStart(widest)}  ${file.path}`,
      file.why !== null && `      ${file.why}`,
    ]),
  ];
}

function stateOf(colors: Screen["colors"], { status }: InspectedFile): string {
  if (status === "verified") return `${colors.green("✓")} verified`;
  return status === "refused" ? `${colors.red("✗")} refused ` : `${colors.dim("·")} absent  `;
}

function adviceLines(models: readonly InspectedModel[], self: string): Lines {
  const ready = models.filter(({ verified }) => verified);
  const size = bytes(sum(ready.map((model) => model.bytes)));
  const lacking = models.filter(({ verified }) => !verified);
  const inFolder = lacking.some(
    ({ origin, files }) => origin === "folder" && files.some(({ why }) => why !== null),
  );
  return [
    ready.length > 0 && `${countText(ready.length, "model", "models")}, ${size}, ready to use.`,
    FAMILIES.map((family) => familyAdvice(family, lacking, self)),
    inFolder && "A refused file in MEMOIR_MODELS_DIR is yours: replace it, or remove it.",
  ];
}

function familyAdvice(family: Family, lacking: readonly InspectedModel[], self: string): Lines[number] {
  const names = modelsOf(family).map(({ name }) => name);
  const missing = lacking.filter(({ name }) => names.includes(name));
  if (family === OWN) {
    const isIncomplete = missing.some(({ origin }) => origin === "package");
    return isIncomplete && "The package is not complete. Install memoir again.";
  }
  return (
    missing.length > 0 &&
    `To use the embedder ${family.embedder}, fetch what is missing: ${pullLine(self, family)}`
  );
}

const NAME_HELP = "a model's name, as the list shows it";

function pullCommand(host: Host): MemoirCommand {
  return newCommand(
    host,
    "pull",
    "Check the package's models, or fetch and check the models that you name.",
    ["models pull", "models pull all-MiniLM-L6-v2-int8 bge-small-zh-v1.5-int8"],
  )
    .argument("[id...]", `${NAME_HELP} (default: those of the package)`)
    .run(pull);
}

async function pull({ io, out }: Context, ids: readonly string[]): Promise<void> {
  const progress = createProgress(io, { json: out.json });
  const refused: string[] = [];
  let pulled: PulledModel[];
  try {
    pulled = await pullModels({
      ...modelLocations(io.env),
      ids: ids.length === 0 ? undefined : ids,
      signal: io.signal,
      onProgress: progress.show,
      onRefused: (message) => {
        refused.push(message);
        progress.end();
        out.notice(message);
      },
    });
  } finally {
    progress.end();
  }
  const isFar = (origin: ModelOrigin): boolean => origin === "registry" || origin === "hub";
  const models = pulled.map((model) => ({ ...withName(model), fetched: model.origins.some(isFar) }));
  out.answer({ models, refused }, ({ colors, tick }) =>
    models.map(({ name, path, bytes: size, origins }) => {
      const came = [...new Set(origins)].map((origin) => CAME[origin]).join(" and ");
      return [`${tick} ${colors.bold(name)}  ${bytes(size)}, ${came}, verified`, colors.dim(`  ${path}`)];
    }),
  );
}

const CAME: Readonly<Record<ModelOrigin, string>> = {
  folder: "was in your folder",
  package: "part of the package",
  cache: "was there already",
  registry: "fetched from the npm registry",
  hub: "fetched from the model hub",
};

/** Adds the name that a person types, which is that of the model's folder. Models of one space share their id. */
function withName<T extends { readonly path: string }>(model: T): T & { readonly name: string } {
  return { ...model, name: basename(model.path) };
}

function removeCommand(host: Host): MemoirCommand {
  return newCommand(host, "remove", "Remove fetched models from the cache; they can be fetched again.", [
    "models remove bge-small-zh-v1.5-int8",
    "models remove",
  ])
    .argument("[id...]", `${NAME_HELP} (default: all that were fetched)`)
    .run(remove);
}

async function remove({ io, out }: Context, ids: readonly string[]): Promise<void> {
  const locations = modelLocations(io.env);
  const removed = (await removeModels(ids.length === 0 ? undefined : ids, locations)).map(withName);
  const freed = sum(removed.map((model) => model.bytes));
  // The user's folder and the package are never touched, so a model may still be there.
  const onDisk = (await listModels(locations)).filter(
    ({ name, installed }) => installed && removed.some((model) => model.name === name),
  );
  const again = removed.filter((model) => model.bytes > 0).map(({ name }) => name);
  out.answer(
    { models: removed, freed, kept: onDisk.map(({ id, name, path }) => ({ id, name, path })) },
    ({ colors, tick }) => [
      removed.map(({ name, bytes: size, path }) =>
        size === 0
          ? `${colors.dim("·")} ${colors.bold(name)} was not in the cache (${path})`
          : `${tick} Removed ${colors.bold(name)}: ${bytes(size)} freed at ${path}`,
      ),
      onDisk.map(({ name, path, origin }) =>
        origin === "package"
          ? `  ${name} is part of the package and stays there: ${path}`
          : `  ${name} is also in your own folder and stays there: ${path}`,
      ),
      again.length > 0 && colors.dim(`  Fetch again with: ${io.self} models pull ${again.join(" ")}`),
    ],
  );
}

const DAY_MS = 86_400_000;

function usageCommand(host: Host): MemoirCommand {
  return newCommand(host, "usage", "See calls, tokens and cost of the language models, by day.", [
    "models usage",
    "models usage --days 7 --json",
  ])
    .option("--days <n>", "how many days back", wholeNumber(1, 3_650), 30)
    .inTenant(async ({ operator, tenant, out }, { days }: { readonly days: number }) => {
      const usage = await operator.modelUsage({ since: Date.now() - (days - 1) * DAY_MS });
      const costs = usage.flatMap(({ cost }) => (cost === null ? [] : [cost]));
      const totals = {
        calls: sum(usage.map((row) => row.calls)),
        tokens: sum(usage.map((row) => row.input_tokens + row.output_tokens)),
        cost: costs.length === 0 ? null : sum(costs),
      };
      const cost = totals.cost === null ? "" : `, cost ${money(totals.cost)}`;
      const unpriced = "A model without a price in models.prices is counted in tokens only.";
      out.answer({ tenant, days, usage, totals }, (screen) =>
        usage.length === 0
          ? [`No language model was called in the last ${days} days.`]
          : [
              usageTable(screen, usage),
              "",
              `${totals.calls} calls, ${totals.tokens} tokens${cost}.`,
              costs.length < usage.length && screen.colors.dim(unpriced),
            ],
      );
    });
}

function usageTable(screen: Screen, rows: readonly ModelUsage[]): string[] {
  return table(screen, rows, [
    ["DAY", (row) => row.day],
    ["ROLE", (row) => row.role],
    ["CALLS", (row) => String(row.calls)],
    ["FAILED", (row) => String(row.failures)],
    ["IN", (row) => String(row.input_tokens)],
    ["OUT", (row) => String(row.output_tokens)],
    ["COST", (row) => (row.cost === null ? "-" : money(row.cost))],
    ["MODEL", (row) => oneLine(row.model)],
  ]);
}

/** Calls cost fractions of a cent. */
function money(cost: number): string {
  return cost.toFixed(4);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
