import { afterEach, describe, expect, it } from "vitest";
import { fixedClock } from "./clock.ts";
import { type ScriptedModel, type ScriptedModelOptions, startScriptedModel } from "./scripted-model.ts";

let open: ScriptedModel[] = [];
afterEach(async () => {
  await Promise.all(open.map((scripted) => scripted.close()));
  open = [];
});

async function start(options?: ScriptedModelOptions): Promise<ScriptedModel> {
  const scripted = await startScriptedModel(options);
  open.push(scripted);
  return scripted;
}

interface Answered {
  status: number;
  headers: Headers;
  body: {
    choices?: { message: { content: string | null; refusal: string | null }; finish_reason: string }[];
    data?: { embedding: number[] | string; index: number }[];
    usage?: { total_tokens: number };
    error?: { message: string };
  };
}

async function post(scripted: ScriptedModel, path: string, body: object): Promise<Answered> {
  const response = await fetch(`${scripted.url}/${path}`, { method: "POST", body: JSON.stringify(body) });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Answered["body"],
  };
}

const say = (scripted: ScriptedModel, content: string, more: object = {}): Promise<Answered> =>
  post(scripted, "chat/completions", {
    model: "x",
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content },
    ],
    ...more,
  });
const heard = (answered: Answered): string | null | undefined => answered.body.choices?.[0]?.message.content;
const embed = (scripted: ScriptedModel, input: unknown, more: object = {}): Promise<Answered> =>
  post(scripted, "embeddings", { model: "e", input, ...more });

describe("a script", () => {
  it("is said line by line, and its end is a mistake of the test", async () => {
    const scripted = await start({ script: ["one", { object: { n: 2 } }] });
    expect(heard(await say(scripted, "a"))).toBe("one");
    expect(heard(await say(scripted, "b"))).toBe('{"n":2}');
    const end = await say(scripted, "c");
    expect(end).toMatchObject({
      status: 400,
      body: { error: { message: "The script has 2 answers; this is answer 3." } },
    });
  });

  it("loses no line to a request that failed", async () => {
    const scripted = await start({ script: ["one"], misbehave: ["server-error"] });
    expect((await say(scripted, "a")).status).toBe(500);
    expect(heard(await say(scripted, "a"))).toBe("one");
  });

  it("can misbehave by the line", async () => {
    const scripted = await start({ script: [{ misbehave: { kind: "server-error", status: 503 } }, "fine"] });
    expect((await say(scripted, "a")).status).toBe(503);
    expect(heard(await say(scripted, "a"))).toBe("fine");
  });
});

describe("an answering function", () => {
  it("sees what was asked", async () => {
    const scripted = await start({ answer: ({ system, prompt, model }) => `${model}: ${system} ${prompt}` });
    expect(heard(await say(scripted, "hi"))).toBe("x: Be brief. hi");
  });

  it("that throws is an error nobody tries again", async () => {
    const scripted = await start({
      answer: () => {
        throw new Error("oops");
      },
    });
    expect(await say(scripted, "hi")).toMatchObject({
      status: 400,
      body: { error: { message: "The scripted model failed: Error: oops" } },
    });
  });
});

describe("a recording", () => {
  it("answers as it was answered, in any order, and nothing else", async () => {
    const live = await start({ answer: ({ prompt }) => prompt.toUpperCase() });
    await say(live, "one");
    await say(live, "two");
    const saved = JSON.parse(JSON.stringify(live.recording()));
    const replayed = await start({ recording: saved });
    expect([heard(await say(replayed, "two")), heard(await say(replayed, "one"))]).toEqual(["TWO", "ONE"]);
    expect((await say(replayed, "three")).body.error?.message).toContain("not in the recording".slice(4));
  });
});

describe("misbehaviour", () => {
  it("is by a list, by a function, or next", async () => {
    const byList = await start({ answer: () => "x", misbehave: [null, "unauthorized"] });
    expect([
      (await say(byList, "")).status,
      (await say(byList, "")).status,
      (await say(byList, "")).status,
    ]).toEqual([200, 401, 200]);
    byList.misbehave({ kind: "rate-limit", retryAfterSeconds: 7 }, "html");
    const limited = await say(byList, "");
    expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "7"]);
    await expect(say(byList, "")).rejects.toThrow("JSON");
    expect((await say(byList, "")).status).toBe(200);
    const byFunction = await start({
      answer: () => "x",
      misbehave: ({ prompt }) => (prompt === "bad" ? "refusal" : null),
    });
    expect((await say(byFunction, "bad")).body.choices?.[0]?.message).toMatchObject({
      content: null,
      refusal: expect.any(String),
    });
    expect(heard(await say(byFunction, "good"))).toBe("x");
  });

  it("lets go of what hangs when it closes", async () => {
    const scripted = await start({ script: [], misbehave: () => "hang" });
    const hanging = say(scripted, "a");
    hanging.catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await scripted.close();
    await expect(hanging).rejects.toThrow();
    await scripted.close();
  });
});

