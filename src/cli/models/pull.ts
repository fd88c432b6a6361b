import type { Command } from "commander";
import type { Origin } from "../../models/local/loader.ts";
import {
  listModels,
  type PulledModel,
  pullModels,
  type RemovedModel,
  removeModels,
} from "../../models/local/manage.ts";
import { newCommand } from "../command.ts";
import type { Context, Host } from "../context.ts";
import { bytes } from "../format.ts";
import type { Screen } from "../output.ts";
import { placesOf } from "./places.ts";
import { createProgress } from "./progress.ts";

export function modelsPullCommand(host: Host): Command {
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
  const models = pulled.map((model) => ({ ...model, fetched: model.origins.some(isFar) }));
  out.answer({ models, refused }, (screen) => models.flatMap((model) => pulledLines(screen, model)));
}

const isFar = (origin: Origin): boolean => origin === "registry" || origin === "hub";

const CAME: Readonly<Record<Origin, string>> = {
  folder: "was in your folder",
  cache: "was there already",
  registry: "fetched from the npm registry",
  hub: "fetched from the model hub",
};

function pulledLines({ colors }: Screen, { id, path, bytes: size, origins }: PulledModel): string[] {
  const came = [...new Set(origins)].map((origin) => CAME[origin]).join(" and ");
  return [
    `${colors.green("✓")} ${colors.bold(nameOf(id))}  ${bytes(size)}, ${came}, verified`,
    colors.dim(`  ${path}`),
  ];
}

export function modelsRemoveCommand(host: Host): Command {
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
  out.answer({ models: removed, freed, kept: kept.map(({ id, path }) => ({ id, path })) }, (screen) => [
    ...removed.map((model) => removedLine(screen, model)),
    ...kept.map(({ id, path }) => `  ${nameOf(id)} is also in your own folder and stays there: ${path}`),
    ...(freed === 0 ? [] : [screen.colors.dim(`  Fetch again with: ${io.self} models pull`)]),
  ]);
}

function removedLine({ colors }: Screen, { id, bytes: size, path }: RemovedModel): string {
  const name = colors.bold(nameOf(id));
  if (size === 0) return `${colors.dim("·")} ${name} was not in the cache (${path})`;
  return `${colors.green("✓")} Removed ${name}: ${bytes(size)} freed at ${path}`;
}

const NAMES_HELP = "a model's name, as the list shows it (default: all of them)";

/** `local/x` → `x`, which is what a person types. */
function nameOf(id: string): string {
  return id.replace(/^local\//, "");
}
