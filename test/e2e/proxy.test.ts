import { readFileSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync, zstdCompressSync } from "node:zlib";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type ProxyLogEntry,
  type ProxyOptions,
  type RunningProxy,
  startProxy,
} from "../../src/adapters/openai-proxy/index.ts";
import { type Event, type MemoirEngine, type MemoirOptions, openMemoir } from "../../src/index.ts";
import { answerBytes, type Got, oddly, type StandIn, startUpstream } from "../support/upstream.ts";

const KEY = "sk-a-key-of-a-client-3141592653";
const FACT = "Alice is allergic to nuts 花生";
const QUESTION = "Which nuts may I, Alice, eat? 好吗";
const PATHS = ["/v1/chat/completions", "/v1/responses", "/v1/messages"] as const;

let folder = "";
let memoir: MemoirEngine;
let upstream: StandIn;
let proxy: RunningProxy;
let log: ProxyLogEntry[];

async function start(options: Partial<ProxyOptions> = {}, engine: MemoirOptions = {}): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), "memoir-proxy-"));
  log = [];
  memoir = await openMemoir({
    ...{ database: join(folder, "memoir.db"), embedder: "none", background: false, ...engine },
  });
  upstream = await startUpstream();
  proxy = await startProxy({
    ...{ memoir, upstream: upstream.url, port: 0, log: (entry) => log.push(entry), ...options },
  });
}

async function stop(): Promise<void> {
  await proxy.close();
  await upstream[Symbol.asyncDispose]();
  await memoir.close();
  rmSync(folder, { recursive: true });
}

const restart = async (options?: Partial<ProxyOptions>, engine?: MemoirOptions): Promise<void> => {
  await stop();
  await start(options, engine);
};

beforeEach(() => start());
afterEach(stop);

const openai = (headers: Record<string, string> = { "x-memoir-user": "alice" }): OpenAI =>
  new OpenAI({ baseURL: `${proxy.url}/v1`, apiKey: KEY, maxRetries: 0, defaultHeaders: headers });
const anthropic = (): Anthropic =>
  new Anthropic({
    ...{ baseURL: proxy.url, apiKey: KEY, maxRetries: 0, defaultHeaders: { "x-memoir-user": "alice" } },
  });

async function eventsOf(scope: string): Promise<Event[]> {
  const all: Event[] = [];
  for await (const event of await memoir.scope(scope).events.list({ type: "message" })) all.push(event);
  return all.toReversed();
}

const said = async (scope: string): Promise<string[]> =>
  (await eventsOf(scope)).map(({ role, text }) => `${role}: ${text}`);

/** The simplest request of each API. */
function bodyFor(path: string, words: string, more: object = {}): object {
  const message = [{ role: "user", content: words }];
  return path === "/v1/responses"
    ? { model: "m", input: words, ...more }
    : { model: "m", max_tokens: 9, messages: message, ...more };
}