describe("the server", () => {
  it("counts calls and tokens, and forgets them when told to", async () => {
    const scripted = await start({ script: ["abcd", "x"], misbehave: ["server-error"] });
    await say(scripted, "ab");
    await say(scripted, "abcdefgh");
    await embed(scripted, ["abcd"]);
    expect(scripted.calls).toMatchObject({ count: 3, inputTokens: 3 + 2 + 1, outputTokens: 1 });
    expect(scripted.calls.requests.map(({ endpoint, number }) => [endpoint, number])).toEqual([
      ["chat", 1],
      ["chat", 2],
      ["embeddings", 3],
    ]);
    scripted.reset();
    expect(scripted.calls).toEqual({ count: 0, inputTokens: 0, outputTokens: 0, requests: [] });
  });

  it("reads the schema and parts of a message, and leaves out usage when told to", async () => {
    const scripted = await start({ script: [{ text: "x", usage: null }] });
    const schema = { type: "object" };
    const { body } = await say(scripted, "", {
      messages: [{ role: "user", content: [{ type: "text", text: "a" }, { type: "image" }] }],
      response_format: { type: "json_schema", json_schema: { name: "n", schema } },
    });
    expect(body.usage).toBeUndefined();
    expect(scripted.calls.requests[0]).toMatchObject({ prompt: "a", schema, system: "" });
  });

  it("lists its model, and knows nothing else", async () => {
    const scripted = await start();
    expect(await (await fetch(`${scripted.url}/models`)).json()).toMatchObject({
      data: [{ id: "scripted" }],
    });
    expect((await fetch(`${scripted.url}/files`)).status).toBe(404);
    expect((await fetch(`${scripted.url}/chat/completions`, { method: "POST", body: "{" })).status).toBe(400);
  });

  it("takes one source of answers", async () => {
    await expect(start({ script: [], answer: () => "x" })).rejects.toMatchObject({
      code: "invalid_argument",
    });
  });
});

describe("embeddings", () => {
  const vectorsOf = ({ body }: Answered): number[][] =>
    (body.data ?? []).map((item) => item.embedding as number[]);
  const dot = (a: number[] = [], b: number[] = []): number =>
    a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);

  it("are the same for the same text, of unit length, and near where words are shared", async () => {
    const scripted = await start();
    const texts = [
      "Alice drinks green tea",
      "green tea for Alice",
      "the parliament met",
      "我喜欢绿茶",
      "绿茶很好喝",
      "",
    ];
    const [a, b, c, d, e, f] = vectorsOf(await embed(scripted, texts));
    expect(vectorsOf(await embed(scripted, texts[0]))).toEqual([a]);
    for (const vector of [a, b, c, d, e, f]) expect(dot(vector, vector)).toBeCloseTo(1);
    expect(dot(a, b)).toBeGreaterThan(dot(a, c) + 0.3);
    expect(dot(d, e)).toBeGreaterThan(dot(d, c) + 0.2);
  });

  it("have the length that is asked for, also packed", async () => {
    const scripted = await start({ dimensions: 8 });
    expect(vectorsOf(await embed(scripted, "tea"))[0]).toHaveLength(8);
    const plain = vectorsOf(await embed(scripted, "tea", { dimensions: 4 }))[0] ?? [];
    const packed = await embed(scripted, "tea", { dimensions: 4, encoding_format: "base64" });
    const bytes = Buffer.from(packed.body.data?.[0]?.embedding as string, "base64");
    expect([0, 4, 8, 12].map((at) => bytes.readFloatLE(at))).toEqual(plain.map(Math.fround));
  });
});

describe("fixedClock", () => {
  it("stands still until it is moved", () => {
    const clock = fixedClock("2026-05-01T00:00:00Z");
    const { now } = clock;
    expect(now()).toEqual(new Date("2026-05-01T00:00:00Z"));
    clock.advance(1_500);
    expect(now().toISOString()).toBe("2026-05-01T00:00:01.500Z");
    clock.set(new Date(0));
    expect(now().getTime()).toBe(0);
    now().setFullYear(1999);
    expect(now().getTime()).toBe(0);
    expect(() => clock.set("someday")).toThrow('"someday" is no time');
    expect(() => clock.advance(Number.NaN)).toThrow("no time");
  });
});
