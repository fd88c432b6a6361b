import { expect, it } from "vitest";
import { describeSettings } from "../domain/settings.ts";
import { readEnvironment } from "./config-sources.ts";

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
