import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { MemoirEngine } from "../index.ts";
import { CHINESE, ENGLISH, OWN_CHINESE, OWN_ENGLISH, SPACE } from "../models/local/catalogue.ts";
import { startScriptedModel } from "../testing/index.ts";
import { type Around, type Ran, useRunner } from "./runner.fixture.ts";

/** Nobody is there, so nothing can be fetched. */
const OFFLINE = { npm_config_registry: "http://127.0.0.1:9", HF_ENDPOINT: "http://127.0.0.1:9" };

const cli = useRunner();
let cwd: string;
let cache: string;
beforeEach(() => {
  ({ cwd } = cli);
  cache = join(cwd, "cache");
});
afterEach(() => vi.unstubAllEnvs());

/** A bare machine: its cache is empty and it has no network, so it has the package's models only. */
function memoir(args: string[], { env, ...around }: Around = {}): Promise<Ran> {
  const bare = { ...OFFLINE, MEMOIR_EMBEDDER: "", MEMOIR_CACHE_DIR: cache, ...env };
  return cli.memoir(args, { ...around, env: bare });
}

async function json<T>(args: string[], around: Around = {}): Promise<T> {
  const { out, err } = await memoir([...args, "--json"], around);
  expect(err).toBe("");
  return JSON.parse(out) as T;
}

/** Nothing is extracted here: the queue holds what a test puts into it. */
const library = <T>(work: (memoir: MemoirEngine) => Promise<T>): Promise<T> =>
  cli.library(work, { settings: { triggers: { on: { turn_done: [], idle: [], session_end: [] } } } });

/** An embedder over HTTP, as `openMemoir` finds one; it refuses the texts that `refuses` names. */
async function withEmbedder<T>(work: (server: { refuses: string | null }) => Promise<T>): Promise<T> {
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

const REMOTE = { env: { MEMOIR_EMBEDDER: "openai/scripted" } };

describe("models", () => {
  const folder = (): string => join(cache, "models", ENGLISH.name);
  const damage = (): void => {
    mkdirSync(folder(), { recursive: true });
    writeFileSync(join(folder(), "model.onnx"), "not a model");
  };

  const PULL = `memoir models pull ${ENGLISH.name} ${CHINESE.name}`;

  it("lists what is there, what is absent and what is refused, alone as with list", async () => {
    damage();
    const { code, out } = await memoir(["models"]);
    expect(code).toBe(0);
    expect(out).toContain(
      `  ✗ refused   23.0 MB  ${folder()}/model.onnx\n      ${folder()}/model.onnx is not`,
    );
    expect(out).toContain(`  · absent     712 kB  ${folder()}/tokenizer.json`);
    expect(out).toContain("\n2 models, 64.8 MB, ready to use.\n");
    expect(out).toContain(`To use the embedder local/minilm, fetch what is missing: ${PULL}\n`);
    const listed = await json<{ cache: string; models: { name: string }[] }>(["models", "list"]);
    expect(listed).toMatchObject({ cache: join(cache, "models"), folder: null });
    const names = [OWN_ENGLISH, OWN_CHINESE, ENGLISH, CHINESE].map(({ name }) => name);
    expect(listed.models.map(({ name }) => name)).toEqual(names);
    for (const own of listed.models.slice(0, 2)) {
      expect(own).toMatchObject({ id: SPACE, verified: true, origin: "package" });
    }
    expect(listed.models[2]).toMatchObject({
      id: ENGLISH.id,
      verified: false,
      origin: "cache",
      files: [
        { name: "model.onnx", status: "refused", why: expect.stringContaining("11 bytes") },
        { name: "tokenizer.json", status: "absent", why: null },
      ],
    });
  });

  it("says what to do when nothing can be fetched, and never uses a wrong file", async () => {
    damage();
    const { code, out, err } = await memoir(["models", "pull", ENGLISH.name]);
    expect([code, out]).toEqual([5, ""]);
    expect(err).toContain("! ");
    expect(err).toMatch(/model\.onnx is not the pinned file.* It is not used\.\n/);
    expect(err).toContain("could not be reached");
    expect(err).toMatch(/set MEMOIR_MODELS_DIR to a folder that has .* \(model_unavailable\)\n$/);
    expect(existsSync(join(folder(), "model.onnx"))).toBe(false);
    const asJson = await memoir(["models", "pull", ENGLISH.name, "--json"]);
    expect([asJson.code, asJson.out, JSON.parse(asJson.err).error.code]).toEqual([
      5,
      "",
      "model_unavailable",
    ]);
  });

  it("checks those of the package, which need no fetching, and tells one from the other", async () => {
    const { code, out, err } = await memoir(["models", "pull"]);
    expect([code, err]).toEqual([0, ""]);
    for (const [name, size] of [
      [OWN_ENGLISH.name, "31.5 MB"],
      [OWN_CHINESE.name, "33.2 MB"],
    ]) {
      expect(out).toContain(`✓ ${name}  ${size}, part of the package, verified\n`);
    }
    const { models } = await json<{ models: unknown[] }>(["models", "pull", OWN_CHINESE.name]);
    expect(models).toEqual([
      expect.objectContaining({ id: SPACE, name: OWN_CHINESE.name, origins: ["package"], fetched: false }),
    ]);
    expect(existsSync(cache)).toBe(false);
  });

  it("knows its models by name, and stops when told to", async () => {
    expect(await memoir(["models", "pull", "gpt"])).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /no local model "gpt"; there are: memoir-1-en, memoir-1-zh, all-MiniLM.*\(not_found\)/,
      ),
    });
    expect(await memoir(["models", "pull"], { signal: AbortSignal.abort() })).toMatchObject({
      code: 130,
      out: "",
      err: expect.stringContaining("(aborted)"),
    });
  });

  it("removes from the cache, and leaves the package alone", async () => {
    damage();
    const removed = await memoir(["models", "remove", ENGLISH.name]);
    expect(removed.out).toContain(`✓ Removed ${ENGLISH.name}: 11 B freed at ${folder()}\n`);
    expect(removed.out).toContain(`Fetch again with: memoir models pull ${ENGLISH.name}\n`);
    expect(existsSync(folder())).toBe(false);
    const again = await json<{ freed: number; models: { name: string }[] }>(["models", "remove"]);
    expect(again).toMatchObject({ freed: 0, kept: [] });
    expect(again.models.map(({ name }) => name)).toEqual([ENGLISH.name, CHINESE.name]);
    const own = await memoir(["models", "remove", OWN_ENGLISH.name]);
    expect([own.code, own.out]).toEqual([
      0,
      expect.stringMatching(/· memoir-1-en was not in the cache .*\n {2}memoir-1-en is part of the package/),
    ]);
    expect(own.out).not.toContain(OWN_CHINESE.name);
    expect((await memoir(["models"])).out).toContain("\n2 models, 64.8 MB, ready to use.\n");
  });
});

