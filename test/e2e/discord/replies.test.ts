import { Client, GatewayIntentBits } from "discord.js";
import { beforeEach, describe, expect, it } from "vitest";
import { attachMemoir, memoryCommand } from "../../../src/adapters/discord/index.ts";
import { MemoirError, type MemoirOptions } from "../../../src/index.ts";
import {
  ALICE,
  BOB,
  DIRECT,
  GUILD,
  LOBBY,
  type RunningBot,
  STAFF,
  useBots,
} from "../../support/discord/bot.ts";
import { BOT } from "../../support/discord/stand-in.ts";

describe("the client that is given", () => {
  const { Guilds, GuildMessages, DirectMessages, MessageContent } = GatewayIntentBits;
  it.each([
    [[Guilds, GuildMessages], ["GatewayIntentBits.MessageContent"]],
    [[GuildMessages, MessageContent], ["GatewayIntentBits.Guilds"]],
    [[DirectMessages, MessageContent], ["Partials.Channel"]],
  ])("with intents %s it says what is missing", (intents, missing) => {
    const attach = (): unknown => attachMemoir(new Client({ intents }), { memoir: {} as never });
    expect(attach).toThrow(MemoirError);
    expect(attach).toThrow(`The client lacks ${missing.join(" and ")}.`);
  });

  it("an unknown option is refused", () => {
    const client = new Client({ intents: [Guilds, GuildMessages, MessageContent] });
    expect(() => attachMemoir(client, { memoir: {} as never, catchup: 1 } as never)).toThrow(
      "Did you mean catchUp?",
    );
  });
});

describe("commands and answers", () => {
  const on = useBots();
  let bot: RunningBot;
  beforeEach(async () => {
    bot = await on.start();
  });
  const told = async (channel: string, author: string, text: string): Promise<string | null> => {
    const said = on.discord.say(channel, author, text);
    await bot.settled();
    return bot.memory.command(bot.message(said.id));
  };

  it("come by the bot's name, by a mention or as an answer to it; everything else is talk", async () => {
    expect(await told(LOBBY, ALICE, "Bot remember that I have a dog")).toContain("dog");
    expect(await told(LOBBY, ALICE, `<@${BOT}> remember that I have a cat`)).toContain("cat");
    expect(await told(LOBBY, ALICE, `<@${BOT}> 记住我喜欢爬山`)).toContain("爬山");
    expect(await told(LOBBY, ALICE, "remember that I have a horse")).toBeNull();
    expect(await told(LOBBY, ALICE, `<@${BOB}> remember that I have a cow`)).toBeNull();
    expect(await told(LOBBY, ALICE, "Bot what do you know about me?")).toContain("dog");
  });

  it("find whom they mean by a mention, or by a name that Discord knows", async () => {
    on.discord.world.guilds.get(GUILD)!.nicks.set(BOB, "Florent");
    expect(await told(LOBBY, ALICE, `Bot remember that <@${BOB}> plays chess`)).toContain("Florent");
    expect(await told(LOBBY, ALICE, "Bot remember that Florent moved to Lyon")).toContain("Florent");
    expect(await told(LOBBY, ALICE, "Bot remember that Flo moved to Lyon")).toContain(
      "I do not know who “Flo” is.",
    );
  });

  it("a forget in a direct message reaches what was told there, and no guild", async () => {
    expect(await told(DIRECT, ALICE, "remember that I live in Berlin")).toContain("Berlin");
    expect(await told(LOBBY, ALICE, "Bot remember that I live in Berlin")).toContain("Berlin");
    expect(await told(DIRECT, ALICE, "forget that I live in Berlin")).not.toBeNull();
    expect(await told(DIRECT, ALICE, "what do you know about me?")).not.toContain("Berlin");
    expect(await told(LOBBY, ALICE, "Bot what do you know about me?")).toContain("Berlin");
    expect(await told(DIRECT, ALICE, "记住我住在上海")).toContain("上海");
    expect(await told(DIRECT, ALICE, "忘掉关于我的一切")).not.toBeNull();
    expect(await told(DIRECT, ALICE, "你知道我什么？")).not.toContain("上海");
  });

  it("what a command had written goes with its message", async () => {
    await told(LOBBY, ALICE, "Bot remember that I have a dog");
    const said = [...on.discord.world.messages.values()].at(-1)!;
    on.discord.remove(said.id);
    await bot.settled();
    expect(await told(LOBBY, ALICE, "Bot what do you know about me?")).not.toContain("dog");
  });

  it("the answer is on record, and the block marked as delivered", async () => {
    on.discord.say(LOBBY, ALICE, "Remember that I have a dog named Rex.");
    await bot.settled();
    const scope = await bot.scope(LOBBY);
    await scope.flush();
    const asked = on.discord.say(LOBBY, ALICE, `<@${BOT}> what is my dog called?`);
    await bot.settled();
    const message = bot.message(asked.id);
    const { block, injectInto } = await bot.memory.recallFor(message);
    expect(block).toContain("Rex");
    expect(injectInto([{ role: "user", content: "x" }])).toEqual([
      { role: "system", content: block },
      { role: "user", content: "x" },
    ]);
    const reply = await message.reply("Rex, of course.");
    await bot.memory.replied(message, reply);
    const event = await scope.events.get(reply.id);
    expect(event).toMatchObject({ role: "assistant", text: "Rex, of course.", turn: asked.id });
    expect(await scope.context(reply.id)).toMatchObject({
      question: { id: asked.id },
      block: expect.stringContaining("Rex"),
    });
    const [memory] = (await scope.memories.list()).items;
    expect((await scope.memories.get(memory!.id))?.accessCount).toBe(1);
    // The bot's own message is deleted like any other.
    on.discord.remove(reply.id);
    await bot.settled();
    expect((await scope.events.get(reply.id))?.erasedAt).not.toBeNull();
  });

  it("a memory that fails costs no answer", async () => {
    const asked = on.discord.say(LOBBY, ALICE, `<@${BOT}> what is my dog called?`);
    await bot.settled();
    await on.memoir.close();
    const message = bot.message(asked.id);
    expect((await bot.memory.recallFor(message)).block).toBe("");
    expect(await bot.memory.command(message)).toBeNull();
    await bot.memory.replied(message, message);
    expect(on.errors.map((error) => (error as MemoirError).code)).toEqual(["closed", "closed", "closed"]);
  });

  it("/memory answers whoever asks alone, in a guild, a private channel and directly", async () => {
    const answers = async (channel: string, tell: string): Promise<string> => {
      const before = on.discord.asked.length;
      on.clock.advance(1);
      on.discord.slash(channel, ALICE, tell);
      await expect
        .poll(() => on.discord.asked.slice(before).some(({ method }) => method === "PATCH"))
        .toBe(true);
      const asked = on.discord.asked.slice(before);
      expect(asked.find(({ path }) => path.endsWith("/callback"))?.body).toMatchObject({
        data: { flags: 64 },
      });
      return String(asked.find(({ method }) => method === "PATCH")?.body?.content);
    };
    expect(memoryCommand.name).toBe("memory");
    expect(await answers(LOBBY, "remember that I have a dog")).toContain("dog");
    expect(await answers(STAFF, "what do you know about me?")).not.toContain("dog");
    expect(await answers(DIRECT, "记住我喜欢乌龙茶")).toContain("乌龙茶");
    expect(await answers(DIRECT, "what do you know about me?")).toContain("乌龙茶");
    expect(await answers(LOBBY, "sing a song")).toContain("I understand");
  });
});

