import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { MemoirError } from "../../src/domain/errors.ts";
import { ModelsSection } from "../../src/domain/settings/models.ts";
import type { UsageEntry } from "../../src/models/language/budget.ts";
import { createModelCaller, type ModelCaller } from "../../src/models/language/call.ts";
import { generateObject } from "../../src/models/language/object.ts";
import { resolveLanguageModel } from "../../src/models/language/resolve.ts";
import { type ModelTime, systemTime, withRetries } from "../../src/models/language/retry.ts";
import {
  BAD_ANSWERS,
  BAD_SERVICE,
  type Misbehaviour,
  type MisbehaviourKind,
} from "../../src/testing/replies.ts";
import {
  type ScriptedModel,
  type ScriptedModelOptions,
  startScriptedModel,
} from "../../src/testing/scripted-model.ts";

/** Real time, and every wait a twentieth as long. */
const FASTER = 20;
const real = systemTime();
const time: ModelTime = {
  now: real.now,
  elapsed: () => real.elapsed() * FASTER,
  sleep: (ms, signal) => real.sleep(ms / FASTER, signal),
};

const Facts = z.object({
  facts: z.array(
    z.object({
      text: z.string(),
      confidence: z.number().min(0).max(1),
      matches: z.enum(["m1", "m2"]).nullable(),
    }),
  ),
});
const FACTS: z.infer<typeof Facts> = {
  facts: [
    { text: "Alice lives in Berlin", confidence: 0.9, matches: "m1" },
    { text: "Alice likes tea", confidence: 0.8, matches: null },
  ],
};
const KINDS: readonly MisbehaviourKind[] = [...BAD_ANSWERS, ...BAD_SERVICE];
const particulars = (kind: MisbehaviourKind): Misbehaviour =>
  kind === "slow" ? { kind, delayMs: 50 } : kind;

const patience = (kind: MisbehaviourKind): object =>
  kind === "hang" || kind === "stall" ? { timeoutMs: 15_000 } : {};

/** The result, and the number of requests it took. */
interface Outcome {
  result: unknown;
  requests: number;
}

interface Bench {
  scripted: ScriptedModel;
  caller: ModelCaller;
  rows: UsageEntry[];
  text(): Promise<Outcome>;
  object(): Promise<Outcome>;
  embeddings(): Promise<Outcome>;
}

let open: ScriptedModel[] = [];
afterEach(async () => {
  await Promise.all(open.map((scripted) => scripted.close()));
  open = [];
});

async function bench(options: ScriptedModelOptions = {}, settings: object = {}): Promise<Bench> {
  const scripted = await startScriptedModel(
    options.script !== undefined || options.answer !== undefined
      ? options
      : {
          ...options,
          answer: ({ schema, system }) =>
            schema === undefined && !system.includes("JSON") ? "Alice lives in Berlin." : { object: FACTS },
        },
  );
  open.push(scripted);
  const rows: UsageEntry[] = [];
  // A busy machine needs its time for a request; only what hangs shall be given up soon.
  const parsed = ModelsSection.parse({ timeoutMs: 100_000, ...settings });
  const caller = createModelCaller({
    models: { extract: scripted.model },
    settings: parsed,
    ledger: {
      spent: async () => 0,
      add: async (entry) => void rows.push(entry),
    },
    time,
    random: () => 0,
  });
  const outcome = async (call: () => Promise<unknown>): Promise<Outcome> => {
    const before = scripted.calls.count;
    const result = await call().catch((error: unknown) => {
      if (!MemoirError.is(error)) throw error;
      return error.code;
    });
    return { result, requests: scripted.calls.count - before };
  };
  const embedder = createOpenAICompatible({ name: "scripted", baseURL: scripted.url }).embeddingModel("e");
  return {
    scripted,
    caller,
    rows,
    text: () => outcome(async () => (await caller.call("extract", "acme", { prompt: "Where?" })).text),
    object: () =>
      outcome(async () => {
        const { object, repaired, complete } = await generateObject(caller, "extract", "acme", {
          prompt: "What?",
          schema: Facts,
        });
        return { facts: object.facts, repaired, complete };
      }),
    embeddings: () =>
      outcome(() =>
        withRetries(
          { model: "e", time, timeoutMs: parsed.timeoutMs, retries: parsed.retries, random: () => 0 },
          async (abortSignal) =>
            (await embedder.doEmbed({ values: ["tea", "cats"], abortSignal })).embeddings.length,
        ),
      ),
  };
}

beforeAll(async () => {
  // The client is loaded once; its loading must not count as a model's slowness.
  await (await bench()).text();
});

const good = { facts: FACTS.facts, repaired: false, complete: true };
const repaired = { ...good, repaired: true };

type Expected = [result: unknown, requests: number];

