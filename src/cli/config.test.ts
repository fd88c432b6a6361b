import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MemoirError } from "../domain/errors.ts";
import { describeSettings, resolveSettings } from "../domain/settings.ts";
import { PRESETS } from "../engine/presets/presets.ts";
import { type Config, type ConfigFlags, loadConfig } from "./config.ts";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "memoir-config-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

function load(
  flags: ConfigFlags = {},
  env: Record<string, string> = {},
  files: Record<string, string | object> = {},
): Config {
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(cwd, name), typeof content === "string" ? content : JSON.stringify(content));
  }
  return loadConfig({ flags, env, cwd });
}

function messageOf(...args: Parameters<typeof load>): string {
  try {
    load(...args);
  } catch (error) {
    expect(MemoirError.is(error) && error.code).toBe("invalid_settings");
    return (error as Error).message;
  }
  throw new Error("expected an error");
}

const from = (config: Config, path: string): string | undefined =>
  config.sources.find((source) => source.path === path)?.from;

describe("without anything", () => {
  it("C29: is the default preset on ./memoir.db", () => {
    const config = load();
    expect(config.database).toBe("./memoir.db");
    expect(config.preset).toBe("default");
    expect(config.settings.writePolicy.mode).toBe("auto");
    expect("tenant" in config).toBe(false);
    expect("model" in config).toBe(false);
    expect(config.embedder).toBe("local");
  });

  it("tells where everything comes from", () => {
    const config = load();
    expect(from(config, "database")).toBe("default");
    expect(from(config, "preset")).toBe("default");
    expect(from(config, "writePolicy.mode")).toBe("preset default");
    expect(from(config, "writePolicy.minConfidence")).toBe("default");
    expect(from(config, "embedder")).toBe("default");
    const settings = describeSettings().map(({ path }) => path);
    expect(settings).toContain("models.roles.extract");
    expect(config.sources.map(({ path }) => path)).toEqual(["database", "preset", "embedder", ...settings]);
  });
});

