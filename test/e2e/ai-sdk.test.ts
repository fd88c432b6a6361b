import { generateText, wrapLanguageModel } from "ai";
import * as current from "ai/test";
import { generateText as generatePrevious, wrapLanguageModel as wrapPrevious } from "ai-previous";
import * as previous from "ai-previous/test";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type MemoirMiddlewareOptions,
  memoirMiddleware,
  memoirTools,
} from "../../src/adapters/ai-sdk/index.ts";
import {
  type Event,
  type Memoir,
  type MemoirEngine,
  type MemoirOptions,
  openMemoir,
} from "../../src/index.ts";
import {
  ANSWER,
  type Answer,
  call,
  FACT,
  LINE,
  loadSdk,
  messagesOf,
  QUESTION,
  SDKS,
  type Sdk,
  SILENCE,
  say,
  scripted,
  wordsIn,
  wrapped,
} from "../support/ai-sdk.ts";

const REQUEST = { prompt: [{ role: "user" as const, content: [{ type: "text" as const, text: QUESTION }] }] };

let memoir: MemoirEngine;
const open = async (options: MemoirOptions = {}): Promise<void> => {
  memoir = await openMemoir({ database: ":memory:", embedder: "none", background: false, ...options });
};
beforeEach(() => open());
afterEach(() => memoir.close());

const eventsOf = (scope: string): Promise<Event[]> => messagesOf(memoir.scope(scope));
const said = async (scope = "user:alice"): Promise<string[]> =>
  (await eventsOf(scope)).map(({ role, text }) => `${role}: ${text}`);

/** A memory that does not answer, or answers with an error. */
function failing(how: "hangs" | "fails"): Memoir {
  const work = (): Promise<never> =>
    how === "hangs" ? new Promise(() => undefined) : Promise.reject(new Error("the database burns"));
  const scope: Memoir["scope"] = (...args) => ({ ...memoir.scope(...args), recall: work, observe: work });
  return { ...memoir, settings: memoir.settings, scope } as Memoir;
}