describe("a model that always misbehaves", () => {
  const SAID = "Alice lives in Berlin.";
  const text: Record<MisbehaviourKind, Expected> = {
    "bad-json": [SAID, 1],
    "fenced-json": [`\`\`\`json\n${SAID}\n\`\`\``, 1],
    "wrong-types": [SAID, 1],
    "numbers-as-text": [SAID, 1],
    prose: [expect.stringContaining(SAID), 1],
    "thinking-aloud": [expect.stringContaining(SAID), 1],
    truncated: [SAID.slice(0, 14), 1],
    empty: ["model_bad_output", 1],
    refusal: ["model_refused", 1],
    "invented-ids": [SAID, 1],
    "rate-limit": ["model_unavailable", 3],
    "server-error": ["model_unavailable", 3],
    unauthorized: ["model_unavailable", 1],
    rejects: [SAID, 2],
    slow: [SAID, 1],
    hang: ["model_timeout", 1],
    stall: ["model_timeout", 1],
    cut: ["model_unavailable", 3],
    html: ["model_unavailable", 3],
    "no-choices": ["model_bad_output", 1],
  };
  it.each(KINDS)("text: %s", async (kind) => {
    const own = await bench({ misbehave: () => particulars(kind) }, patience(kind));
    const [result, requests] = text[kind];
    expect(await own.text()).toEqual({ result, requests });
  });

  const object: Record<MisbehaviourKind, Expected> = {
    "bad-json": ["model_bad_output", 2],
    "fenced-json": [good, 1],
    "wrong-types": ["model_bad_output", 2],
    "numbers-as-text": [good, 1],
    prose: [good, 1],
    "thinking-aloud": [good, 1],
    truncated: [{ facts: FACTS.facts.slice(0, 1), repaired: false, complete: false }, 1],
    empty: ["model_bad_output", 2],
    refusal: ["model_refused", 1],
    "invented-ids": [{ ...good, facts: FACTS.facts.map((fact) => ({ ...fact, matches: null })) }, 1],
    "rate-limit": ["model_unavailable", 3],
    "server-error": ["model_unavailable", 3],
    unauthorized: ["model_unavailable", 1],
    rejects: [good, 2],
    slow: [good, 1],
    hang: ["model_timeout", 1],
    stall: ["model_timeout", 1],
    cut: ["model_unavailable", 3],
    html: ["model_unavailable", 3],
    "no-choices": ["model_bad_output", 2],
  };
  it.each(KINDS)("object: %s", async (kind) => {
    const own = await bench({ misbehave: () => particulars(kind) }, patience(kind));
    const [result, requests] = object[kind];
    expect(await own.object()).toEqual({ result, requests });
  });

  const embeddings: Record<MisbehaviourKind, Expected> = {
    "bad-json": ["model_unavailable", 3],
    "fenced-json": ["model_unavailable", 3],
    "wrong-types": ["model_unavailable", 3],
    "numbers-as-text": ["model_unavailable", 3],
    prose: ["model_unavailable", 3],
    "thinking-aloud": ["model_unavailable", 3],
    // That vectors are missing is for the embedder to see: the client does not.
    truncated: [1, 1],
    empty: [0, 1],
    refusal: ["model_refused", 1],
    "invented-ids": [2, 1],
    "rate-limit": ["model_unavailable", 3],
    "server-error": ["model_unavailable", 3],
    unauthorized: ["model_unavailable", 1],
    rejects: [2, 1],
    slow: [2, 1],
    hang: ["model_timeout", 1],
    stall: ["model_timeout", 1],
    cut: ["model_unavailable", 3],
    html: ["model_unavailable", 3],
    "no-choices": ["model_unavailable", 3],
  };
  it.each(KINDS)("embeddings: %s", async (kind) => {
    const own = await bench({ misbehave: () => particulars(kind) }, patience(kind));
    const [result, requests] = embeddings[kind];
    expect(await own.embeddings()).toEqual({ result, requests });
  });
});

describe("a model that misbehaves once", () => {
  it.each<[kind: MisbehaviourKind, expected: unknown, requests: number]>([
    ["bad-json", repaired, 2],
    ["wrong-types", repaired, 2],
    ["empty", repaired, 2],
    ["no-choices", repaired, 2],
    ["rate-limit", good, 2],
    ["server-error", good, 2],
    ["cut", good, 2],
    ["html", good, 2],
    ["rejects", good, 2],
  ])("is recovered from: %s", async (kind, result, requests) => {
    const own = await bench({ misbehave: [kind] });
    expect(await own.object()).toEqual({ result, requests });
  });

  it("is told what was wrong, and shown what it said", async () => {
    const own = await bench({ misbehave: ["wrong-types"] });
    await own.object();
    const [, second] = own.scripted.calls.requests;
    expect(second?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    expect(second?.prompt).toMatch(/^Your answer cannot be used: facts\.0\.text: .*expected string/);
    expect(own.rows.map(({ calls, failures }) => [calls, failures])).toEqual([
      [1, 0],
      [1, 0],
    ]);
  });

  it("is asked again no sooner than it said", async () => {
    const own = await bench({ misbehave: [{ kind: "rate-limit", retryAfterSeconds: 10 }] });
    const started = time.elapsed();
    expect(await own.text()).toMatchObject({ requests: 2 });
    expect(time.elapsed() - started).toBeGreaterThanOrEqual(10_000);
  });

  it("is not waited for when it asks for more than a call has", async () => {
    const own = await bench({ misbehave: [{ kind: "rate-limit", retryAfterSeconds: 3_600 }] });
    const error = await own.caller
      .call("extract", "acme", { prompt: "x" })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: "model_unavailable",
      details: { status: 429, retryAfterMs: 3_600_000 },
    });
  });
});