describe.each([
  [false, false],
  [true, true],
])("identity.ownInGroups: %s", (ownInGroups, isRead) => {
  const on = useBots({ settings: { identity: { ownInGroups } } } as MemoirOptions);

  it(`a direct message is ${isRead ? "" : "not "}read for its author in a guild, and for nobody else`, async () => {
    const bot = await on.start();
    on.discord.say(DIRECT, ALICE, "Remember that I have a dog named Rex.");
    await bot.settled();
    await (await bot.scope(DIRECT)).flush();
    const blocks: string[] = [];
    for (const person of [ALICE, BOB]) {
      const asked = on.discord.say(LOBBY, person, `<@${BOT}> what is my dog called?`);
      await bot.settled();
      blocks.push((await bot.memory.recallFor(bot.message(asked.id))).block);
    }
    expect(blocks.map((block) => block.includes("Rex"))).toEqual([isRead, false]);
  });
});

describe("the preset urmom", () => {
  const on = useBots({ preset: "urmom" });

  it("has the digests of who asks and of whom they mention: facts, today and the week before", async () => {
    const bot = await on.start();
    on.discord.world.guilds.get(GUILD)!.nicks.set(BOB, "小波");
    on.clock.set("2026-05-11T17:00:00Z");
    on.discord.say(LOBBY, BOB, "Going to the gym after work to clear my head");
    on.clock.set("2026-05-12T18:00:00Z");
    on.discord.say(LOBBY, ALICE, "A new project starts on Monday, I'm excited");
    const order = on.discord.say(LOBBY, ALICE, "Bot remember that I am a software engineer at TechCorp");
    await bot.settled();
    expect(await bot.memory.command(bot.message(order.id))).toContain("TechCorp");
    const asked = on.discord.say(LOBBY, ALICE, `<@${BOT}> tell <@${BOB}> a joke about me`);
    await bot.settled();
    const { block } = await bot.memory.recallFor(bot.message(asked.id));
    expect(block).toContain("alice: ");
    expect(block).toContain("software engineer at TechCorp");
    expect(block).toContain("A new project starts on Monday");
    expect(block).toContain("小波: ");
    expect(block).toContain("2026-05-11");
    expect(block).toContain("gym");
    // The command goes, and its fact with it, though it is kept with the member.
    on.discord.remove(order.id);
    await bot.settled();
    expect((await bot.memory.recallFor(bot.message(asked.id))).block).not.toContain("TechCorp");
  });
});
