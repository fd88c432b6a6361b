import { execFile } from "node:child_process";
import { MemoirError } from "../../domain/errors.ts";
import { fetchJson } from "./download.ts";
import type { Environment } from "./folders.ts";
import type { RequestOptions } from "./request.ts";

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

function askNpm(signal: AbortSignal | undefined): Promise<string> {
  // On Windows npm is a script, which only a shell can start.
  const windows = process.platform === "win32";
  return new Promise((resolve, reject) => {
    execFile(
      windows ? "npm.cmd" : "npm",
      ["config", "get", "registry"],
      { shell: windows, timeout: NPM_MS, ...(signal === undefined ? {} : { signal }) },
      (error, stdout) => {
        if (error === null) resolve(stdout.trim());
        else {
          const message = "npm could not be asked for its registry: install npm, or set npm_config_registry";
          reject(new MemoirError("model_unavailable", message, { cause: error }));
        }
      },
    );
  });
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