const post = (
  url: string,
  path: string,
  body: object | string,
  headers: Record<string, string> = { "x-memoir-user": "alice" },
): Promise<Response> =>
  fetch(`${url}${path}`, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/json", authorization: `Bearer ${KEY}`, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

const jsonOf = ({ body }: Got): Record<string, unknown> => JSON.parse(body.toString());

describe("OpenAI's and Anthropic's own clients get memory by another base URL", () => {
  const ANSWER = `You said: ${QUESTION} 好的 🎉`;
  const messages = [{ role: "user" as const, content: QUESTION }];
  const calls: [name: string, call: () => Promise<string>][] = [
    [
      "chat completions",
      async () => {
        const { choices } = await openai().chat.completions.create({ model: "m", messages });
        return choices[0]!.message.content ?? "";
      },
    ],
    [
      "chat completions, streamed",
      async () => {
        let text = "";
        const stream = await openai().chat.completions.create({ model: "m", messages, stream: true });
        for await (const { choices } of stream) text += choices[0]?.delta.content ?? "";
        return text;
      },
    ],
    ["responses", async () => (await openai().responses.create({ model: "m", input: QUESTION })).output_text],
    [
      "responses, streamed",
      async () => {
        let text = "";
        const stream = await openai().responses.create({ model: "m", input: QUESTION, stream: true });
        for await (const event of stream)
          if (event.type === "response.output_text.delta") text += event.delta;
        return text;
      },
    ],
    [
      "messages",
      async () => {
        const { content } = await anthropic().messages.create({ model: "m", max_tokens: 9, messages });
        return content[0]?.type === "text" ? content[0].text : "";
      },
    ],
    [
      "messages, streamed",
      async () => anthropic().messages.stream({ model: "m", max_tokens: 9, messages }).finalText(),
    ],
  ];
  it.each(calls)("%s", async (_, call) => {
    await memoir.scope("user:alice").remember(FACT);
    expect(await call()).toBe(ANSWER);
    const [got] = upstream.got;
    expect(got!.body.toString()).toContain(FACT);
    expect(Object.keys(got!.headers).filter((name) => name.startsWith("x-memoir"))).toEqual([]);
    // A client may have all of a stream before the stream ends.
    await expect.poll(() => said("user:alice")).toEqual([`user: ${QUESTION}`, `assistant: ${ANSWER}`]);
  });
});

describe("the request", () => {
  it.each(PATHS)("%s goes on to the byte, but for the block", async (path) => {
    await memoir.scope("user:alice").remember(FACT);
    const system = path === "/v1/responses" ? "instructions" : "system";
    const rest = `"temperature": 1.0, "big":12345678901234567890, "tools":[{"x":"\\u4f60"}], "img":"data:;base64,AAAA"`;
    const said = JSON.stringify(QUESTION);
    const list =
      path === "/v1/responses"
        ? `"input" : [ {"role":"user", "content":[{"type":"input_text","text":${said}},{"type":"input_image"}]} ]`
        : `"messages" : [ ${path === "/v1/messages" ? "" : `{"role":"system","content":"Be \\u0062rief."} ,`} {"role":"user", "content":${said}} ]`;
    const own = path === "/v1/chat/completions" ? "" : `"${system}": "Be \\u0062rief.", `;
    const body = `{ ${own}${list}, ${rest} }\n`;
    const answer = await post(proxy.url, path, body);
    await answer.arrayBuffer();
    const got = upstream.got[0]!.body.toString();
    const at = got.indexOf("Be \\u0062rief.") + "Be \\u0062rief.".length;
    const length = got.length - body.length;
    expect(length).toBeGreaterThan(FACT.length);
    expect(got.slice(0, at) + got.slice(at + length)).toBe(body);
    expect(got.slice(at, at + length)).toContain(FACT);
  });

  it.each([
    ["/v1/chat/completions", (body: Record<string, unknown>) => body.messages],
    ["/v1/responses", (body: Record<string, unknown>) => body.input],
    ["/v1/messages", (body: Record<string, unknown>) => body.messages],
  ] as const)("%s has the block where the preset says: before the user's words", async (path, listOf) => {
    await restart({}, { preset: "supervisor" });
    await memoir.scope("user:alice").remember(FACT);
    await (await post(proxy.url, path, bodyFor(path, QUESTION))).arrayBuffer();
    const list = listOf(jsonOf(upstream.got[0]!)) as { role: string; content: unknown }[];
    const block = expect.stringContaining(FACT);
    expect(list).toEqual(
      path === "/v1/messages"
        ? [
            {
              role: "user",
              content: [
                { type: "text", text: block },
                { type: "text", text: QUESTION },
              ],
            },
          ]
        : [
            { role: path === "/v1/responses" ? "developer" : "system", content: block },
            { role: "user", content: QUESTION },
          ],
    );
  });

  it.each([
    "GET /v1/models?limit=2",
    "POST /v1/embeddings",
    "DELETE /v1/files/f1",
    "POST /v1/messages/count_tokens",
  ])("%s passes untouched", async (line) => {
    const [method, path] = line.split(" ") as [string, string];
    upstream.reply = () => ({ status: 201, headers: { "x-own": "1" }, chunks: [Buffer.from("plain")] });
    const body = method === "POST" ? { body: '{ "input" : "x" }' } : {};
    const answer = await fetch(`${proxy.url}${path}`, { method, ...body, headers: { "x-api-key": KEY } });
    expect([answer.status, answer.headers.get("x-own"), await answer.text()]).toEqual([201, "1", "plain"]);
    expect(upstream.got[0]).toMatchObject({ method, path, headers: { "x-api-key": KEY } });
    expect(upstream.got[0]!.body.toString()).toBe(body.body ?? "");
    expect([...answer.headers.keys()].filter((name) => name.startsWith("x-memoir"))).toEqual([]);
  });

  it("goes on without memory where it is too large, of another type, or unreadable", async () => {
    await restart({ maxBodyBytes: 1_000 });
    const large = bodyFor("/v1/messages", "x".repeat(200_000));
    const cases: [object | string, Record<string, string>, string][] = [
      [large, { "x-memoir-user": "alice" }, "off; too-large"],
      [
        bodyFor("/v1/messages", "hi"),
        { "x-memoir-user": "alice", "content-type": "text/plain" },
        "off; content-type",
      ],
      ["{nonsense", { "x-memoir-user": "alice" }, "off; unreadable"],
      ['{"messages":7}', { "x-memoir-user": "alice" }, "off; unreadable"],
      [bodyFor("/v1/messages", "hi"), { "x-memoir-scope": "nonsense" }, "off; invalid_scope"],
    ];
    upstream.reply = () => ({ chunks: [Buffer.from("ok")] });
    for (const [body, headers, reason] of cases) {
      const answer = await post(proxy.url, "/v1/messages", body, headers);
      expect([await answer.text(), answer.headers.get("x-memoir-memory")]).toEqual(["ok", reason]);
      expect(upstream.got.at(-1)!.body.toString()).toBe(
        typeof body === "string" ? body : JSON.stringify(body),
      );
    }
    expect(await said("user:alice")).toEqual([]);
  });

  it("gets no memory under a name that another site points at this machine", async () => {
    const { port } = new URL(proxy.url);
    const headers = { host: "evil.example", "content-type": "application/json", "x-memoir-user": "alice" };
    const sent = request({ port, host: "127.0.0.1", method: "POST", path: "/v1/messages", headers });
    const answer = await new Promise<{ headers: object }>((resolve) => {
      sent.once("response", resolve).end(JSON.stringify(bodyFor("/v1/messages", QUESTION)));
    });
    expect(answer.headers).toMatchObject({ "x-memoir-memory": "off; host" });
    sent.destroy();
  });
});

describe("the answer", () => {
  const body = (path: string): object => bodyFor(path, QUESTION, { stream: true });
  const headersOf = ({ headers }: Response): [string, string][] =>
    [...headers].filter(([name]) => !/^(x-memoir-|connection|keep-alive|transfer-encoding)/.test(name));

  it.each(PATHS)(
    "%s is the same to the byte: a stream, one that is compressed, an error, a redirect",
    async (path) => {
      const stream = answerBytes(path, true, "Nuts 花生 🎉, and so on");
      const date = "Mon, 01 Jan 2024 00:00:00 GMT";
      const sse = { "content-type": "text/event-stream", "set-cookie": ["a=1", "b=2"], date };
      const replies = [
        { headers: sse, chunks: oddly(stream) },
        { headers: { ...sse, "content-encoding": "gzip" }, chunks: oddly(gzipSync(stream)) },
        { headers: { ...sse, "content-encoding": "zstd" }, chunks: oddly(zstdCompressSync(stream)) },
        {
          status: 429,
          headers: { "retry-after": "7", "content-type": "application/json", date },
          chunks: oddly(Buffer.from('{"error" : {}}')),
        },
        { status: 307, headers: { location: "/elsewhere", date }, chunks: [] },
        {
          headers: { "content-type": "text/event-stream", date },
          chunks: oddly(Buffer.from([0xff, 0xfe, 0x0a, 0x64])),
        },
      ];
      for (const reply of replies) {
        upstream.reply = () => reply;
        const [direct, through] = await Promise.all(
          [upstream.url, proxy.url].map((url) => post(url, path, body(path))),
        );
        expect(through!.status).toBe(direct!.status);
        expect(headersOf(through!)).toEqual(headersOf(direct!));
        expect(Buffer.from(await through!.arrayBuffer())).toEqual(Buffer.from(await direct!.arrayBuffer()));
      }
      expect(upstream.got.filter(({ path: asked }) => asked === "/elsewhere")).toEqual([]);
      // Once, however often it was asked and in whatever coding it was answered.
      expect(await said("user:alice")).toEqual([`user: ${QUESTION}`, "assistant: Nuts 花生 🎉, and so on"]);
    },
  );

  it("says what was recalled, and tells nothing to whom the API refuses", async () => {
    const { memory } = await memoir.scope("user:alice").remember(FACT);
    const [path] = PATHS;
    const good = await post(proxy.url, path, body(path));
    await good.arrayBuffer();
    expect(Object.fromEntries(good.headers)).toMatchObject({
      ...{ "x-memoir-memory": "on", "x-memoir-recalled": "1", "x-memoir-ids": memory.id },
    });
    upstream.reply = () => ({ status: 401, chunks: [Buffer.from("{}")] });
    const refused = await post(proxy.url, path, bodyFor(path, "My secret is 42"));
    await refused.arrayBuffer();
    expect([...refused.headers.keys()].filter((name) => name.startsWith("x-memoir"))).toEqual([]);
    expect(await said("user:alice")).not.toContain("user: My secret is 42");
  });

  it.each(PATHS)("%s of an upstream that is not there is a 502 in the API's own shape", async (path) => {
    await upstream[Symbol.asyncDispose]();
    const answer = await post(proxy.url, path, body(path));
    expect(answer.status).toBe(502);
    const error = { message: expect.stringContaining("ECONNREFUSED"), type: "api_error" };
    expect(await answer.json()).toMatchObject(path === "/v1/messages" ? { type: "error", error } : { error });
    if (path === "/v1/messages") {
      const failing = anthropic().messages.create({
        model: "m",
        max_tokens: 9,
        messages: [{ role: "user", content: "x" }],
      });
      await expect(failing).rejects.toBeInstanceOf(Anthropic.InternalServerError);
    } else {
      const failing = openai().chat.completions.create({ model: "m", messages: [] });
      await expect(failing).rejects.toBeInstanceOf(OpenAI.InternalServerError);
    }
  });
});

describe("who speaks", () => {
  const hashed = /^user:key-[0-9a-f]{32}$/;
  it.each([
    [{ "x-memoir-user": "ann", "x-memoir-scope": "group:discord/42" }, "bob", "group:discord/42"],
    [{ "x-memoir-scope": "group:discord/42" }, "ann", "group:discord/42"],
    [{ "x-memoir-scope": "user:carol" }, "bob", "user:carol"],
    [{ "x-memoir-user": "ann" }, "bob", "user:ann"],
    [{ "x-memoir-user": "%E5%B0%8F%E6%98%8E" }, "bob", "user:小明"],
    [{}, "bob", "user:bob"],
    [{}, undefined, hashed],
    [{}, " ", hashed],
    [{ authorization: "", "x-api-key": "another" }, undefined, hashed],
    [{ authorization: "" }, undefined, null],
  ] as const)("%j and the field %s: %s", async (headers, field, expected) => {
    for (const path of PATHS) {
      const own = path === "/v1/messages" ? { metadata: { user_id: field } } : { user: field };
      const answer = await post(
        proxy.url,
        path,
        bodyFor(path, QUESTION, own),
        headers as Record<string, string>,
      );
      await answer.arrayBuffer();
      expect(answer.headers.get("x-memoir-memory")).toBe(expected === null ? "off; no-user" : "on");
    }
    const { items } = await memoir.operator().events.list();
    const scopes = [...new Set(items.map(({ scope }) => scope))];
    expect(scopes).toEqual(expected === null ? [] : [expect.stringMatching(expected)]);
    // In a group it is told who of it spoke; a user's own scope says so itself.
    if (typeof expected === "string")
      expect((await eventsOf(expected))[0]?.actor).toBe(expected.startsWith("group:") ? "ann" : null);
  });

  it("keys of clients are neither in the database nor in the log", async () => {
    await (await post(proxy.url, PATHS[0], bodyFor(PATHS[0], QUESTION), {})).arrayBuffer();
    expect(upstream.got[0]!.headers.authorization).toBe(`Bearer ${KEY}`);
    await stop();
    const files = ["memoir.db", "memoir.db-wal"].map((name) => {
      try {
        return readFileSync(join(folder, name)).toString("latin1");
      } catch {
        return "";
      }
    });
    expect(files.join("") + JSON.stringify(log)).not.toContain(KEY.slice(3));
    expect(log).toEqual([expect.objectContaining({ event: "request", route: PATHS[0], status: 200 })]);
    await start();
  });
});

describe("what was said", () => {
  const conversation = ["I live in Oslo 奥斯陆", "yes", "yes", "And Rex is my dog"];

  it("is observed once each, by a client that sends the whole history each time", async () => {
    const messages: { role: "user" | "assistant"; content: string }[] = [];
    for (const content of conversation) {
      messages.push({ role: "user", content });
      const create = () => openai().chat.completions.create({ model: "m", messages });
      // It is sent twice, as after a connection that broke.
      await create();
      messages.push({ role: "assistant", content: (await create()).choices[0]!.message.content ?? "" });
    }
    expect(await said("user:alice")).toEqual(messages.map(({ role, content }) => `${role}: ${content}`));
  });

  it.each(PATHS)("%s is on record with what the model knew, by itself", async (path) => {
    const alice = memoir.scope("user:alice");
    const create = async (): Promise<void> =>
      void (await (await post(proxy.url, path, bodyFor(path, QUESTION))).text());
    const latest = async () => {
      const [entry] = (await alice.contexts()).items;
      return entry === undefined ? null : alice.context(entry.reply);
    };
    await create();
    await expect.poll(latest).toMatchObject({ block: "", lines: [], question: { text: QUESTION } });
    const { memory } = await alice.remember(FACT);
    await create();
    await expect.poll(async () => (await latest())?.lines.map(({ id }) => id)).toContain(memory.id);
    const found = (await latest())!;
    expect(found).toMatchObject({ event: { role: "assistant" } });
    expect(found.lines.map(({ text }) => text)).toContain(FACT);
    expect(JSON.stringify(JSON.parse(upstream.got.at(-1)!.body.toString()))).toContain(
      JSON.stringify(found.block).slice(1, -1),
    );
    expect((await alice.contexts()).items).toHaveLength(1);
  });

  it("is observed once through a loop of tools, and results of tools are nobody's words", async () => {
    const call = { id: "c1", type: "function" as const, function: { name: "look", arguments: "{}" } };
    const ask: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: QUESTION }];
    await openai().chat.completions.create({ model: "m", messages: ask });
    await openai().chat.completions.create({
      model: "m",
      messages: [
        ...ask,
        { role: "assistant", content: null, tool_calls: [call] },
        { role: "tool", tool_call_id: "c1", content: "Nuts are on sale" },
      ],
    });
    const [user, ...answers] = await said("user:alice");
    expect(user).toBe(`user: ${QUESTION}`);
    expect(new Set(answers)).toEqual(new Set([`assistant: You said: ${QUESTION} 好的 🎉`]));
  });

  it("has the session of its header, and one session's words are not another's", async () => {
    for (const session of ["s1", "s2", "s1"])
      await openai({ "x-memoir-user": "alice", "x-memoir-session": session }).responses.create({
        ...{ model: "m", input: "hi" },
      });
    const events = await eventsOf("user:alice");
    expect(events.map(({ session, role }) => [session, role])).toEqual([
      ...[
        ["s1", "user"],
        ["s1", "assistant"],
        ["s2", "user"],
        ["s2", "assistant"],
      ],
    ]);
  });

  it.each(["the client leaves", "the upstream breaks"])("is observed when %s in the middle", async (how) => {
    const [path] = PATHS;
    const bytes = answerBytes(path, true, "One two three four five six seven");
    const half = oddly(bytes).length >> 1;
    const left = Promise.withResolvers<void>();
    upstream.reply = () => ({
      headers: { "content-type": "text/event-stream" },
      chunks: oddly(bytes),
      ...(how === "the client leaves"
        ? { wait: (chunk: number) => (chunk < half ? Promise.resolve() : left.promise) }
        : { cutAfter: half }),
    });
    const leaving = new AbortController();
    let received = Buffer.alloc(0);
    const body = JSON.stringify(bodyFor(path, QUESTION, { stream: true }));
    const headers = { "content-type": "application/json", "x-memoir-user": "alice" };
    const answer = await fetch(`${proxy.url}${path}`, {
      method: "POST",
      headers,
      body,
      signal: leaving.signal,
    });
    await expect(
      (async () => {
        for await (const chunk of answer.body!) {
          received = Buffer.concat([received, chunk]);
          if (how === "the client leaves" && received.length > bytes.length / 3) leaving.abort();
        }
      })(),
    ).rejects.toThrow();
    expect(bytes.subarray(0, received.length)).toEqual(received);
    await expect
      .poll(() => said("user:alice"))
      .toEqual([`user: ${QUESTION}`, expect.stringMatching(/^assistant: One /)]);
    expect((await said("user:alice"))[1]).not.toContain("seven");
    left.resolve();
  });
});