describe.each(SDKS)("$name", (kind) => {
  let sdk: Sdk;
  beforeEach(async () => {
    sdk = await loadSdk(kind.packageName);
  });

  const start = async (options: Partial<MemoirMiddlewareOptions>, ...answers: Answer[]) => {
    const stand = await scripted(kind, ...answers);
    const middleware = memoirMiddleware({ memoir, scope: "user:alice", ...options });
    return { ...stand, model: wrapped(sdk, stand, middleware) };
  };

  const ways = [
    ["generateText", false],
    ["streamText", true],
  ] as const;

  type Call = Omit<Parameters<Sdk["generateText"]>[0], "prompt" | "messages"> & {
    prompt?: string;
    messages?: never;
  };
  /** The same call, as a whole or as a stream. */
  const ask = async (streams: boolean, options: object) => {
    const given = { maxRetries: 0, prompt: QUESTION, ...options } as Call & { prompt: string };
    if (!streams) {
      const { text, providerMetadata } = await sdk.generateText(given);
      return { text, memoir: providerMetadata?.memoir, own: providerMetadata?.mock };
    }
    const result = sdk.streamText({ ...given, onError: () => undefined });
    const text = await result.text;
    const providerMetadata = await result.providerMetadata;
    return { text, memoir: providerMetadata?.memoir, own: providerMetadata?.mock };
  };

  describe.each(ways)("%s", (_, streams) => {
    it("gets what is remembered, and keeps what was said", async () => {
      const { memory } = await memoir.scope("user:alice").remember(FACT);
      const { model, asked } = await start({}, [say(ANSWER)]);
      const answer = await ask(streams, { model, system: "Be kind. 友善" });
      expect(answer.text).toBe(ANSWER);
      expect(wordsIn(asked[0]!.prompt, "system")).toMatch(/^Be kind\. 友善\n\n/);
      expect(wordsIn(asked[0]!.prompt, "system")).toContain(LINE);
      expect(answer.memoir).toEqual({
        memory: "on",
        reason: null,
        recalled: 1,
        ids: [memory.id],
        degraded: null,
      });
      expect(answer.own).toEqual({ own: true });
      expect(await said()).toEqual([`user: ${QUESTION}`, `assistant: ${ANSWER}`]);
      const [question, reply] = await eventsOf("user:alice");
      expect(await memoir.scope("user:alice").context(reply!.id)).toMatchObject({
        question: { id: question!.id },
        lines: [{ id: memory.id, text: FACT }],
      });
    });

    it("has a system message where there was none, and nothing of another user", async () => {
      await memoir.scope("user:alice").remember(FACT);
      const { model, asked } = await start({ scope: "user:bob" }, [say(ANSWER)]);
      expect((await ask(streams, { model })).memoir).toMatchObject({ memory: "on", recalled: 0 });
      expect(asked[0]!.prompt.map(({ role }) => role)).toEqual(["user"]);
      const alice = await start({}, [say(ANSWER)]);
      await ask(streams, { model: alice.model });
      expect(alice.asked[0]!.prompt.map(({ role }) => role)).toEqual(["system", "user"]);
      expect(await said()).toHaveLength(2);
    });

    it("keeps nothing twice when the whole history is sent each time", async () => {
      const { model } = await start({}, [say("Rex!")], [say("好的")], [say("Bye")]);
      const first = { role: "user", content: "My dog is called Rex" };
      const second = { role: "user", content: "我的猫叫咪咪" };
      await ask(streams, { model, prompt: undefined, messages: [first] });
      const history = [first, { role: "assistant", content: "Rex!" }, second];
      await ask(streams, { model, prompt: undefined, messages: history });
      await ask(streams, { model, prompt: undefined, messages: history });
      expect(await said()).toEqual([
        "user: My dog is called Rex",
        "assistant: Rex!",
        ...["user: 我的猫叫咪咪", "assistant: 好的", "assistant: Bye"],
      ]);
    });

    it("keeps each message of a tool loop once", async () => {
      await memoir.scope("user:alice").remember(FACT);
      const { model, asked } = await start(
        {},
        [say("Let me look."), call("look", { at: "shelf" })],
        [call("look", { at: "fridge" })],
        [say(ANSWER)],
      );
      const { z } = await import("zod");
      const look = sdk.tool({
        inputSchema: z.object({ at: z.string() }),
        execute: async ({ at }) => `The ${at} is empty`,
      });
      const answer = await ask(streams, { model, tools: { look }, stopWhen: sdk.stepCountIs(5) });
      expect(answer.text).toBe(ANSWER);
      expect(asked).toHaveLength(3);
      for (const { prompt } of asked) expect(wordsIn(prompt).split(LINE)).toHaveLength(2);
      expect(wordsIn(asked[2]!.prompt, "tool")).toContain("The fridge is empty");
      expect(await said()).toEqual([`user: ${QUESTION}`, "assistant: Let me look.", `assistant: ${ANSWER}`]);
    });

    it("leaves pictures, other options and what the caller gave untouched", async () => {
      await memoir.scope("user:alice").remember(FACT);
      const plain = await scripted(kind, [say(ANSWER)]);
      const { model, asked } = await start({}, [say(ANSWER)]);
      const image = { type: "image", image: new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]) };
      const messages = [{ role: "user", content: [{ type: "text", text: QUESTION }, image] }];
      const options = {
        messages,
        prompt: undefined,
        temperature: 0.3,
        providerOptions: { openai: { user: "x" } },
      };
      const before = structuredClone(options);
      await ask(streams, { ...options, model: plain.model });
      await ask(streams, { ...options, model });
      expect(options).toEqual(before);
      const [block, ...rest] = asked[0]!.prompt;
      expect(block!.content).toContain(LINE);
      expect({ ...asked[0], prompt: rest }).toEqual(plain.asked[0]);
      expect(await said()).toEqual([`user: ${QUESTION}`, `assistant: ${ANSWER}`]);
    });

    it("passes errors of the model through, and keeps nothing of such a call", async () => {
      const error = new Error("overloaded 过载");
      const { model } = await start({}, [error]);
      if (streams) {
        const seen: unknown[] = [];
        const result = sdk.streamText({
          model,
          prompt: QUESTION,
          maxRetries: 0,
          onError: ({ error }) => void seen.push(error),
        });
        await result.consumeStream({ onError: () => undefined });
        expect(seen).toEqual([error]);
      } else await expect(ask(false, { model })).rejects.toBe(error);
      expect(await said()).toEqual([]);
    });

    it.each([
      ["hangs", "deadline"],
      ["fails", "internal"],
    ] as const)("costs no answer when memory %s", async (how, code) => {
      const log: object[] = [];
      const { model, asked } = await start(
        { memoir: failing(how), deadlineMs: 1, log: (entry) => void log.push(entry) },
        [say(ANSWER)],
      );
      const answer = await ask(streams, { model });
      expect(answer).toMatchObject({ text: ANSWER, memoir: { memory: "on", recalled: 0, degraded: code } });
      expect(wordsIn(asked[0]!.prompt)).not.toContain(LINE);
      expect(log).toContainEqual({ level: "warn", event: "memory", step: "recall", code });
      expect(JSON.stringify(log)).not.toMatch(/burns|alice|nuts/i);
    });

    it("costs no answer when the log throws", async () => {
      const log = (): never => {
        throw new Error("the disk is full");
      };
      const { model } = await start({ memoir: failing("fails"), log }, [say(ANSWER)]);
      expect((await ask(streams, { model })).text).toBe(ANSWER);
    });
  });

  describe("the place of the block", () => {
    const history = [
      { role: "user", content: "Hello" },
      { role: "assistant", content: "你好" },
      { role: "user", content: QUESTION },
    ];
    const show = (content: unknown): string =>
      typeof content === "string" ? content : JSON.stringify(content);
    const places: [
      placement: "system_prepend" | "system_append" | "before_user",
      roles: string,
      at: number,
    ][] = [
      ["system_prepend", "system user assistant user", 0],
      ["system_append", "system user assistant user", 0],
      ["before_user", "system user assistant user", 3],
    ];
    it.each(places)("%s", async (placement, roles, at) => {
      await memoir.close();
      await open({ settings: { render: { placement } } });
      await memoir.scope("user:alice").remember(FACT);
      const { model, asked } = await start({}, [say(ANSWER)]);
      await ask(false, { model, prompt: undefined, messages: history, system: "Be kind." });
      const { prompt } = asked[0]!;
      expect(prompt.map(({ role }) => role).join(" ")).toBe(roles);
      expect(prompt.map(({ content }) => show(content).includes(FACT))).toEqual(
        prompt.map((_, i) => i === at),
      );
      const { content } = prompt[at]!;
      if (placement === "system_prepend") expect(content).toMatch(/\nBe kind\.$/);
      if (placement === "system_append") expect(content).toMatch(/^Be kind\.\n\n/);
      // Providers refuse a system message between others: it is a part of the user's own.
      if (placement === "before_user") {
        expect(prompt[0]!.content).toBe("Be kind.");
        expect(content).toEqual([
          { type: "text", text: expect.stringContaining(LINE) },
          expect.objectContaining({ type: "text", text: QUESTION }),
        ]);
      }
      expect((await said()).at(0)).toBe(`user: ${QUESTION}`);
    });
  });

  describe("a stream that does not reach its end", () => {
    const LONG: Answer = [say("One two"), say("three four"), say("five six")];

    it("is kept when its reader leaves in the middle", async () => {
      const { model, left } = await start({}, [say("One two"), SILENCE]);
      const { stream } = await model.doStream(REQUEST);
      const reader = stream.getReader();
      for (let i = 0; i < 4; i++) await reader.read();
      await reader.cancel();
      expect(left()).toBe(true);
      await expect.poll(() => said()).toEqual([`user: ${QUESTION}`, "assistant: One two"]);
    });

    it("is kept when a loop over its text is left", async () => {
      const { model } = await start({}, LONG);
      for await (const text of sdk.streamText({ model, prompt: QUESTION }).textStream) if (text !== "") break;
      await expect
        .poll(() => said())
        .toEqual([`user: ${QUESTION}`, "assistant: One two\nthree four\nfive six"]);
    });

    it("is kept when the caller aborts", async () => {
      const controller = new AbortController();
      const { model } = await start({}, [say("One two"), SILENCE]);
      const result = sdk.streamText({ model, prompt: QUESTION, abortSignal: controller.signal });
      let text = "";
      for await (const part of result.fullStream) {
        if (part.type === "text-delta") text += part.text;
        if (text === "One two") controller.abort();
      }
      await expect.poll(() => said()).toEqual([`user: ${QUESTION}`, "assistant: One two"]);
    });

    it("is kept when it breaks, and all that came before the error passes with it", async () => {
      const answer: Answer = [...LONG, new Error("the line is cut")];
      const { model } = await start({}, answer);
      const seen = async (tried: typeof model): Promise<unknown[]> => {
        const { stream } = await tried.doStream(REQUEST);
        const parts: unknown[] = [];
        try {
          for await (const part of stream) {
            parts.push(part);
            await new Promise(setImmediate); // a reader that is slower than the model
          }
        } catch (error) {
          parts.push(error);
        }
        return parts;
      };
      const plain = await scripted(kind, answer);
      expect(await seen(model)).toEqual(await seen(plain.model));
      await expect
        .poll(() => said())
        .toEqual([`user: ${QUESTION}`, "assistant: One two\nthree four\nfive six"]);
    });

    it("is kept when the model reports an error in the middle, which passes", async () => {
      const { model } = await start({}, [say("One two"), { type: "error", error: "too long 太长" }]);
      const errors: unknown[] = [];
      const onError = ({ error }: { error: unknown }): void => void errors.push(error);
      await sdk.streamText({ model, prompt: QUESTION, onError }).consumeStream();
      expect(errors).toEqual(["too long 太长"]);
      await expect.poll(() => said()).toEqual([`user: ${QUESTION}`, "assistant: One two"]);
    });
  });

  describe("who speaks", () => {
    const of = (providerOptions: object | undefined, speaker: MemoirMiddlewareOptions["scope"]) => ({
      providerOptions,
      speaker,
    });
    const memoirOptions = { memoir: { scope: "user:小明", session: "s1", author: "42", authorName: "小明" } };
    const cases: [name: string, ReturnType<typeof of>, scope: string, event: object][] = [
      ["a scope", of(undefined, "user:bob"), "user:bob", { session: null }],
      [
        "the call, without an option",
        of(memoirOptions, undefined),
        "user:小明",
        { session: "s1", thread: "s1" },
      ],
      [
        "a scope, whatever the call names",
        of(memoirOptions, "group:g"),
        "group:g",
        { actor: "42", session: "s1" },
      ],
      [
        "a function that names a scope",
        of({ app: { user: "carol" } }, ({ providerOptions }) => `user:${providerOptions?.app?.user}`),
        "user:carol",
        { thread: null },
      ],
      [
        "a function that names all",
        of(memoirOptions, () => ({ scope: "group:h", author: "7", session: "s2" })),
        "group:h",
        { actor: "7", session: "s2" },
      ],
    ];
    it.each(cases)("%s", async (_, { providerOptions, speaker }, scope, event) => {
      const { model, asked } = await start({ scope: speaker }, [say(ANSWER)]);
      await ask(false, { model, providerOptions });
      expect((await eventsOf(scope))[0]).toMatchObject({ role: "user", text: QUESTION, ...event });
      expect(JSON.stringify(asked[0])).not.toMatch(/memoir|小明/);
    });

    const off: [name: string, speaker: MemoirMiddlewareOptions["scope"], reason: string][] = [
      ["nobody is named", undefined, "no-scope"],
      ["the function names nobody", () => null, "no-scope"],
      ["the scope is of no known kind", () => "alice", "invalid_scope"],
      [
        "the function throws",
        () => {
          throw new Error("no session");
        },
        "internal",
      ],
    ];
    it.each(off)("is off where %s", async (_, speaker, reason) => {
      const { model, asked } = await start({ scope: speaker }, [say(ANSWER)]);
      const answer = await ask(false, { model });
      expect(answer.text).toBe(ANSWER);
      expect(answer.memoir).toEqual({ memory: "off", reason, recalled: 0, ids: [], degraded: null });
      expect(asked[0]!.prompt).toHaveLength(1);
    });

    it("in a tenant, as an agent", async () => {
      const { model } = await start({ tenant: "acme", agent: "planner" }, [say(ANSWER)]);
      await memoir.scope("user:alice").remember(FACT);
      expect((await ask(false, { model })).memoir).toMatchObject({ recalled: 0 });
      expect(await said()).toEqual([]);
      const { items } = await memoir.scope("user:alice", { tenant: "acme" }).events.list();
      expect(items.map(({ text }) => text)).toEqual([ANSWER, QUESTION]);
      const asAgent: unknown[] = [];
      const scope: Memoir["scope"] = (name, options) => {
        asAgent.push(options?.agent);
        return memoir.scope(name, options);
      };
      const spied = { ...memoir, settings: memoir.settings, scope } as Memoir;
      await ask(false, { model: (await start({ memoir: spied, agent: "planner" })).model });
      expect(asAgent).toEqual(["planner", "planner"]);
    });

    it("in a group each message has its own author, and the last one asks", async () => {
      const group = memoir.scope("group:g");
      await group.observe([{ id: "m1", author: "1", authorName: "Ann", text: "I like green tea" }]);
      await group.observe([{ id: "m2", author: "2", authorName: "Bob", text: "I like black tea" }]);
      const { model, asked } = await start({ scope: "group:g" }, [say(ANSWER)]);
      const by = (author: string, authorName: string, content: string): object => ({
        ...{ role: "user", content, providerOptions: { memoir: { author, authorName } } },
      });
      const messages = [by("1", "Ann", "Tea time"), by("2", "Bob", "What tea do I like?")];
      await ask(false, { model, prompt: undefined, messages });
      expect(wordsIn(asked[0]!.prompt, "system")).toContain("black tea");
      expect(JSON.stringify(asked[0])).not.toContain("authorName");
      const events = (await eventsOf("group:g")).slice(2);
      expect(events.map(({ actor, text }) => [actor, text])).toEqual([
        ["1", "Tea time"],
        ["2", "What tea do I like?"],
        [null, ANSWER],
      ]);
    });
  });
});

