import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Embedder } from "../embedder.ts";
import { type EmbedderSpec, resolveEmbedder } from "./resolve.ts";

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
    expect(embedder?.models.map(({ dims }) => dims)).toEqual([384, 512]);
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
