import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MemoirError } from "../domain/errors.ts";
import { describeSettings } from "../domain/settings.ts";
import { readConfigFile, readEnvironment } from "./config-sources.ts";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "memoir-config-file-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

function read(name: string, text: string): unknown {
  writeFileSync(join(cwd, name), text);
  return readConfigFile(name, cwd)?.content;
}

function failureOf(run: () => unknown): MemoirError {
  try {
    run();
  } catch (error) {
    if (MemoirError.is(error)) return error;
    throw error;
  }
  throw new Error("expected an error");
}

it.each([
  ["a.json", '{"audit": "off"}', { audit: "off" }],
  ["bom.json", '\uFEFF{"audit": "off"}', { audit: "off" }],
  ["A.JSON", "{}", {}],
  ["a.yaml", "audit: off # a string in YAML 1.2\nenable: false\n", { audit: "off", enable: false }],
  ["a.yml", "readPolicy: { maxItems: 3 }", { readPolicy: { maxItems: 3 } }],
  ["json-in.yaml", '{"audit": "off"}', { audit: "off" }],
  ["empty.yaml", "# nothing\n", {}],
])("R258, C31: reads %s: %j", (name, text, content) => {
  expect(read(name, text)).toEqual(content);
});

describe("the default file", () => {
  it("is the first of json, yaml, yml that is there", () => {
    expect(readConfigFile(undefined, cwd)).toBeNull();
    for (const [name, text] of [
      ["memoir.config.yml", "tenant: yml"],
      ["memoir.config.yaml", "tenant: yaml"],
      ["memoir.config.json", '{"tenant":"json"}'],
    ] as const) {
      writeFileSync(join(cwd, name), text);
      expect(readConfigFile(undefined, cwd)).toEqual({
        path: name,
        content: { tenant: name.split(".").at(-1) },
      });
    }
  });
});

describe("a syntax error names the line and shows no text", () => {
  it.each([
    ["a.json", '{\n  "a": 1\n  "secret": 2\n}', 3, 3],
    ["a.json", '{\n  "a": [1, 2,]\n}', 2, 14],
    ["a.json", '{\n  "a": 1,\n}', 3, 1],
    ["a.json", '{\n  "secret": secret\n}', 2, 13],
    ["a.json", '{\n  // secret\n  "a": 1\n}', 2, 3],
    ["a.json", '{"a": tru}', 1, 10],
    ["a.json", '{"a": 1} secret', 1, 10],
    ["a.json", '{\n  "a": "secret', 2, 15],
    ["a.json", '{\n  "a": [\n', 2, 9],
    ["a.json", "", 1, 1],
    ["a.yaml", "a: 1\n b: secret\n", 1, 4],
    ["a.yaml", "a: 1\nb: [secret\n", 3, 1],
    ["a.yaml", "a: 1\na: secret\n", 2, 1],
    ["a.yaml", 'a: "secret\n', 2, 1],
    ["a.yaml", "a:\n\t- secret\n", 2, 1],
  ])("%s: %j", (name, text, line, column) => {
    const error = failureOf(() => read(name, text));
    expect(error.code).toBe("invalid_settings");
    expect(error.message).toMatch(
      `${name}: line ${line}, column ${column}: not valid ${name.slice(2).toUpperCase()}`,
    );
    expect(error.message + JSON.stringify(error.details)).not.toContain("secret");
  });

  it("says what to look for", () => {
    expect(failureOf(() => read("a.json", "{,}")).message).toBe(
      "a.json: line 1, column 2: not valid JSON; look there for a missing or extra comma, quote or bracket. " +
        "JSON has no comments; YAML has.",
    );
    expect(failureOf(() => read("a.yaml", "a: 1\na: 2\n")).message).toBe(
      "a.yaml: line 2, column 1: not valid YAML (duplicate key); correct that line, often its indentation or a quote.",
    );
  });
});

describe("what cannot be read", () => {
  it("a named file that is missing", () => {
    expect(failureOf(() => readConfigFile("no.yaml", cwd)).message).toBe(
      `no.yaml: there is no file ${join(cwd, "no.yaml")}; create it, or name another with --config or MEMOIR_CONFIG.`,
    );
  });

  it("a directory", () => {
    mkdirSync(join(cwd, "memoir.config.json"));
    expect(failureOf(() => readConfigFile(undefined, cwd)).message).toBe(
      "memoir.config.json: the file cannot be read (EISDIR); check that it is a file and its permissions.",
    );
  });

  it("another ending", () => {
    expect(failureOf(() => read("memoir.toml", "")).message).toBe(
      "memoir.toml: a config file ends in .json, .yaml or .yml; rename it.",
    );
  });

  it("YAML aliases without an anchor, or too many", () => {
    const bomb = ["a: &a [x,x,x,x,x,x,x,x,x,x]"];
    for (const [name, inner] of ["ba", "cb", "dc", "ed"].map((pair) => [pair[0], pair[1]])) {
      bomb.push(`${name}: &${name} [${Array(10).fill(`*${inner}`).join(",")}]`);
    }
    expect(failureOf(() => read("a.yaml", bomb.join("\n"))).code).toBe("invalid_settings");
    expect(failureOf(() => read("a.yaml", "a: *missing")).code).toBe("invalid_settings");
  });
});

