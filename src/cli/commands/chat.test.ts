import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openMemoir } from "../../index.ts";
import { type ScriptedModelOptions, startScriptedModel } from "../../testing/index.ts";
import { type Around, type Ran, useRunner } from "../runner.fixture.ts";

const cli = useRunner();
const typed = (...lines: string[]): Around => ({ typed: lines.map((line) => `${line}\n`).join("") });
const chat = (around: Around, ...args: string[]): Promise<Ran> =>
  cli.memoir(["chat", "--user", "alice", "--session", "s1", ...args], around);

interface Turn {
  event: string;
  said: string;
  recalled: { text: string; score: number; why: object }[];
  reply: string | null;
  redacted: number;
  kept: { entries: { outcome: string; memory: { id: string; text: string } | null }[] } | null;
}
const records = (out: string): Turn[] =>
  out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Turn);

afterEach(() => vi.unstubAllEnvs());

describe("chat without a model", () => {
  it("R40, R41: shows what is recalled and what is kept, each with its reason", async () => {
    const { out, err, code } = await chat(
      typed(
        "I have a dog named Rex. Remember that.",
        "",
        "What is the name of my dog Rex?",
        "My dog is named Max. Remember that.",
      ),
    );
    expect([code, err]).toEqual([0, ""]);
    const steps = out.split("you › ");
    expect(steps[0]).toContain("Chat in user:alice, session s1.");
    expect(steps[0]).toContain("No language model is configured");
    expect(steps[1]).toMatch(
      /^I have a dog named Rex\. Remember that\.\n {2}recalled nothing that fits\nbot › I remember nothing that fits\.\n {2}kept\n {4}[0-9a-f]{6} {2}Alice has a dog named Rex\.\n {12}added: nothing like it is known\n$/,
    );
    expect(steps[3]).toMatch(
      /\n {2}recalled 1 line\n {4}0\.\d\d {2}[0-9a-f]{6} {2}Alice has a dog named Rex\.\n {18}why: .+ \+0\.\d\d, .+ \+0\.\d\d\nbot › I remember: Alice has a dog named Rex\.\n {2}no new memory: a question\n$/,
    );
    expect(out).toMatch(
      /✓ Ended session s1 after 3 turns: 2 added\.\n {2}See what is remembered: memoir list --user alice\n$/,
    );
  });

  it("replaces a contradicted memory, and says so; in Chinese too", async () => {
    const { out } = await chat(
      typed(
        "I have two dogs. Remember that.",
        "I have three dogs. Remember that.",
        "我对花生过敏。记住。",
        "我对什么过敏？",
      ),
    );
    expect(out).toMatch(/ {12}replaced: .*\n {12}superseded: Alice has two dogs\.\n/);
    expect(out).toContain("bot › 我记得：Alice对花生过敏。\n");
  });

  it("R114: does what is said to the bot: remember, what do you know, forget that", async () => {
    const { out } = await chat(
      typed(
        "remember that my favourite tea is rooibos",
        "ok cool",
        "what is my favourite tea?",
        "forget that",
        "what do you know about me?",
        "Could you remember that Liam is allergic to cashews?",
        "what do you know about Liam?",
        "forget everything you know about me",
        "what do you know about Liam?",
      ),
    );
    const said = out.split("you › ").map((step) => step.split("\n")[1] ?? "");
    expect(said[1]).toBe("bot › Got it, I will remember: Alice's favourite tea is rooibos.");
    expect(said[4]).toBe("bot › Done, I forgot: Alice's favourite tea is rooibos.");
    expect(said[5]).toBe("bot › I know nothing about you yet.");
    expect(said[7]).toBe("bot › What I know about Liam: Liam is allergic to cashews.");
    expect(said[8]).toBe("bot › Done, I forgot: Liam is allergic to cashews.");
    expect(said[9]).toBe("bot › I know nothing about Liam yet.");
  });

  it("R114: 中文的命令", async () => {
    const { out } = await chat(
      typed(
        "记住我最喜欢喝的是乌龙茶",
        "忘掉那个",
        "可以记住我不吃辣吗？",
        "你还记得我叫什么吗？",
        "你知道我什么？",
      ),
    );
    const said = out.split("you › ").map((step) => step.split("\n"));
    expect(said[1]![1]).toBe("bot › 好的，我记住了：Alice最喜欢喝的是乌龙茶。");
    expect(said[2]![1]).toBe("bot › 好的，我忘掉了：Alice最喜欢喝的是乌龙茶。");
    expect(said[3]![1]).toMatch(/^bot › 好的，我记住了：.*不吃辣/);
    // A question about one thing is no command.
    expect(said[4]!.join("\n")).toContain("recalled");
    expect(said[5]![1]).toMatch(/^bot › 关于你，我知道：.*不吃辣/);
  });

  it.each([
    [
      "I have a cat called Mochi. My bike is red.",
      "forget that I have a cat",
      "Mochi",
      "remember that I like tea",
    ],
    ["我养了一只猫，叫团子。我的自行车是红的。", "忘掉我养猫的事", "团子", "记住我喜欢喝茶"],
  ])("a forgotten message is taken back, and the memory stays: %s", async (said, forget, name, remember) => {
    const { out } = await chat(
      typed(remember, said, forget, `/recall ${name}`, "/undo", `/recall ${name}`, "/memories"),
    );
    const steps = out.split("you › ");
    expect(steps[3]).toMatch(/1 message is no longer quoted, each as a whole\n {2}Take it back: \/undo/);
    expect(steps[4]?.split("\n").slice(1).join()).not.toContain(name);
    expect(steps[5]).toContain("Undone: the forgetting of messages.");
    expect(steps[6]?.split("\n").slice(1).join()).toContain(name);
    expect(steps[7]).toMatch(/tea|茶/);
  });

  it("cuts secrets out, and says so", async () => {
    const { out } = await chat(typed("my api key is sk-abcdefghijklmnopqrstuvwxyz123456"));
    expect(out).toContain("  cut 1 secret out before storing\n");
  });

  it("what the echo says is no event: it is made of memories", async () => {
    await chat(typed("I like tea. Remember that.", "Do I like tea?"));
    const memoir = await openMemoir({
      embedder: "none",
      background: false,
      database: join(cli.cwd, "memoir.db"),
    });
    const events = (await memoir.scope("user:alice").events.list({ session: "s1" })).items;
    expect(events.map(({ role, text }) => [role, text])).toEqual([
      ["user", "Do I like tea?"],
      ["user", "I like tea. Remember that."],
    ]);
    // The session is over, and everything said in it was read.
    expect((await memoir.scope("user:alice").session("s1").end()).ended).toBe(false);
    expect((await memoir.scope("user:alice").flush()).events).toBe(0);
    await memoir.close();
  });

  it("slash commands look into the memory and change it", async () => {
    const first = await chat(typed("I like tea. Remember that."));
    const id = / {4}([0-9a-f]{6}) {2}Alice likes tea/.exec(first.out)![1]!;
    const { out, code } = await chat(
      typed(
        "/memories",
        `/why ${id}`,
        "/recall tea",
        `/forget ${id}`,
        "/memories",
        "/forget zzz",
        "/recal",
        "/why",
        "/help",
        "/quit",
        "I like jazz",
      ),
    );
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`you › /memories\n {2}${id} {2}Alice likes tea\\.\n`));
    expect(out).toContain("“«I like tea». Remember that.”");
    expect(out).toMatch(/you › \/recall tea\n {2}recalled 1 line\n/);
    expect(out).toContain(`  Bring it back later: memoir undo ${id} --user alice\n`);
    expect(out).toContain("Nothing is remembered yet.");
    expect(out).toContain("  There is no memory zzz in user:alice.");
    expect(out).toContain("  There is no /recal. Did you mean /recall?\n");
    expect(out).toContain("  /why needs the id of a memory: /why ID\n");
    expect(out).toContain("/quit           end the chat");
    expect(out).not.toContain("jazz");
    expect(out).toContain("after 0 turns.\n");
  });

  it("with --json each turn is a line", async () => {
    const { out } = await chat(typed("I like tea. Remember that.", "/memories", "/nothing"), "--json");
    const [start, turn, command, unknown, end] = records(out);
    expect(start).toMatchObject({ event: "start", scope: "user:alice", session: "s1", model: null });
    expect(turn).toMatchObject({
      event: "turn",
      said: "I like tea. Remember that.",
      recalled: [],
      kept: { entries: [{ outcome: "added", memory: { text: "Alice likes tea." } }] },
    });
    expect(command).toMatchObject({
      event: "command",
      memories: [{ text: "Alice likes tea." }],
      more: false,
    });
    expect(unknown).toMatchObject({ event: "command", error: { code: "invalid_argument" } });
    expect(end).toMatchObject({ event: "end", turns: 1, unread: false, kept: { added: 1 } });
  });

  it("R70: while writes are stopped it answers, and says that nothing is kept", async () => {
    await chat(typed("I like tea. Remember that."));
    const memoir = await openMemoir({
      embedder: "none",
      background: false,
      database: join(cli.cwd, "memoir.db"),
    });
    await memoir.operator().readOnly(true);
    await memoir.close();
    const { out, code } = await chat(typed("Do I like tea?", "I like jazz"));
    expect(code).toBe(3);
    expect(out).toContain("bot › I remember: Alice likes tea.\n");
    expect(out.match(/! Not done: .*is read-only/g)).toHaveLength(2);
  });

  describe("on a terminal", () => {
    const plain = { env: { NO_COLOR: "1" }, columns: 60 };

    it("shows the prompt, keeps to the width, and ends with Ctrl-D", async () => {
      const { out, code } = await chat({ ...plain, typed: "I like tea. Remember that.\r\u0004" });
      expect(code).toBe(0);
      expect(out).toContain("you › ");
      expect(out).toContain("Alice likes tea.");
      expect(out).toContain("✓ Ended session s1 after 1 turn: 1 added.\n");
      for (const line of out.split("\n")) expect(line.length).toBeLessThan(80);
    });

    it("ends politely with Ctrl-C, whatever is half typed", async () => {
      const { out, code } = await chat({ ...plain, typed: "half\u0003" });
      expect(code).toBe(0);
      expect(out).toContain("✓ Ended session s1 after 0 turns.\n");
    });
  });
});

