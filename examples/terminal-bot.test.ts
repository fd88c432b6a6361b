import { afterEach, beforeEach, expect, test } from "vitest";
import { type ChatMessage, type Memoir, openMemoir, type ScopeHandle } from "../src/index.ts";
import { fixedClock } from "../src/testing/index.ts";

/** Whatever finds the words: a language model's API, or a function as below. */
type Model = (messages: readonly ChatMessage[]) => Promise<string>;

/** A bot for one person in a terminal. Its memory is in the lines marked 1 to 4; the rest is any bot. */
class TerminalBot {
  readonly #alice: ScopeHandle;
  readonly #session: string;
  readonly #model: Model;
  #messages: ChatMessage[] = [{ role: "system", content: "You are a kind assistant." }];

  constructor(alice: ScopeHandle, session: string, model: Model) {
    this.#alice = alice;
    this.#session = session;
    this.#model = model;
  }

  get messages(): readonly ChatMessage[] {
    return this.#messages;
  }

  async say(text: string): Promise<string> {
    this.#messages.push({ role: "user", content: text });

    // 1. Before the model is asked: what is remembered goes into this one prompt. The conversation itself stays as it
    //    is, so that no block of memories is carried from turn to turn.
    const recalled = await this.#alice.recall(text, { thread: this.#session });
    const reply = await this.#model(recalled.injectInto(this.#messages));
    await recalled.delivered();

    this.#messages.push({ role: "assistant", content: reply });

    // 2. After it has answered: the turn is made durable. Extraction runs in the background.
    await this.#alice.observe([
      { role: "user", author: "Alice", text, session: this.#session },
      { role: "assistant", text: reply, session: this.#session },
    ]);
    return reply;
  }

  // 3. After a tool has run: what it was asked and what it said is on record, too.
  async ran(tool: string, args: Record<string, unknown>, result: string): Promise<void> {
    await this.#alice.observe([
      {
        type: "tool_result",
        role: "tool",
        text: result,
        content: { tool, args, result },
        session: this.#session,
      },
    ]);
  }

  // 4. When the conversation gets long, and when it is over. Memoir has every word, so the bot may drop its own.
  async compress(): Promise<void> {
    this.#messages = [this.#messages[0]!, ...this.#messages.slice(-2)];
    await this.#alice.session(this.#session).compress();
  }

  async quit(): Promise<void> {
    await this.#alice.session(this.#session).end();
  }
}

const clock = fixedClock("2026-05-12T18:00:00Z");
let memoir: Memoir;
let alice: ScopeHandle;
const prompts: string[] = [];

/** A bot without a model: it only records its prompts. */
const model: Model = async (messages) => {
  prompts.push(messages.map(({ content }) => String(content)).join("\n"));
  return "I see. You also like whales, I think.";
};

beforeEach(async () => {
  // By words alone and without background work, so that this needs no model and always says the same. A bot leaves both
  // out, and never calls `flush()`: the background reads what was observed.
  memoir = await openMemoir({ database: ":memory:", embedder: "none", background: false, now: clock.now });
  alice = memoir.scope("user:alice");
  prompts.length = 0;
});
afterEach(() => memoir.close());

test("what was said today is known tomorrow, in a new conversation", async () => {
  const today = new TerminalBot(alice, "monday", model);
  await today.say("I moved to Berlin in May. Remember that I'm allergic to peanuts.");
  await today.say("我喜欢喝绿茶。");
  await today.quit();
  await alice.flush();

  clock.advance(24 * 3_600_000);
  const tomorrow = new TerminalBot(alice, "tuesday", model);
  await tomorrow.say("Can I eat peanuts?");
  expect(prompts.at(-1)).toContain("- Alice is allergic to peanuts.");
  // What nobody asked to remember is quoted.
  await tomorrow.say("我喜欢喝什么绿茶？");
  expect(prompts.at(-1)).toContain('- 2026-05-12: "我喜欢喝绿茶。"');
});

test("what the bot says itself is no source", async () => {
  const bot = new TerminalBot(alice, "monday", model);
  await bot.say("Remember that I have a dog named Rex.");
  await alice.flush();
  expect((await alice.memories.list()).items.map(({ text }) => text)).toEqual(["Alice has a dog named Rex."]);
});

test("a block of memories is in the prompt of its turn, and stays out of the conversation", async () => {
  await alice.remember("Alice lives in Berlin");
  const bot = new TerminalBot(alice, "monday", model);
  await bot.say("Where do I live?");
  await bot.say("And where does Alice live?");
  expect(prompts.map((prompt) => prompt.split("<memoir>").length - 1)).toEqual([1, 1]);
  expect(JSON.stringify(bot.messages)).not.toContain("<memoir>");
});

test("a long conversation can be cut short: every word of it is still found", async () => {
  const bot = new TerminalBot(alice, "monday", model);
  await bot.say("The spare key is under the blue flowerpot.");
  await bot.ran("weather", { city: "Berlin" }, "12 °C and rain in Berlin");
  await bot.say("Thanks!");
  await bot.compress();
  expect(bot.messages).toHaveLength(3);

  const said = await alice.recall("Where is the spare key?", { from: ["events"] });
  expect(said.hits[0]?.text).toBe("The spare key is under the blue flowerpot.");
  const { items } = await alice.events.list({ session: "monday", type: "tool_result" });
  expect(items[0]?.content).toEqual({
    tool: "weather",
    args: { city: "Berlin" },
    result: "12 °C and rain in Berlin",
  });
});
