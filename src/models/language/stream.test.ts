import { describe, expect, it } from "vitest";
import { startScriptedModel } from "../../testing/index.ts";
import { fromSdk, type SdkLanguageModel } from "./ai-sdk.ts";
import type { GenerateRequest, LanguageModel } from "./port.ts";

const request: GenerateRequest = {
  system: "Be brief.",
  messages: [{ role: "user", content: "who am I?" }],
  maxOutputTokens: 99,
  temperature: 0,
  signal: new AbortController().signal,
};

async function streamed(model: LanguageModel): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of model.stream!(request)) pieces.push(piece);
  return pieces;
}

describe("an answer as it comes", () => {
  it("arrives in pieces, over the wire", async () => {
    await using server = await startScriptedModel({ script: ["You are Alice, 你好 there."] });
    const pieces = await streamed(server.model);
    expect(pieces).toEqual(["You", " are", " Alice,", " 你好", " there."]);
    expect(server.calls.requests[0]?.body).toMatchObject({ stream: true });
    expect(server.calls.outputTokens).toBeGreaterThan(0);
  });

  it("learns what a model refuses, as a whole answer does", async () => {
    await using server = await startScriptedModel({
      answer: () => "yes",
      misbehave: (asked) =>
        "temperature" in asked.body ? { kind: "rejects", parameter: "temperature" } : null,
    });
    expect(await streamed(server.model)).toEqual(["yes"]);
    expect(await streamed(server.model)).toEqual(["yes"]);
    expect(server.calls.count).toBe(3);
  });

  it("throws what the provider says", async () => {
    await using server = await startScriptedModel({ misbehave: ["unauthorized"] });
    await expect(streamed(server.model)).rejects.toMatchObject({ statusCode: 401 });
  });

  const parts = (...all: object[]): SdkLanguageModel => ({
    specificationVersion: "v3",
    provider: "mock",
    modelId: "x",
    doGenerate: async () => ({ content: [{ type: "text", text: "whole" }] }),
    doStream: async () => ({ stream: ReadableStream.from(all) }),
  });

  it("leaves thoughts and counts out, and throws an error in the middle", async () => {
    const fine = parts(
      { type: "reasoning-delta", delta: "hm" },
      { type: "text-delta", id: "1", delta: "a" },
      { type: "finish" },
    );
    expect(await streamed(fromSdk(fine))).toEqual(["a"]);
    const broken = parts({ type: "text-delta", delta: "a" }, { type: "error", error: new Error("gone") });
    await expect(streamed(fromSdk(broken))).rejects.toThrow("gone");
  });

  it("a model that has none says so", () => {
    const { doStream: _none, ...silent } = parts();
    expect(fromSdk(silent).stream).toBeUndefined();
  });
});