describe("work", () => {
  const say = (text: string): Promise<unknown> =>
    library((engine) => engine.scope("user:me").observe([{ role: "user", text }]));

  it("--once runs what is ready and says what it did", async () => {
    await say("I take my tea without sugar");
    await withEmbedder(async () => {
      const { code, out, err } = await memoir(["work", "--once"], REMOTE);
      expect([code, err]).toEqual([0, ""]);
      expect(out).toMatch(
        /^Working on .*memoir\.db\nQueue: {5}empty\n\d\d:\d\d:\d\d {2}✓ embed of user:me, .*s\n✓ 1 job done; queue: empty\n$/,
      );
      expect((await memoir(["work", "--once"], REMOTE)).out).toContain("✓ 0 jobs done; queue: empty\n");
    });
  });

  it("tells of failures, which can be seen, retried and are the doctor's concern", async () => {
    await say("I take my tea without sugar");
    await library((engine) =>
      engine
        .operator()
        .jobs.enqueue({ tenant: "default", kind: "user", id: "me" }, [
          { kind: "embed", flight: "embed", maxAttempts: 2 },
        ]),
    );
    await withEmbedder(async (server) => {
      server.refuses = "I take my tea without sugar";
      const failed = await memoir(["work", "--once"], REMOTE);
      expect(failed.code).toBe(0);
      expect(failed.out).toMatch(/ {2}! embed of user:me, failed at try 1; again in \d\d s\n {12}model_/);
      const [job] = (await json<{ jobs: { id: string }[] }>(["jobs", "list"])).jobs;
      await memoir(["jobs", "retry", job!.id]);
      const lines = (await memoir(["work", "--once", "--json"], REMOTE)).out.trim().split("\n");
      const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
      expect(events.map(({ event }) => event)).toEqual(["start", "job", "end"]);
      expect(events[1]).toMatchObject({
        outcome: "dead",
        kind: "embed",
        scope: "user:me",
        attempt: 2,
        error: expect.stringContaining("model_"),
      });
      expect(events[2]).toMatchObject({ dead: 1, done: 0, queue: { dead: 1, ready: 0 } });

      const { code, out } = await memoir(["doctor"], { env: { MEMOIR_EMBEDDER: "none" } });
      expect([code, out]).toEqual([
        0,
        expect.stringMatching(
          /! queue {7}1 job has failed.*\n {14}→ See why: memoir jobs list --status dead\n/,
        ),
      ]);
      expect((await memoir(["jobs", "show", job!.id])).out).toContain("memoir jobs retry");
      expect((await memoir(["jobs", "retry", "--dead"])).out).toContain("✓ 1 dead job may run now");
      server.refuses = null;
      expect((await memoir(["work", "--once"], REMOTE)).out).toContain("✓ 1 job done; queue: empty");
    });
  });

  it.each(["signal", "terminated"] as const)("runs until its %s, then stops in peace", async (which) => {
    await say("I take my tea without sugar");
    await withEmbedder(async () => {
      const stop = new AbortController();
      const { code, out, err } = await memoir(["work"], {
        ...REMOTE,
        [which]: stop.signal,
        onOut: (text) => {
          if (text.includes("✓ embed")) stop.abort();
        },
      });
      expect([code, err]).toEqual([0, expect.stringMatching(/^! Stopping\./)]);
      expect(out).toContain("; Ctrl-C stops\n");
      expect(out.endsWith("✓ 1 job done\n")).toBe(true);
    });
  });

  it("makes no database, and works not where nothing may be written", async () => {
    expect(await memoir(["work"])).toMatchObject({ code: 1, err: expect.stringContaining("no database at") });
    expect(existsSync(join(cwd, "memoir.db"))).toBe(false);
    expect(await memoir(["work"], { env: { MEMOIR_EMERGENCY_READ_ONLY: "true" } })).toMatchObject({
      code: 3,
      err: expect.stringContaining("(read_only)"),
    });
  });
});