describe("the order: flags, environment, file, preset, default", () => {
  const env = {
    MEMOIR_DATABASE: "env.db",
    MEMOIR_PRESET: "urmom",
    MEMOIR_TENANT: "env",
    MEMOIR_READ_POLICY__MAX_ITEMS: "2",
  };
  const file = {
    "memoir.config.json": {
      database: "f.db",
      preset: "picobot",
      tenant: "f",
      readPolicy: { maxItems: 3 },
    },
  };
  const layers: [string, ConfigFlags, Record<string, string>, Record<string, object>, string][] = [
    [
      "flags",
      { database: "flag.db", preset: "everbot", tenant: "flag", settings: { readPolicy: { maxItems: 1 } } },
      env,
      file,
      "flag.db everbot flag 1",
    ],
    ["environment", {}, env, file, "env.db urmom env 2"],
    ["file", {}, {}, file, "f.db picobot f 3"],
    ["preset", {}, {}, { "memoir.config.json": { preset: "picobot" } }, "./memoir.db picobot undefined 5"],
    ["default", {}, {}, {}, "./memoir.db default undefined 40"],
  ];
  it.each(layers)("%s", (_, flags, env, files, expected) => {
    const { database, preset, tenant, settings } = load(flags, env, files);
    expect(`${database} ${preset} ${tenant} ${settings.readPolicy.maxItems}`).toBe(expected);
  });

  it("merges the layers setting by setting and says who won", () => {
    const config = load(
      { settings: { emergencyReadOnly: true } },
      { MEMOIR_WRITE_POLICY__MODE: "manual", DATABASE_URL: "postgres://u:secret@h/d" },
      { "memoir.config.yaml": "writePolicy:\n  mode: shadow\n  minConfidence: 0.9\n" },
    );
    expect(config.settings).toEqual(
      resolveSettings(
        PRESETS.default.settings,
        { writePolicy: { mode: "manual", minConfidence: 0.9 } },
        { emergencyReadOnly: true },
      ),
    );
    expect(config.settings).toMatchObject({
      writePolicy: { mode: "manual", minConfidence: 0.9 },
      readPolicy: PRESETS.default.settings.readPolicy,
      identity: { userScopeStrategy: "person" },
      emergencyReadOnly: true,
    });
    expect(from(config, "emergencyReadOnly")).toBe("flags");
    expect(from(config, "writePolicy.mode")).toBe("environment");
    expect(from(config, "writePolicy.minConfidence")).toBe("memoir.config.yaml");
    expect(from(config, "readPolicy.similarityWeight")).toBe("preset default");
    expect(from(config, "database")).toBe("environment (DATABASE_URL)");
    expect(JSON.stringify(config.sources)).not.toContain("secret");
  });

  it.each([
    ["flags", { model: "a/flag", embedder: "none" }, "a/flag none", "flags"],
    ["environment", {}, "a/env b/env", "environment (MEMOIR_MODEL)"],
  ] satisfies [string, ConfigFlags, string, string][])(
    "the models: %s over what is below",
    (_, flags, expected, source) => {
      const env = { MEMOIR_MODEL: "a/env", MEMOIR_EMBEDDER: "b/env" };
      const config = load(flags, env, { "memoir.config.json": { model: "a/file", embedder: "b/file" } });
      expect([`${config.model} ${config.embedder}`, from(config, "model")]).toEqual([expected, source]);
    },
  );

  it.each(["locla", "minilm", "local/none", "模型"])(
    "an embedder that there is not is refused: %s",
    (embedder) => {
      for (const [flags, env] of [
        [{ embedder }, {}],
        [{}, { MEMOIR_EMBEDDER: embedder }],
      ] as const)
        expect(() => load(flags, env)).toThrow(/is none of: "local", "none", "local\/minilm"/);
    },
  );

  it("R64: the settings may name the embedder, and everything else that does wins", () => {
    const files = { "memoir.config.json": { embeddingProviderId: "a/settings" } };
    const named = load({}, {}, files);
    expect([named.embedder, from(named, "embedder")]).toEqual(["a/settings", "memoir.config.json"]);
    expect(load({ embedder: "none" }, {}, files).embedder).toBe("none");
    expect(load({}, { MEMOIR_EMBEDDER: "local" }, files).embedder).toBe("local");
  });

  it("the models: a file over the default, beside the models of the settings", () => {
    const file = "model: ollama/qwen3\nembedder: ollama/nomic-embed-text\nmodels:\n  roles: { check: a/b }\n";
    const config = load({}, { MEMOIR_MODEL: "", MEMOIR_EMBEDDER: "" }, { "memoir.config.yaml": file });
    expect([config.model, config.embedder]).toEqual(["ollama/qwen3", "ollama/nomic-embed-text"]);
    expect(config.settings.models.roles.check).toBe("a/b");
    expect(from(config, "model")).toBe("memoir.config.yaml");
    expect(from(config, "embedder")).toBe("memoir.config.yaml");
    expect(from(config, "models.roles.check")).toBe("memoir.config.yaml");
  });

  it("reads MEMOIR_DATABASE before DATABASE_URL, and an empty one as not set", () => {
    expect(load({}, { MEMOIR_DATABASE: "a.db", DATABASE_URL: "b.db" }).database).toBe("a.db");
    expect(load({}, { MEMOIR_DATABASE: "", DATABASE_URL: "b.db" }).database).toBe("b.db");
    expect(load({}, { MEMOIR_CONFIG: "", MEMOIR_PRESET: "", MEMOIR_TENANT: "" }).preset).toBe("default");
  });

  it("R57, R225, C29: a seed's file switches its preset off; naming the preset keeps it on", () => {
    expect(load({ preset: "picobot" }).settings.enable).toBe(true);
    const file = { "memoir.config.json": { preset: "picobot", memory: { enabled: false, recall_limit: 9 } } };
    const { enable, readPolicy } = load({}, {}, file).settings;
    expect([enable, readPolicy.maxItems]).toEqual([false, 9]);
  });

  it("reads a seed's keys by the preset that won, wherever it was named", () => {
    const file = { "memoir.config.yaml": "provider_ltm_settings:\n  long_term_memory:\n    enable: false\n" };
    expect(load({ preset: "astrbot" }, {}, file).settings.enable).toBe(false);
    expect(messageOf({}, {}, file)).toMatch(/^memoir\.config\.yaml: provider_ltm_settings is not a setting/);
  });
});