describe("chat with a model", () => {
  const withModel = async (
    options: ScriptedModelOptions,
    around: (url: string) => Around,
    ...args: string[]
  ): Promise<{
    ran: Ran;
    asked: { system: string; messages: readonly { role: string; content: string }[] }[];
  }> => {
    await using model = await startScriptedModel(options);
    // The engine reads its own environment, the command the one it is given.
    vi.stubEnv("MEMOIR_MODEL_BASE_URL", model.url);
    const { env, ...rest } = around(model.url);
    const ran = await chat(
      { ...rest, env: { MEMOIR_MODEL_BASE_URL: model.url, ...env } },
      "--model",
      "openai-compatible/scripted",
      ...args,
    );
    return { ran, asked: model.calls.requests.filter(({ schema }) => schema === undefined) };
  };
  const nothing = { object: { facts: [] } };

  it("R40: the model is told what is recalled and what was said, and its words are recorded", async () => {
    await cli.memoir(["add", "Alice is allergic to peanuts", "--user", "alice"]);
    const { ran, asked } = await withModel(
      { answer: ({ schema, prompt }) => (schema === undefined ? `About ${prompt}` : nothing) },
      () => typed("peanuts?", "and then?"),
    );
    expect(ran.out).toContain("openai-compatible/scripted answers.");
    expect(ran.out).toContain("bot › About peanuts?\n");
    expect(asked[0]!.system).toContain("Alice is allergic to peanuts");
    expect(asked[1]!.messages.map(({ role, content }) => [role, content])).toEqual([
      ["user", "peanuts?"],
      ["assistant", "About peanuts?"],
      ["user", "and then?"],
    ]);
    const memoir = await openMemoir({
      embedder: "none",
      background: false,
      database: join(cli.cwd, "memoir.db"),
    });
    const events = (await memoir.scope("user:alice").events.list({ session: "s1" })).items;
    await memoir.close();
    expect(events.map(({ role }) => role)).toEqual(["assistant", "user", "assistant", "user"]);
    expect(new Set(events.map(({ turn }) => turn)).size).toBe(2);
  });

  it("a model that fails costs the reply, not what was said", async () => {
    const { ran } = await withModel({ misbehave: () => "unauthorized" }, () =>
      typed("I like tea. Remember that."),
    );
    expect(ran.code).toBe(5);
    expect(ran.out).toContain("! No reply: openai-compatible/scripted refused the key (401).");
    expect(ran.out).toContain("! Recorded, but not read yet: ");
    expect(ran.out).toContain("✓ Ended session s1 after 1 turn.\n");
    expect(ran.err).toContain("waits to be read: memoir flush --user alice");
    expect((await cli.memoir(["flush", "--user", "alice"])).out).toContain("1 added");
  });

  it("Ctrl-C in the middle of a reply ends the chat, and what was said is kept", async () => {
    const interrupted = new AbortController();
    const { ran } = await withModel(
      {
        answer: ({ schema }) => {
          if (schema === undefined) interrupted.abort();
          return nothing;
        },
      },
      () => ({ ...typed("I like tea. Remember that.", "never said"), signal: interrupted.signal }),
    );
    expect(ran.code).toBe(0);
    expect(ran.out).toContain("✓ Ended session s1 after 1 turn.\n");
    expect(ran.out).not.toContain("never said");
    expect((await cli.memoir(["flush", "--user", "alice"])).out).toContain("Alice likes tea");
  });
});