describe("doctor", () => {
  interface Said {
    ok: boolean;
    checks: { name: string; status: string; detail: string; fix: string | null }[];
  }
  const check = async (
    name: string,
    env: Record<string, string>,
    ...args: string[]
  ): Promise<Said["checks"][number] | undefined> => {
    const { checks } = await json<Said>(["doctor", ...args], { env: { MEMOIR_EMBEDDER: "none", ...env } });
    return checks.find((one) => one.name === name);
  };

  it("warns of an embedder without its files, and says how to get them", async () => {
    const { code, out } = await memoir(["doctor"], { env: { MEMOIR_EMBEDDER: "local/minilm" } });
    expect(code).toBe(0);
    expect(out).toMatch(
      /! embedder {4}local\/minilm: .* is not on this machine.*\n {14}→ Fetch it now: memoir models pull all-MiniLM-L6-v2-int8 bge-small-zh-v1.5-int8\. Until then/,
    );
    expect(out).toContain("✓ model       no language model is configured, and none is needed\n");
    expect(existsSync(cache)).toBe(false);
    expect(await check("embedder", {})).toMatchObject({
      status: "ok",
      detail: expect.stringContaining("none"),
    });
  });

  it("finds the default embedder ready on a bare machine", async () => {
    expect(await check("embedder", { MEMOIR_EMBEDDER: "" })).toMatchObject({
      status: "ok",
      detail: expect.stringMatching(
        /^local, 2 sentences embedded in .*: memoir-1-en is ready .* memoir-1-zh is ready/,
      ),
      fix: null,
    });
    expect(existsSync(cache)).toBe(false);
  });

  it("tells what models are configured, and asks them only when told to", async () => {
    const server = await startScriptedModel({ answer: () => "ready" });
    try {
      const env = { MEMOIR_MODEL: "openai/scripted", OPENAI_BASE_URL: server.url };
      expect(await check("model", env)).toMatchObject({
        status: "ok",
        detail: "openai/scripted for everything; not asked, --online does",
      });
      const roles = { MEMOIR_MODELS__ROLES__EXTRACT: "ollama/qwen3", ...env };
      expect((await check("model", roles))?.detail).toMatch(
        /^ollama\/qwen3 for extract; openai\/scripted for check,/,
      );
      const remote = { ...env, MEMOIR_EMBEDDER: "openai/vectors" };
      expect((await check("embedder", remote))?.detail).toBe("openai/vectors, not asked; --online does");
      expect(server.calls.count).toBe(0);
      expect(await check("model", env, "--online")).toMatchObject({
        status: "ok",
        detail: expect.stringMatching(/^openai\/scripted answers in .* tokens\)$/),
      });
      expect(server.calls.count).toBe(1);
      expect((await check("embedder", remote, "--online"))?.detail).toMatch(
        /^openai\/vectors answers: one sentence/,
      );
      server.misbehave("unauthorized", "unauthorized");
      expect(await check("model", env, "--online")).toMatchObject({
        status: "fail",
        fix: expect.any(String),
      });
    } finally {
      await server.close();
    }
  });

  it.each(["MEMOIR_MODELS__ROLES__EXTRACT", "MEMOIR_EXTRACTION_PROVIDER_ID"])(
    "R63: finds a model without its key in %s, which keeps no other command from its work",
    async (name) => {
      const env = { [name]: "openai/gpt-5-mini" };
      expect(await check("model", env)).toMatchObject({
        status: "fail",
        detail: "openai needs a key.",
        fix: "Set OPENAI_API_KEY.",
      });
      const none = { ...env, MEMOIR_EMBEDDER: "none" };
      expect(await memoir(["add", "tea"], { env: none })).toMatchObject({ code: 0, err: "" });
      expect(await memoir(["list"], { env: none })).toMatchObject({ code: 0, err: "" });
      expect(
        (await json<Said>(["doctor"], { env })).checks.find(({ name }) => name === "database")?.status,
      ).toBe("ok");
    },
  );
});
