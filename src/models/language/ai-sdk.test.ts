import { MockLanguageModelV3 } from "ai/test";
import { describe, expect, it } from "vitest";
import { startScriptedModel } from "../../testing/index.ts";
import { fromSdk, isSdkModel, refusedParameter, type SdkLanguageModel } from "./ai-sdk.ts";
import type { GenerateRequest, LanguageModel } from "./port.ts";
import { resolveLanguageModel } from "./resolve.ts";

const request = (fields: Partial<GenerateRequest> = {}): GenerateRequest => ({
  system: "Be brief.",
  messages: [
    { role: "user", content: "hi" },
    { role: "assistant", content: "hello" },
    { role: "user", content: "who am I?" },
  ],
  maxOutputTokens: 99,
  temperature: 0,
  signal: new AbortController().signal,
  ...fields,
});
const schema = { name: "facts", json: { type: "object", properties: {} } };

type Options = Record<string, unknown>;

/** A model of any specification that answers with these, or throws those that are errors. */
function model(...answers: unknown[]): SdkLanguageModel & { asked: Options[] } {
  const asked: Options[] = [];
  return {
    specificationVersion: "v3",
    provider: "openai.chat",
    modelId: "x",
    asked,
    async doGenerate(options: Options) {
      asked.push(options);
      const answer = answers[asked.length - 1] ?? answers.at(-1);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
}

const said = (text: string): object => ({
  content: [{ type: "text", text }],
  finishReason: { unified: "stop" },
});
const refusal = (message: string, param?: string): Error =>
  Object.assign(new Error(message), { statusCode: 400, data: { error: { param } } });

describe("fromSdk", () => {
  it("works with the AI SDK's own model", async () => {
    const mock = new MockLanguageModelV3({
      provider: "mock",
      modelId: "mock-1",
      doGenerate: {
        content: [
          { type: "reasoning", text: "hm" },
          { type: "text", text: "You are " },
          { type: "text", text: "Alice." },
        ],
        finishReason: { unified: "stop", raw: "stop" },
        usage: {
          inputTokens: { total: 12, noCache: 12, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 3, text: 3, reasoning: 0 },
        },
        warnings: [],
      },
    });
    const port = resolveLanguageModel(mock);
    expect(port.id).toBe("mock/mock-1");
    expect(await port.generate(request({ schema }))).toEqual({
      text: "You are Alice.",
      usage: { inputTokens: 12, outputTokens: 3 },
      finish: "stop",
    });
    expect(mock.doGenerateCalls[0]).toMatchObject({
      prompt: [
        { role: "system", content: "Be brief." },
        { role: "user", content: [{ type: "text", text: "hi" }] },
        { role: "assistant", content: [{ type: "text", text: "hello" }] },
        { role: "user", content: [{ type: "text", text: "who am I?" }] },
      ],
      temperature: 0,
      maxOutputTokens: 99,
      responseFormat: { type: "json", schema: schema.json, name: "facts" },
    });
  });

  it.each<[name: string, answer: object, expected: object]>([
    [
      "v2: plain numbers and words",
      {
        content: [{ type: "text", text: "a" }],
        finishReason: "length",
        usage: { inputTokens: 1, outputTokens: 2 },
      },
      { text: "a", finish: "length", usage: { inputTokens: 1, outputTokens: 2 } },
    ],
    [
      "v4: structured output apart",
      {
        content: [{ type: "text", text: "a" }],
        structuredOutputText: "{}",
        finishReason: { unified: "stop" },
      },
      { text: "{}", finish: "stop", usage: {} },
    ],
    [
      "no usage",
      { ...said("a"), usage: { inputTokens: { total: undefined }, outputTokens: { total: Number.NaN } } },
      { text: "a", finish: "stop", usage: {} },
    ],
    [
      "a content filter",
      { content: [], finishReason: { unified: "content-filter" } },
      { text: "", finish: "refusal" },
    ],
    [
      "a tool call",
      { content: [{ type: "tool-call" }], finishReason: "tool-calls" },
      { text: "", finish: "tool" },
    ],
    [
      "a refusal in OpenAI's own field",
      { ...said(""), response: { body: { choices: [{ message: { refusal: "No." } }] } } },
      { text: "", finish: "refusal" },
    ],
    [
      "something new",
      { ...said("a"), finishReason: { unified: "interrupted" } },
      { text: "a", finish: "other" },
    ],
    ["nothing at all", {}, { text: "", finish: "other" }],
  ])("reads %s", async (_name, answer, expected) => {
    expect(await fromSdk(model(answer)).generate(request())).toMatchObject(expected);
  });

  it("leaves out a parameter the model refuses, at once and from then on", async () => {
    const sdk = model(refusal("'temperature' does not support 0 with this model", "temperature"), said("a"));
    const port = fromSdk(sdk);
    expect((await port.generate(request())).text).toBe("a");
    await port.generate(request());
    expect(sdk.asked.map((options) => "temperature" in options)).toEqual([true, false, false]);
  });

  it("says a schema in words where the model refuses it, and only that schema", async () => {
    const sdk = model(refusal("This response_format type is unavailable now"), said("{}"));
    const port = fromSdk(sdk);
    await port.generate(request({ schema }));
    await port.generate(request({ schema }));
    await port.generate(request({ schema: { ...schema, name: "other" } }));
    expect(sdk.asked.map((options) => "responseFormat" in options)).toEqual([true, false, false, true]);
    const prompt = sdk.asked[1]?.prompt as { content: string }[] | undefined;
    expect(prompt?.[0]?.content).toMatch(
      /^Be brief\.\n\nAnswer with JSON only.*\{"type":"object","properties":\{\}\}$/s,
    );
  });

  it("says a schema in words where the provider would drop it silently", async () => {
    const sdk = { ...model(said("{}")), supportsStructuredOutputs: false };
    await fromSdk(sdk).generate(request({ schema }));
    expect(sdk.asked[0]).toMatchObject({ responseFormat: { type: "json" } });
    expect(JSON.stringify(sdk.asked[0]?.prompt)).toContain("Answer with JSON only");
  });

  it("gives up when the complaint stays the same", async () => {
    const complaint = refusal("temperature is not supported");
    await expect(fromSdk(model(complaint)).generate(request())).rejects.toBe(complaint);
  });

  it("knows a model from what only looks like one", () => {
    expect([model(), new MockLanguageModelV3()].map((one) => isSdkModel(one, "doGenerate"))).toEqual([
      true,
      true,
    ]);
    const no = [
      null,
      undefined,
      "x",
      {},
      { ...model(), modelId: 1 },
      { ...model(), specificationVersion: "v1" },
    ];
    expect(no.map((one) => isSdkModel(one, "doGenerate"))).toEqual(no.map(() => false));
  });
});

describe("refusedParameter", () => {
  it.each<[message: string, param: string | undefined, expected: string | undefined]>([
    ["Unsupported value: 'temperature' does not support 0 with this model.", "temperature", "temperature"],
    ["Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", "max_tokens", "max_tokens"],
    ["Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", undefined, "max_tokens"],
    ["`temperature` is deprecated for this model.", undefined, "temperature"],
    ["Invalid schema for response_format 'facts'", "response_format", "response_format"],
    ["This response_format type is unavailable now", undefined, "response_format"],
    ["Unrecognized request argument supplied: reasoning_effort", undefined, "reasoning_effort"],
    ["This model's maximum context length is 8192 tokens", "messages", undefined],
    ["Your temperature is fine", undefined, undefined],
  ])("%s", (message, param, expected) => {
    expect(refusedParameter(refusal(message, param))).toBe(expected);
  });

  it("looks only at refused requests", () => {
    const error = Object.assign(new Error("temperature is not supported"), { statusCode: 500 });
    expect([error, null, "temperature is not supported"].map(refusedParameter)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

const STREAM_REQUEST: GenerateRequest = {
  system: "Be brief.",
  messages: [{ role: "user", content: "who am I?" }],
  maxOutputTokens: 99,
  temperature: 0,
  signal: new AbortController().signal,
};

async function streamed(model: LanguageModel): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of model.stream!(STREAM_REQUEST)) pieces.push(piece);
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
