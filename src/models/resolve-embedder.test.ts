import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Embedder } from "./embedder.ts";
import { isSdkModel } from "./language/ai-sdk.ts";
import {
  aiSdkEmbedder,
  type EmbedderSpec,
  resolveEmbedder,
  type SdkEmbeddingModel,
} from "./resolve-embedder.ts";

const port: Embedder = {
  models: [{ id: "mine", dims: 2 }],
  state: () => ({ status: "ready", detail: "" }),
  ready: async () => undefined,
  embedDocuments: async () => [],
  embedQuery: async () => [],
  close: async () => undefined,
};

describe("resolveEmbedder", () => {
  it("is local by default, and nothing for none", async () => {
    const embedder = resolveEmbedder(undefined, { local: { start: "first-use" } });
    expect(embedder?.models.map(({ dims }) => dims)).toEqual([384]);
    await embedder?.close();
    expect(resolveEmbedder("none")).toBeNull();
  });

  it("takes an object of the port as it is", () => {
    expect(resolveEmbedder(port)).toBe(port);
  });

  it("takes an AI SDK model", () => {
    const model = {
      specificationVersion: "v3",
      provider: "google.generative-ai",
      modelId: "text-embedding-004",
      doEmbed: async () => ({}),
    };
    expect(resolveEmbedder(model)?.models).toEqual([{ id: "google/text-embedding-004", dims: 0 }]);
  });

  it.each<[spec: string, env: NodeJS.ProcessEnv, id: string]>([
    ["openai/text-embedding-3-small", { OPENAI_API_KEY: "k" }, "openai/text-embedding-3-small"],
    ["openai/mine", { OPENAI_BASE_URL: "http://127.0.0.1:1/v1" }, "openai/mine"],
    ["ollama/nomic-embed-text", {}, "ollama/nomic-embed-text"],
    ["ollama/hf.co/someone/model:q8", {}, "ollama/hf.co/someone/model:q8"],
  ])("takes %j", (spec, env, id) => {
    expect(resolveEmbedder(spec, { env })?.models).toEqual([{ id, dims: 0 }]);
  });

  it.each<[spec: unknown, code: string, message: RegExp]>([
    ["openai/text-embedding-3-small", "model_unavailable", /OPENAI_API_KEY/],
    ["text-embedding-3-small", "invalid_argument", /provider\/model/],
    ["openai/", "invalid_argument", /provider\/model/],
    ["nobody/x", "invalid_argument", /"nobody"/],
    [{ ...port, close: undefined }, "invalid_argument", /no embedder/],
    [{ doGenerate: () => undefined }, "invalid_argument", /language model/],
    [{ doEmbed: () => undefined }, "invalid_argument", /older than 5/],
    [null, "invalid_argument", /no embedder/],
    [42, "invalid_argument", /no embedder/],
  ])("refuses %j", (spec, code, message) => {
    expect(() => resolveEmbedder(spec as EmbedderSpec, { env: {} })).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) }),
    );
  });
});