it.each([
  [{ MEMOIR_WRITE_POLICY__MODE: "manual" }, { writePolicy: { mode: "manual" } }],
  [{ MEMOIR_ENABLE: "false" }, { enable: false }],
  [{ MEMOIR_READ_POLICY__MAX_ITEMS: "3" }, { readPolicy: { maxItems: 3 } }],
  [{ MEMOIR_READ_POLICY__MAX_TOKENS: "null" }, { readPolicy: { maxTokens: null } }],
  [{ MEMOIR_READ_POLICY__MIN_CONFIDENCE: ".5" }, { readPolicy: { minConfidence: ".5" } }],
  [{ MEMOIR_RETENTION_DAYS__TASK_STATE: "-1" }, { retentionDays: { task_state: -1 } }],
  [{ MEMOIR_WRITE_POLICY__ALLOWED_TYPES: '["profile"]' }, { writePolicy: { allowedTypes: ["profile"] } }],
  [{ MEMOIR_IDENTITY__ALIASES: '{"qq:1":"alice"}' }, { identity: { aliases: { "qq:1": "alice" } } }],
  [{ MEMOIR_EXTRACTION_PROVIDER_ID: "ollama/qwen3" }, { extractionProviderId: "ollama/qwen3" }],
  [{ MEMOIR_MARKDOWN__PATH: '"123"' }, { markdown: { path: "123" } }],
  [{ MEMOIR_MODELS__ROLES__EXTRACT: "ollama/qwen3" }, { models: { roles: { extract: "ollama/qwen3" } } }],
  [
    { MEMOIR_FORGET__PURGE_AFTER_DAYS: "1", MEMOIR_FORGET: '{"purgeAfterDays":2}' },
    { forget: { purgeAfterDays: 1 } },
  ],
  [{ MEMOIR_AUDIT: "" }, {}],
  [{ PATH: "/bin", memoir_audit: "off", DATABASE_URL: "x" }, {}],
  [
    {
      MEMOIR_DATABASE: "x",
      MEMOIR_PRESET: "x",
      MEMOIR_CONFIG: "x",
      MEMOIR_TENANT: "x",
      MEMOIR_USER: "x",
      MEMOIR_GROUP: "x",
      MEMOIR_PROJECT: "x",
      MEMOIR_MODEL: "x",
      MEMOIR_MODEL_BASE_URL: "x",
      MEMOIR_MODEL_API_KEY: "x",
      MEMOIR_EMBEDDER: "x",
      MEMOIR_MODELS_DIR: "x",
      MEMOIR_CACHE_DIR: "x",
      MEMOIR_ONNX_RUNTIME: "x",
    },
    {},
  ],
])("reads %j as %j", (env, expected) => {
  const { input, problems } = readEnvironment(env);
  expect(input).toEqual(expected);
  expect(problems).toEqual([]);
});

it.each([
  ["MEMOIR_WRITE_POLICY__MOD", "did you mean MEMOIR_WRITE_POLICY__MODE?"],
  ["MEMOIR_WRITE_POLICY_MODE", "did you mean MEMOIR_WRITE_POLICY__MODE?"],
  ["MEMOIR_EMBEDER", "did you mean MEMOIR_EMBEDDER?"],
  ["MEMOIR_DATABSE", "did you mean MEMOIR_DATABASE?"],
  ["MEMOIR_ZEBRA", "unset it. Settings are named like MEMOIR_WRITE_POLICY__MODE."],
])("refuses %s", (name, advice) => {
  expect(readEnvironment({ [name]: "x" }).problems).toEqual([`${name} is not a setting; ${advice}`]);
});

it("has a variable for every setting", () => {
  for (const { path, default: value } of describeSettings()) {
    const words = path
      .split(".")
      .map((key) => key.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase());
    const name = `MEMOIR_${words.join("__")}`;
    expect(readEnvironment({ [name]: JSON.stringify(value) }).written.get(path)).toBe(name);
  }
});
