import type { Command } from "commander";
import { listModels, type RemovedModel, removeModels } from "../../models/local/manage.ts";
import { newCommand } from "../command.ts";
import { bytes } from "../format.ts";
import type { Screen } from "../output.ts";
import type { Host, World } from "../world.ts";
import { NAMES_HELP, nameOf } from "./names.ts";
import { placesOf } from "./places.ts";

export function modelsRemoveCommand(host: Host): Command {
  return newCommand(host, "remove", "Remove local models from the cache; they can be fetched again.", [
    "models remove bge-small-zh-v1.5-int8",
    "models remove",
  ])
    .argument("[id...]", NAMES_HELP)
    .action((ids: string[]) => host.run((world) => remove(world, ids)));
}

async function remove({ io, out }: World, ids: readonly string[]): Promise<undefined> {
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
  return undefined;
}

function removedLine({ colors }: Screen, { id, bytes: size, path }: RemovedModel): string {
  const name = colors.bold(nameOf(id));
  if (size === 0) return `${colors.dim("·")} ${name} was not in the cache (${path})`;
  return `${colors.green("✓")} Removed ${name}: ${bytes(size)} freed at ${path}`;
}
