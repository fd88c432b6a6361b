import type { Command } from "commander";
import type { ModelUsage } from "../../index.ts";
import {
  listModels,
  type Origin,
  type PulledModel,
  pullModels,
  removeModels,
} from "../../models/local/loader.ts";
import { groupCommand, newCommand, wholeNumber } from "../command.ts";
import type { Context, Host } from "../context.ts";
import { bytes, count } from "../format.ts";
import { type InspectedFile, type InspectedModel, inspectModels, placesOf } from "../models/inspect.ts";
import { createProgress } from "../models/progress.ts";
import { inTenant } from "../open.ts";
import { type Screen, table } from "../output.ts";
import { oneLine } from "../width.ts";

export function modelsCommand(host: Host): Command {
  return groupCommand(
    newCommand(host, "models", "See, fetch and remove local models; see what language models cost.", [
      "models list",
      "models pull",
    ]),
    [listCommand(host), pullCommand(host), removeCommand(host), usageCommand(host)],
  );
}

function listCommand(host: Host): Command {
  return newCommand(
    host,
    "list",
    "List the local models, where their files are, and whether they are sound.",
    ["models list", "models list --json"],
  ).action(() =>
    host.run(async ({ io, out }) => {
      const places = placesOf(io.env);
      const models = await inspectModels(places);
      out.answer({ cache: places.cacheDir, folder: places.modelsDir ?? null, models }, (screen) => [
        ...models.flatMap((model) => [...modelLines(screen, model), ""]),
        ...adviceLines(models, io.self),
      ]);
      return undefined;
    }),
  );
}

function modelLines({ colors }: Screen, model: InspectedModel): string[] {
  const { name, languages, dims, licence, files } = model;
  const sizes = files.map((file) => bytes(file.bytes));
  const widest = Math.max(...sizes.map((size) => size.length));
  return [
    `${colors.bold(name)}  ${languages}; ${dims} dimensions; ${licence}`,
    ...files.flatMap((file, i) => [
      `  ${stateOf(colors, file)}  ${sizes[i]!.padStart(widest)}  ${file.path}`,
      ...(file.why === null ? [] : [`      ${file.why}`]),
    ]),
  ];
}

function stateOf(colors: Screen["colors"], { status }: InspectedFile): string {
  if (status === "verified") return `${colors.green("✓")} verified`;
  return status === "refused" ? `${colors.red("✗")} refused ` : `${colors.dim("·")} absent  `;
}

function adviceLines(models: readonly InspectedModel[], self: string): string[] {
  const lacking = models.filter(({ verified }) => !verified);
  if (lacking.length === 0) {
    const size = bytes(models.reduce((sum, model) => sum + model.bytes, 0));
    return [`${count(models.length, "model", "models")}, ${size}, ready to use.`];
  }
  const own = lacking.some(
    ({ origin, files }) => origin === "folder" && files.some(({ why }) => why !== null),
  );
  return [
    `Fetch what is missing: ${self} models pull`,
    ...(own ? ["A refused file in MEMOIR_MODELS_DIR is yours: replace it, or remove it."] : []),
  ];
}

const NAMES_HELP = "a model's name, as the list shows it (default: all of them)";

function pullCommand(host: Host): Command {
  return newCommand(host, "pull", "Fetch local models and check them; what is there is only checked.", [
    "models pull",
    "models pull bge-small-zh-v1.5-int8",
  ])
    .argument("[id...]", NAMES_HELP)
    .action((ids: string[]) => host.run((context) => pull(context, ids)));
}

async function pull({ io, out }: Context, ids: readonly string[]): Promise<undefined> {
  const progress = createProgress(io, { json: out.json });
  const refused: string[] = [];
  let pulled: PulledModel[];
  try {
    pulled = await pullModels({
      ...placesOf(io.env),
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
  const isFar = (origin: Origin): boolean => origin === "registry" || origin === "hub";
  const models = pulled.map((model) => ({ ...model, fetched: model.origins.some(isFar) }));
  out.answer({ models, refused }, ({ colors }) =>
    models.flatMap(({ id, path, bytes: size, origins }) => {
      const came = [...new Set(origins)].map((origin) => CAME[origin]).join(" and ");
      return [
        `${colors.green("✓")} ${colors.bold(nameOf(id))}  ${bytes(size)}, ${came}, verified`,
        colors.dim(`  ${path}`),
      ];
    }),
  );
}

const CAME: Readonly<Record<Origin, string>> = {
  folder: "was in your folder",
  cache: "was there already",
  registry: "fetched from the npm registry",
  hub: "fetched from the model hub",
};

/** `local/x` → `x`, which is what a person types. */
function nameOf(id: string): string {
  return id.replace(/^local\//, "");
}

function removeCommand(host: Host): Command {
  return newCommand(host, "remove", "Remove local models from the cache; they can be fetched again.", [
    "models remove bge-small-zh-v1.5-int8",
    "models remove",
  ])
    .argument("[id...]", NAMES_HELP)
    .action((ids: string[]) => host.run((context) => remove(context, ids)));
}

async function remove({ io, out }: Context, ids: readonly string[]): Promise<undefined> {
  const places = placesOf(io.env);
  const removed = await removeModels(ids.length === 0 ? undefined : ids, places);
  const freed = removed.reduce((sum, model) => sum + model.bytes, 0);
  // A folder of the user's own is never touched, so a model may still be there.
  const kept = (await listModels(places)).filter(
    ({ id, installed }) => installed && removed.some((model) => model.id === id),
  );
  out.answer({ models: removed, freed, kept: kept.map(({ id, path }) => ({ id, path })) }, ({ colors }) => [
    ...removed.map(({ id, bytes: size, path }) =>
      size === 0
        ? `${colors.dim("·")} ${colors.bold(nameOf(id))} was not in the cache (${path})`
        : `${colors.green("✓")} Removed ${colors.bold(nameOf(id))}: ${bytes(size)} freed at ${path}`,
    ),
    ...kept.map(({ id, path }) => `  ${nameOf(id)} is also in your own folder and stays there: ${path}`),
    ...(freed === 0 ? [] : [colors.dim(`  Fetch again with: ${io.self} models pull`)]),
  ]);
}

const DAY_MS = 86_400_000;

function usageCommand(host: Host): Command {
  return newCommand(host, "usage", "See calls, tokens and cost of the language models, by day.", [
    "models usage",
    "models usage --days 7 --json",
  ])
    .option("--days <n>", "how many days back", wholeNumber(1, 3_650), 30)
    .action(({ days }: { readonly days: number }) =>
      inTenant(host, { creates: false }, async ({ operator, tenant, out }) => {
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
                ...usageTable(screen, usage),
                "",
                `${totals.calls} calls, ${totals.tokens} tokens${cost}.`,
                ...(costs.length < usage.length ? [screen.colors.dim(unpriced)] : []),
              ],
        );
      }),
    );
}

function usageTable(screen: Screen, rows: readonly ModelUsage[]): string[] {
  return table(
    screen,
    [
      { title: "DAY", text: (row) => row.day },
      { title: "ROLE", text: (row) => row.role },
      { title: "CALLS", text: (row) => String(row.calls) },
      { title: "FAILED", text: (row) => String(row.failures) },
      { title: "IN", text: (row) => String(row.input_tokens) },
      { title: "OUT", text: (row) => String(row.output_tokens) },
      { title: "COST", text: (row) => (row.cost === null ? "-" : money(row.cost)) },
      { title: "MODEL", text: (row) => oneLine(row.model) },
    ],
    rows,
  );
}

/** Calls cost fractions of a cent. */
function money(cost: number): string {
  return cost.toFixed(4);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
