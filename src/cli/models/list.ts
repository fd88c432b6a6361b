import type { Command } from "commander";
import { newCommand } from "../command.ts";
import type { Context, Host } from "../context.ts";
import { bytes, count } from "../format.ts";
import type { Screen } from "../output.ts";
import { type InspectedFile, type InspectedModel, inspectModels } from "./inspect.ts";
import { placesOf } from "./places.ts";

export function modelsListCommand(host: Host): Command {
  return newCommand(
    host,
    "list",
    "List the local models, where their files are, and whether they are sound.",
    ["models list", "models list --json"],
  ).action(() => host.run(list));
}

async function list({ io, out }: Context): Promise<undefined> {
  const places = placesOf(io.env);
  const models = await inspectModels(places);
  out.answer({ cache: places.cacheDir, folder: places.modelsDir ?? null, models }, (screen) => [
    ...models.flatMap((model) => [...modelLines(screen, model), ""]),
    ...adviceLines(models, io.self),
  ]);
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