describe("an embedder by name", () => {
  let server: Server;
  const asked: {
    url: string | undefined;
    key: string | undefined;
    body: { model: string; input: string[] };
  }[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = "";
      request.on("data", (piece) => {
        body += String(piece);
      });
      request.on("end", () => {
        const { input, model } = JSON.parse(body) as { input: string[]; model: string };
        asked.push({ url: request.url, key: request.headers.authorization, body: { input, model } });
        const data = input.map((text, index) => ({
          object: "embedding",
          index,
          embedding: [text.length, 2],
        }));
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ object: "list", model, data, usage: { prompt_tokens: 1 } }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it("speaks OpenAI's protocol over HTTP", async () => {
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const env = { OLLAMA_BASE_URL: base, OLLAMA_API_KEY: "k" };
    const embedder = resolveEmbedder("ollama/nomic-embed-text", { env })!;
    await embedder.ready();
    expect(embedder.models).toEqual([{ id: "ollama/nomic-embed-text", dims: 2 }]);
    const [embedding] = await embedder.embedDocuments(["ab"]);
    expect(embedding?.vector[0]).toBeCloseTo(Math.SQRT1_2, 6);
    expect(asked.at(-1)).toEqual({
      url: "/v1/embeddings",
      key: "Bearer k",
      body: { model: "nomic-embed-text", input: ["ab"] },
    });
    await embedder.close();
  });
});

interface Asked {
  values: string[];
  abortSignal: AbortSignal;
}
const vectorOf = (text: string): number[] => [text.length, 1, 0];

function model(fields: object = {}): SdkEmbeddingModel & { asked: Asked[] } {
  const asked: Asked[] = [];
  return {
    specificationVersion: "v3",
    provider: "openai.embedding",
    modelId: "text-embedding-3-small",
    maxEmbeddingsPerCall: 2,
    asked,
    doEmbed: async (options: Asked) => {
      asked.push(options);
      return { embeddings: options.values.map(vectorOf) };
    },
    ...fields,
  };
}
const failing = (error: unknown): SdkEmbeddingModel => model({ doEmbed: () => Promise.reject(error) });

describe("aiSdkEmbedder", () => {
  it("embeds in order, in calls that the model can take, with unit vectors of its own id", async () => {
    const sdk = model({ maxEmbeddingsPerCall: Promise.resolve(2) });
    const embedder = aiSdkEmbedder(sdk);
    expect(embedder.models).toEqual([{ id: "openai/text-embedding-3-small", dims: 0 }]);
    const found = await embedder.embedDocuments(["a", "bb", "ccc"]);
    expect(sdk.asked.map(({ values }) => values)).toEqual([["a", "bb"], ["ccc"]]);
    expect(found.map((embedding) => embedding.model)).toEqual(Array(3).fill("openai/text-embedding-3-small"));
    expect(found.map(({ vector }) => vector[0]! / vector[1]!)).toEqual([1, 2, expect.closeTo(3, 5)]);
    for (const { vector } of found) expect(Math.hypot(...vector)).toBeCloseTo(1, 6);
    expect(embedder.models).toEqual([{ id: "openai/text-embedding-3-small", dims: 3 }]);
    expect(await embedder.embedDocuments([])).toEqual([]);
  });

  it("asks for a query once, and not for another model's vectors", async () => {
    const sdk = model();
    const embedder = aiSdkEmbedder(sdk, { id: "mine", dims: 3 });
    const first = await embedder.embedQuery("tea");
    first[0]!.vector.fill(9);
    expect((await embedder.embedQuery("tea", { models: ["mine"] }))[0]!.vector[0]).toBeCloseTo(0.9487, 3);
    expect(sdk.asked).toHaveLength(1);
    expect(await embedder.embedQuery("tea", { models: [] })).toEqual([]);
    await expect(embedder.embedQuery("tea", { models: ["local/x"] })).rejects.toMatchObject({
      code: "invalid_argument",
    });
  });

  it("is ready until a call fails, and again after one that does not", async () => {
    let down = true;
    const sdk = model({
      doEmbed: async ({ values }: Asked) => {
        if (down) throw Object.assign(new Error("no"), { statusCode: 401 });
        return { embeddings: values.map(vectorOf) };
      },
    });
    const embedder = aiSdkEmbedder(sdk);
    expect(embedder.state().status).toBe("ready");
    await expect(embedder.ready()).rejects.toMatchObject({ code: "model_unavailable" });
    expect(embedder.state()).toMatchObject({
      status: "failed",
      detail: expect.stringContaining("refused the key"),
    });
    down = false;
    await embedder.ready();
    expect([embedder.state().status, embedder.models[0]?.dims]).toEqual(["ready", 3]);
  });

  it("tries again what may pass", async () => {
    let failures = 1;
    const doEmbed = vi.fn(async ({ values }: Asked) => {
      if (failures-- > 0) throw Object.assign(new Error("busy"), { statusCode: 503 });
      return { embeddings: values.map(vectorOf) };
    });
    await aiSdkEmbedder(model({ doEmbed })).embedDocuments(["a"]);
    expect(doEmbed).toHaveBeenCalledTimes(2);
  });

  it.each<[string, unknown]>([
    ["too few", { embeddings: [] }],
    ["none", {}],
    ["nothing", undefined],
    ["no numbers", { embeddings: ["abc"] }],
    ["zeros", { embeddings: [[0, 0, 0]] }],
    ["another length", { embeddings: [[1, 2]] }],
  ])("refuses an answer with %s", async (_, answer) => {
    const embedder = aiSdkEmbedder(model({ doEmbed: async () => answer }), { dims: 3 });
    await expect(embedder.embedDocuments(["a"])).rejects.toMatchObject({ code: "model_bad_output" });
  });

  it("never puts the text into an error", async () => {
    const error = Object.assign(new Error("bad request"), { statusCode: 400, requestBodyValues: "a secret" });
    const thrown = await aiSdkEmbedder(failing(error))
      .embedDocuments(["a secret"])
      .catch((caught: unknown) => caught);
    expect(thrown).toMatchObject({ code: "model_refused" });
    expect(JSON.stringify(thrown) + String((thrown as Error).cause)).not.toContain("secret");
  });

  it("ends in time, when aborted and when closed", async () => {
    const hanging = (): SdkEmbeddingModel => model({ doEmbed: () => new Promise(() => undefined) });
    await expect(aiSdkEmbedder(hanging(), { timeoutMs: 20 }).embedDocuments(["a"])).rejects.toMatchObject({
      code: "model_timeout",
    });
    const signal = AbortSignal.timeout(20);
    const embedder = aiSdkEmbedder(hanging());
    await expect(embedder.embedDocuments(["a"], { signal })).rejects.toMatchObject({ code: "aborted" });
    expect(embedder.state().status).toBe("ready");
    const waiting = embedder.embedQuery("a");
    await embedder.close();
    await expect(waiting).rejects.toMatchObject({ code: "closed" });
    await expect(embedder.embedQuery("a")).rejects.toMatchObject({ code: "closed" });
    expect(embedder.state().status).toBe("failed");
  });
});

describe("isSdkModel", () => {
  it.each([
    [model(), true],
    [model({ specificationVersion: "v2" }), true],
    [model({ specificationVersion: "v4" }), true],
    [model({ specificationVersion: "v1" }), false],
    [model({ doEmbed: undefined }), false],
    [null, false],
    ["openai/x", false],
  ])("case %#", (value, is) => {
    expect(isSdkModel(value, "doEmbed")).toBe(is);
  });
});
