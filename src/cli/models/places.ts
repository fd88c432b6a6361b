import { cacheFolder, modelsFolder } from "../../models/local/folders.ts";
import type { LoadSettings } from "../../models/local/loader.ts";
import type { Environment } from "../config-env.ts";

/** Where models are kept and come from, as this command's environment says. */
export function placesOf(env: Environment): LoadSettings & { readonly cacheDir: string } {
  return {
    modelsDir: modelsFolder(env),
    cacheDir: cacheFolder(env),
    registry: env.npm_config_registry || env.NPM_CONFIG_REGISTRY || undefined,
    hub: env.HF_ENDPOINT || undefined,
  };
}
