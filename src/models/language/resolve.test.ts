import { describe, expect, it } from "vitest";
import type { MemoirErrorCode } from "../../domain/errors.ts";
import { MODEL_ROLES, type ModelRole } from "../../domain/settings/models.ts";
import type { SdkLanguageModel } from "./ai-sdk.ts";
import type { LanguageModel } from "./port.ts";
import { compatibleEndpoint, type LanguageModelSpec, modelsByRole, resolveLanguageModel } from "./resolve.ts";

const port: LanguageModel = { id: "mine", generate: async () => ({ text: "", finish: "stop" }) };
const sdk = (fields: object = {}): SdkLanguageModel => ({
  specificationVersion: "v3",
  provider: "openai.chat",
  modelId: "gpt-5-mini",
  doGenerate: async () => ({}),
  ...fields,
});

describe("resolveLanguageModel", () => {
  it("takes an object of the port as it is", () => {
    expect(resolveLanguageModel(port)).toBe(port);
  });

  it.each(["v2", "v3", "v4"])("takes an AI SDK model of specification %s", (specificationVersion) => {
    expect(resolveLanguageModel(sdk({ specificationVersion })).id).toBe("openai/gpt-5-mini");
  });

  it.each<[spec: string, env: NodeJS.ProcessEnv, id: string]>([
    ["openai/gpt-5-mini", { OPENAI_API_KEY: "k" }, "openai/gpt-5-mini"],
    ["openai/local", { OPENAI_BASE_URL: "http://127.0.0.1:1/v1" }, "openai/local"],
    ["ollama/qwen3", {}, "ollama/qwen3"],
    ["ollama/qwen3:8b", { OLLAMA_BASE_URL: "http://gpu:11434" }, "ollama/qwen3:8b"],
    ["deepseek/deepseek-chat", { DEEPSEEK_API_KEY: "k" }, "deepseek/deepseek-chat"],
    [
      "openrouter/meta-llama/llama-3.3-70b",
      { OPENROUTER_API_KEY: "k" },
      "openrouter/meta-llama/llama-3.3-70b",
    ],
    ["openai-compatible/x", { MEMOIR_MODEL_BASE_URL: "http://h/v1" }, "openai-compatible/x"],
    [" openai / gpt ", { OPENAI_API_KEY: "k" }, "openai/gpt"],
  ])("takes %j", (spec, env, id) => {
    expect(resolveLanguageModel(spec, env).id).toBe(id);
  });

  it.each<[spec: unknown, env: NodeJS.ProcessEnv, code: MemoirErrorCode, says: RegExp]>([
    [
      "gpt-5-mini",
      {},
      "invalid_argument",
      /"gpt-5-mini" is not of the form provider\/model\. A model is .*openai, ollama/,
    ],
    ["", {}, "invalid_argument", /not of the form/],
    ["/x", {}, "invalid_argument", /not of the form/],
    ["openai/", {}, "invalid_argument", /not of the form/],
    ["gpt/5", {}, "invalid_argument", /not known, "gpt"/],
    ["__proto__/x", {}, "invalid_argument", /not known/],
    ["openai/gpt-5-mini", {}, "model_unavailable", /^openai needs a key\. Set OPENAI_API_KEY\.$/],
    ["openai/gpt-5-mini", { OPENAI_API_KEY: "" }, "model_unavailable", /OPENAI_API_KEY/],
    ["openai-compatible/x", {}, "model_unavailable", /Set MEMOIR_MODEL_BASE_URL/],
    ["ollama/x", { OLLAMA_BASE_URL: "gpu:11434" }, "invalid_argument", /^OLLAMA_BASE_URL is no http/],
    ["ollama/x", { OLLAMA_BASE_URL: "not a url" }, "invalid_argument", /^OLLAMA_BASE_URL is no http/],
    ["anthropic/claude-sonnet-5", {}, "model_unavailable", /Run: npm install @ai-sdk\/anthropic$/],
    ["google/gemini-3-flash", {}, "model_unavailable", /Run: npm install @ai-sdk\/google$/],
    [{ doEmbed: () => 1 }, {}, "invalid_argument", /an embedding model; pass it as the embedder/],
    [sdk({ specificationVersion: "v1" }), {}, "invalid_argument", /AI SDK older than 5/],
    [{}, {}, "invalid_argument", /^This object is no language model/],
    [{ id: "", generate: () => 1 }, {}, "invalid_argument", /no language model/],
    [null, {}, "invalid_argument", /no language model/],
    [42, {}, "invalid_argument", /no language model/],
  ])("refuses %j", (spec, env, code, says) => {
    let thrown: unknown;
    try {
      resolveLanguageModel(spec as LanguageModelSpec, env);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ code, message: expect.stringMatching(says) });
  });
});

describe("compatibleEndpoint", () => {
  it.each<[provider: string, env: NodeJS.ProcessEnv, baseURL: string]>([
    ["ollama", {}, "http://127.0.0.1:11434/v1"],
    ["ollama", { OLLAMA_BASE_URL: "http://gpu:11434" }, "http://gpu:11434/v1"],
    ["ollama", { OLLAMA_BASE_URL: "http://gpu:11434/" }, "http://gpu:11434/v1"],
    ["openai", { OPENAI_BASE_URL: "https://proxy/openai/v1/" }, "https://proxy/openai/v1"],
    ["openai-compatible", { MEMOIR_MODEL_BASE_URL: "http://h:8000/api" }, "http://h:8000/api"],
  ])("%s with %j is at %s", (provider, env, baseURL) => {
    expect(compatibleEndpoint(provider, env)).toEqual({ baseURL });
  });

  it("has the key, and is nothing for others", () => {
    expect(compatibleEndpoint("openai", { OPENAI_API_KEY: "k" })?.apiKey).toBe("k");
    expect(compatibleEndpoint("anthropic", {})).toBeUndefined();
    expect(compatibleEndpoint("nobody", {})).toBeUndefined();
  });
});

describe("R103: modelsByRole", () => {
  const names = (own: Partial<Record<ModelRole, string>> = {}, extractionProviderId = "") => {
    const roles = Object.fromEntries(MODEL_ROLES.map((role) => [role, own[role] ?? ""]));
    return { models: { roles: roles as Record<ModelRole, string> }, extractionProviderId };
  };

  it("gives a role its own model and the others the engine's, one object a name", () => {
    const models = modelsByRole(names({ summary: "ollama/big", merge: "ollama/big" }), port, {});
    expect(models.summary?.id).toBe("ollama/big");
    expect(models.merge).toBe(models.summary);
    expect(models.extract).toBe(port);
  });

  it.each([
    ["ollama/named", {}, "ollama/named"],
    ["ollama/named", { extract: "ollama/own" }, "ollama/own"],
    ["", {}, "mine"],
  ])("R63: extractionProviderId %j beside %j", (provider, own, asked) => {
    const models = modelsByRole(names(own, provider), port, {});
    expect([models.extract?.id, models.check?.id]).toEqual([asked, "mine"]);
  });

  it("gives nothing where there is nothing", () => {
    expect(modelsByRole(names(), undefined, {})).toEqual({});
    expect(Object.keys(modelsByRole(names({ check: "ollama/x" }), undefined, {}))).toEqual(["check"]);
  });
});