describe("memory never costs an answer", () => {
  const failing = (how: "hangs" | "fails"): ProxyOptions["memoir"] => {
    const work = (): Promise<never> =>
      how === "hangs" ? new Promise(() => undefined) : Promise.reject(new Error("the database burns"));
    const scope: ProxyOptions["memoir"]["scope"] = (...args) => ({
      ...memoir.scope(...args),
      ...{ recall: work, observe: work },
    });
    return { ...memoir, settings: memoir.settings, scope } as ProxyOptions["memoir"];
  };

  it.each([
    ["hangs", "deadline"],
    ["fails", "internal"],
  ] as const)("when it %s, the request goes on as it came", async (how, reason) => {
    const own = await startProxy({
      ...{
        memoir: failing(how),
        upstream: upstream.url,
        port: 0,
        deadlineMs: 1,
        graceMs: 50,
        log: (entry) => log.push(entry),
      },
    });
    for (const path of PATHS) {
      const body = bodyFor(path, QUESTION);
      const answer = await post(own.url, path, body);
      expect(await answer.text()).toBe(answerBytes(path, false, `You said: ${QUESTION} 好的 🎉`).toString());
      expect(answer.headers.get("x-memoir-degraded")).toBe(reason);
      expect(upstream.got.at(-1)!.body.toString()).toBe(JSON.stringify(body));
    }
    expect(log).toContainEqual({ level: "warn", event: "memory", step: "recall", code: reason });
    expect(JSON.stringify(log)).not.toMatch(/burns|alice/);
    await own.close();
  });
});