describe("what a model refuses to take", () => {
  it.each([
    ["response_format", "json_schema"],
    ["max_tokens", "max_completion_tokens"],
  ])("%s is left out or said otherwise, and that is remembered", async (parameter) => {
    const own = await bench({ misbehave: () => ({ kind: "rejects", parameter }) });
    expect(await own.object()).toEqual({ result: good, requests: 2 });
    expect(await own.object()).toEqual({ result: good, requests: 1 });
    const last = own.scripted.calls.requests.at(-1);
    expect(last?.body).not.toHaveProperty(parameter);
    if (parameter === "max_tokens") expect(last?.body.max_completion_tokens).toBe(4_096);
    else expect(last?.system).toContain("Answer with JSON only");
  });
});

describe("with the real client", () => {
  it("sends what it should", async () => {
    const own = await bench();
    await own.object();
    const [request] = own.scripted.calls.requests;
    expect(request?.body).toMatchObject({
      model: "scripted",
      temperature: 0,
      max_tokens: 4_096,
      response_format: {
        type: "json_schema",
        json_schema: {
          name: "extract",
          strict: true,
          schema: { required: ["facts"], additionalProperties: false },
        },
      },
    });
  });

  it("counts what the provider counted", async () => {
    const own = await bench({ script: [{ text: "hi", usage: { inputTokens: 70, outputTokens: 30 } }] });
    await own.text();
    expect(own.rows).toEqual([
      expect.objectContaining({
        calls: 1,
        failures: 0,
        inputTokens: 70,
        outputTokens: 30,
        model: "openai-compatible/scripted",
      }),
    ]);
    expect(own.scripted.calls).toMatchObject({ count: 1, inputTokens: 70, outputTokens: 30 });
  });

  it("stops at the output limit", async () => {
    const own = await bench({ script: ["word ".repeat(500)] }, { maxOutputTokens: 10 });
    const answer = await own.caller.call("extract", "acme", { prompt: "x" });
    expect(answer).toMatchObject({ finish: "length", usage: { outputTokens: expect.any(Number) } });
    expect(answer.text.length).toBeLessThan(60);
  });

  it("says so when nobody is there", async () => {
    const own = await bench({}, { retries: 0 });
    await own.scripted.close();
    const error = await own.caller
      .call("extract", "acme", { prompt: "x" })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: "model_unavailable",
      message: expect.stringContaining("ECONNREFUSED"),
    });
  });

  it("carries the key, and asks under every name", async () => {
    const own = await bench();
    const env = {
      OPENAI_BASE_URL: own.scripted.url,
      OLLAMA_BASE_URL: own.scripted.url,
      OPENAI_API_KEY: "key",
    };
    for (const name of ["openai/gpt-5-mini", "ollama/qwen3"]) {
      const { text } = await resolveLanguageModel(name, env).generate({
        messages: [{ role: "user", content: "x" }],
        maxOutputTokens: 10,
        temperature: 0,
        signal: new AbortController().signal,
      });
      expect(text).toBe("Alice lives in Berlin.");
    }
    expect(own.scripted.calls.requests.map(({ model, key }) => [model, key])).toEqual([
      ["gpt-5-mini", "key"],
      ["qwen3", undefined],
    ]);
  });

  it("answers many at once, each its own question", async () => {
    const own = await bench({ answer: ({ prompt }) => `you said ${prompt}` });
    const prompts = Array.from({ length: 50 }, (_, i) => `number ${i}`);
    const answers = await Promise.all(
      prompts.map(async (prompt) => (await own.caller.call("extract", "acme", { prompt })).text),
    );
    expect(answers).toEqual(prompts.map((prompt) => `you said ${prompt}`));
    expect(own.rows).toHaveLength(50);
  });

  it("lets go at once when the caller leaves", async () => {
    const own = await bench({ misbehave: () => "hang" });
    const started = real.elapsed();
    const call = own.caller.call("extract", "acme", { prompt: "x", signal: AbortSignal.timeout(50) });
    await expect(call).rejects.toMatchObject({ code: "aborted" });
    // The model would keep it for twice as long.
    expect(real.elapsed() - started).toBeLessThan(50_000);
  });
});