describe("what is refused", () => {
  const json = (content: object): Record<string, object> => ({ "memoir.config.json": content });
  it.each([
    [{ preset: "astrbott" }, {}, {}, /^flags: preset is "astrbott"; allowed: "default", "astrbot", /],
    [{}, { MEMOIR_PRESET: "x" }, {}, /^environment \(MEMOIR_PRESET\): preset is "x"; /],
    [{}, {}, json({ preset: "x" }), /^memoir\.config\.json: preset is "x"; /],
    [{}, {}, json({ preset: 5 }), "memoir.config.json: preset is a number; allowed: a preset's name."],
    [{ database: "" }, {}, {}, 'flags: --database is empty; allowed: a path, ":memory:", a postgres:// URL.'],
    [{ model: "" }, {}, {}, 'flags: --model is empty; allowed: a model as "provider/model".'],
    [
      {},
      {},
      json({ embedder: false }),
      /^memoir\.config\.json: embedder is a boolean; allowed: "local", "none"/,
    ],
    [{}, {}, json({ embeder: "x" }), "memoir.config.json: embeder is not a setting; did you mean embedder?"],
    [{ config: "" }, {}, {}, "flags: --config is empty; allowed: a file's path."],
    [{}, {}, json({ databse: "x" }), "memoir.config.json: databse is not a setting; did you mean database?"],
    [{ settings: { audit: "x" } }, {}, {}, 'flags: audit is "x"; allowed: "full", "off".'],
    [
      {},
      { MEMOIR_WRITE_POLICY__MODE: "autoo" },
      {},
      'environment: MEMOIR_WRITE_POLICY__MODE (writePolicy.mode) is "autoo"; allowed: "shadow", "auto", "manual".',
    ],
  ] satisfies [ConfigFlags, Record<string, string>, Record<string, object>, string | RegExp][])(
    "%j %j %j",
    (flags, env, files, message) => {
      const actual = messageOf(flags, env, files);
      if (typeof message === "string") expect(actual).toBe(message);
      else expect(actual).toMatch(message);
    },
  );

  it("reports all of a file's problems at once, and shows no database", () => {
    const message = messageOf(
      {},
      {},
      json({ database: { url: "postgres://u:secret@h" }, tenant: "", audit: 1 }),
    );
    expect(message.split("\n")).toEqual([
      'memoir.config.json: database is a section; allowed: a path, ":memory:", a postgres:// URL.',
      "memoir.config.json: tenant is empty; allowed: a non-empty string.",
      'memoir.config.json: audit is 1; allowed: "full", "off".',
    ]);
  });
});

it("reads a file named by flag or environment, relative to the working directory", () => {
  mkdirSync(join(cwd, "etc"));
  const files = { "etc/a.yml": "preset: astrbot\n", "memoir.config.json": { preset: "urmom" } };
  expect(load({ config: "etc/a.yml" }, {}, files).preset).toBe("astrbot");
  expect(load({}, { MEMOIR_CONFIG: "etc/a.yml" }).preset).toBe("astrbot");
  expect(load({ config: "memoir.config.json" }, { MEMOIR_CONFIG: "etc/a.yml" }).preset).toBe("urmom");
  expect(load({ config: join(cwd, "etc/a.yml") }).preset).toBe("astrbot");
});