describe("options that are wrong are refused at once", () => {
  const cases: [options: object, code: string, message: RegExp][] = [
    [{}, "invalid_argument", /memoir/],
    [{ memoir: {} }, "invalid_argument", /openMemoir\(\)/],
    [{ scope: "alice" }, "invalid_scope", /user:ID/],
    [{ scope: 7 }, "invalid_argument", /scope/],
    [{ deadlineMs: -1 }, "invalid_argument", /deadlineMs/],
    [{ log: "file" }, "invalid_argument", /log/],
    [{ scopes: "user:a" }, "invalid_argument", /scope/],
  ];
  it.each(cases)("%o", (options, code, message) => {
    const given = "memoir" in options || Object.keys(options).length === 0 ? options : { memoir, ...options };
    expect(() => memoirMiddleware(given as MemoirMiddlewareOptions)).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) }),
    );
  });
});

describe("the types of each major take the middleware and the tools as they are", () => {
  const options = {
    get memoir() {
      return memoir;
    },
    scope: "user:alice",
  };

  it("ai 7", async () => {
    const stand = new current.MockLanguageModelV4({ provider: "current" });
    const model = wrapLanguageModel({ model: stand, middleware: memoirMiddleware(options) });
    expect(model.provider).toBe("current");
    await expect(generateText({ model, prompt: "Hi", tools: memoirTools(options) })).rejects.toThrow(
      "implemented",
    );
  });

  it("ai 6", async () => {
    const stand = new previous.MockLanguageModelV3({ provider: "previous" });
    const model = wrapPrevious({ model: stand, middleware: memoirMiddleware(options) });
    expect(model.provider).toBe("previous");
    await expect(generatePrevious({ model, prompt: "Hi", tools: memoirTools(options) })).rejects.toThrow(
      "implemented",
    );
  });
});
