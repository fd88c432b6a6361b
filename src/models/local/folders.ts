import { homedir } from "node:os";
import { join, resolve } from "node:path";

export type Environment = Readonly<Record<string, string | undefined>>;

/** A folder of the user's own with the models' files in it (`MEMOIR_MODELS_DIR`). It is only read. */
export function modelsFolder(env: Environment): string | undefined {
  return env.MEMOIR_MODELS_DIR ? resolve(env.MEMOIR_MODELS_DIR) : undefined;
}

/** Where fetched models are kept: `models` in `MEMOIR_CACHE_DIR`, or else in Memoir's folder of the user's cache. */
export function cacheFolder(env: Environment, platform: NodeJS.Platform = process.platform): string {
  return join(env.MEMOIR_CACHE_DIR ? resolve(env.MEMOIR_CACHE_DIR) : userCache(env, platform), "models");
}

function userCache(env: Environment, platform: NodeJS.Platform): string {
  if (env.XDG_CACHE_HOME) return join(env.XDG_CACHE_HOME, "memoir");
  if (platform === "win32") {
    return join(env.LOCALAPPDATA || join(homedir(), "AppData", "Local"), "memoir", "cache");
  }
  if (platform === "darwin") return join(homedir(), "Library", "Caches", "memoir");
  return join(homedir(), ".cache", "memoir");
}
