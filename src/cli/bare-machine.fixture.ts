import { join } from "node:path";
import { afterEach, expect, vi } from "vitest";
import { startScriptedModel } from "../testing/index.ts";
import { type Around, type Ran, type Runner, useRunner } from "./runner.fixture.ts";

/** Nobody is there, so nothing can be fetched. */
const OFFLINE = { npm_config_registry: "http://127.0.0.1:9", HF_ENDPOINT: "http://127.0.0.1:9" };

export interface BareMachine {
  readonly cli: Runner;
  readonly cwd: string;
  readonly cache: string;
  memoir(args: string[], around?: Around): Promise<Ran>;
  json<T>(args: string[], around?: Around): Promise<T>;
}

/** The command line on a bare machine: its cache is empty and it has no network, so it has the package's models only. */
export function useBareMachine(): BareMachine {
  const cli = useRunner();
  afterEach(() => vi.unstubAllEnvs());
  const cache = (): string => join(cli.cwd, "cache");
  const memoir = (args: string[], { env, ...around }: Around = {}): Promise<Ran> =>
    cli.memoir(args, {
      ...around,
      env: { ...OFFLINE, MEMOIR_EMBEDDER: "", MEMOIR_CACHE_DIR: cache(), ...env },
    });
  return {
    cli,
    get cwd() {
      return cli.cwd;
    },
    get cache() {
      return cache();
    },
    memoir,
    async json<T>(args: string[], around: Around = {}): Promise<T> {
      const { out, err } = await memoir([...args, "--json"], around);
      expect(err).toBe("");
      return JSON.parse(out) as T;
    },
  };
}

export const REMOTE = { env: { MEMOIR_EMBEDDER: "openai/scripted" } };

/** An embedder over HTTP, as `openMemoir` finds one; it refuses the texts that `refuses` names. */
export async function withEmbedder<T>(work: (server: { refuses: string | null }) => Promise<T>): Promise<T> {
  const state: { refuses: string | null } = { refuses: null };
  const server = await startScriptedModel({
    answer: () => "ready",
    misbehave: ({ input }) => (input.some((text) => text === state.refuses) ? "unauthorized" : null),
  });
  vi.stubEnv("OPENAI_BASE_URL", server.url);
  try {
    return await work(state);
  } finally {
    await server.close();
  }
}
