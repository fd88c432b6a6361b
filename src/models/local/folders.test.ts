import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cacheFolder, type Environment, modelsFolder } from "./folders.ts";

describe("cacheFolder", () => {
  it.each<[env: Environment, platform: NodeJS.Platform, folder: string]>([
    [{ MEMOIR_CACHE_DIR: "/c", XDG_CACHE_HOME: "/x" }, "linux", join("/c", "models")],
    [{ XDG_CACHE_HOME: "/x" }, "linux", join("/x", "memoir", "models")],
    [{ XDG_CACHE_HOME: "" }, "linux", join(homedir(), ".cache", "memoir", "models")],
    [{}, "darwin", join(homedir(), "Library", "Caches", "memoir", "models")],
    [{ LOCALAPPDATA: "/local" }, "win32", join("/local", "memoir", "cache", "models")],
  ])("%j on %s", (env, platform, folder) => {
    expect(cacheFolder(env, platform)).toBe(folder);
  });
});

describe("modelsFolder", () => {
  it.each([
    [{ MEMOIR_MODELS_DIR: "/m" }, "/m"],
    [{ MEMOIR_MODELS_DIR: "" }, undefined],
    [{}, undefined],
  ])("%j", (env, folder) => {
    expect(modelsFolder(env)).toBe(folder);
  });
});
