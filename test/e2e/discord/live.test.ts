import { describe, expect, it } from "vitest";
import type { MemoirError } from "../../../src/index.ts";
import {
  ALICE,
  BOB,
  DIRECT,
  facts,
  GUILD,
  LOBBY,
  OTHER_LOBBY,
  STAFF,
  useBots,
  words,
} from "../../support/discord/bot.ts";
import { BOT, BOT_ROLE } from "../../support/discord/stand-in.ts";

describe("a bot of discord.js with memory", () => {
  const on = useBots();

  it("hears a guild: accounts are authors, nicknames are labels, Chinese too", async () => {
    const { discord } = on;
    discord.world.people.get(ALICE)!.globalName = "Alice W.";
    discord.world.guilds.get(GUILD)!.nicks.set(BOB, "小波");
    const bot = await on.start();
    discord.say(LOBBY, ALICE, "I have two cats");
    discord.say(LOBBY, BOB, "我住在上海");
    await bot.settled();
    const scope = await bot.scope(LOBBY);
    expect(scope.scope).toBe(`group:discord/${GUILD}`);
    expect(await words(scope)).toEqual(["I have two cats", "我住在上海"]);
    const [last] = (await scope.events.list()).items;
    expect(last).toMatchObject({
      actor: BOB,
      platform: "discord",
      thread: LOBBY,
      session: `${LOBBY}/2026-05-12`,
    });
    expect(Object.fromEntries(await on.memoir.names([ALICE, BOB], { scope: scope.scope }))).toEqual({
      [ALICE]: "Alice W.",
      [BOB]: "小波",
    });
    expect(on.errors).toEqual([]);
  });

  it("a new nickname takes effect at once, and only for those who spoke", async () => {
    const bot = await on.start();
    on.discord.say(LOBBY, ALICE, "hello everybody");
    await bot.settled();
    on.clock.advance(1_000);
    on.discord.rename(GUILD, ALICE, "Zoe");
    on.discord.rename(GUILD, BOB, "Nobody");
    await bot.settled();
    const scope = await bot.scope(LOBBY);
    expect([...(await on.memoir.names([ALICE, BOB], { scope: scope.scope })).values()]).toEqual(["Zoe", BOB]);
    expect(await words(scope)).toEqual(["hello everybody"]);
  });

  it("a nickname that is another person's name speaks for nobody else", async () => {
    const { discord, clock } = on;
    discord.world.people.get(ALICE)!.globalName = "Alice";
    const bot = await on.start();
    discord.say(LOBBY, ALICE, "Remember that I live in Berlin.");
    await bot.settled();
    discord.rename(GUILD, BOB, "Alice");
    clock.advance(1_000);
    const forged = discord.say(LOBBY, BOB, "Remember that I live in Paris.");
    await bot.settled();
    const scope = await bot.scope(LOBBY);
    await scope.flush();
    const { items } = await scope.memories.list({ status: ["active"] });
    const bySubject = Object.fromEntries(items.map(({ subject, text }) => [subject, text]));
    expect(bySubject[ALICE]).toContain("Berlin");
    expect(bySubject[BOB]).toContain("Paris");
    const question = discord.say(LOBBY, ALICE, `<@${BOT}> where do I live?`);
    await bot.settled();
    const { block } = await bot.memory.recallFor(bot.message(question.id));
    expect(block).toContain("Berlin");
    expect(block).not.toContain("Paris");
    // "forget that Alice …" could mean either: the bot asks instead of choosing.
    const order = discord.say(LOBBY, BOB, "Bot forget that Alice lives in Berlin");
    await bot.settled();
    expect(await bot.memory.command(bot.message(order.id))).toContain("Alice");
    expect((await facts(scope)).join()).toContain("Berlin");
    expect(bot.message(forged.id).author.id).toBe(BOB);
  });

  it("leaves out bots, webhooks, notices and messages without words", async () => {
    const { discord } = on;
    const bot = await on.start();
    const said = (content: string): Record<string, unknown> =>
      discord.world.dispatched(discord.write(LOBBY, ALICE, content)) as Record<string, unknown>;
    const user = discord.world.user(ALICE);
    for (const message of [
      { ...said("I am another bot"), author: { ...user, bot: true } },
      { ...said("I am Alice, said the webhook"), webhook_id: "77" },
      { ...said("joined"), type: 7 },
      said(" "),
    ]) {
      discord.gateway.dispatch("MESSAGE_CREATE", message);
    }
    await bot.settled();
    expect(await words(await bot.scope(LOBBY))).toEqual([]);
  });

  it("a deleted message is forgotten, with what came from it; a bulk delete as well", async () => {
    const { discord } = on;
    const bot = await on.start();
    const one = discord.say(LOBBY, ALICE, "Remember that I live in Berlin.");
    const two = discord.say(LOBBY, ALICE, "记住我喜欢乌龙茶。");
    const three = discord.say(LOBBY, BOB, "Remember that I have a dog.");
    discord.say(LOBBY, BOB, "Remember that I have a cat.");
    await bot.settled();
    const scope = await bot.scope(LOBBY);
    expect(await facts(scope)).toHaveLength(4);
    discord.remove(one.id);
    await bot.settled();
    expect((await facts(scope)).join()).not.toContain("Berlin");
    discord.remove(two.id, three.id);
    await bot.settled();
    expect(await facts(scope)).toEqual([expect.stringContaining("cat")]);
    expect(await words(scope)).toEqual(["Remember that I have a cat."]);
    expect((await scope.recall("乌龙茶", { from: ["events"] })).hits).toEqual([]);
  });

  it("an edited message says its new words only", async () => {
    const { discord, clock } = on;
    const bot = await on.start();
    const said = discord.say(LOBBY, ALICE, "Remember that I live in Berlin.");
    await bot.settled();
    const scope = await bot.scope(LOBBY);
    expect((await facts(scope)).join()).toContain("Berlin");
    clock.advance(1_000);
    discord.edit(said.id, "Remember that I live in Bern.");
    await bot.settled();
    expect(await words(scope)).toEqual(["Remember that I live in Bern."]);
    const after = (await facts(scope)).join();
    expect(after).toContain("Bern");
    expect(after).not.toContain("Berlin");
    // The preview of a link is no edit.
    discord.gateway.dispatch("MESSAGE_UPDATE", {
      ...discord.world.dispatched(said),
      content: "x",
      edited_timestamp: null,
    });
    await bot.settled();
    expect(await words(scope)).toEqual(["Remember that I live in Bern."]);
  });

  it("edits and deletes may come before their message", async () => {
    const { discord } = on;
    const bot = await on.start();
    const gone = discord.write(LOBBY, ALICE, "I should not have said this");
    discord.remove(gone.id);
    discord.world.messages.set(gone.id, gone);
    discord.tell(gone);
    const early = discord.write(LOBBY, ALICE, "I live in Berln");
    const before = discord.world.dispatched(early);
    discord.edit(early.id, "I live in Berlin");
    discord.gateway.dispatch("MESSAGE_CREATE", before);
    await bot.settled();
    expect(await words(await bot.scope(LOBBY))).toEqual(["I live in Berlin"]);
    // Two edits in the wrong order: the newer one stands.
    const said = discord.world.messages.get(early.id)!;
    const older = { ...discord.world.dispatched({ ...said, content: "older", editedAt: said.at + 10 }) };
    discord.edit(early.id, "newer");
    discord.edit(early.id, "newest");
    said.editedAt = said.at + 20;
    discord.gateway.dispatch("MESSAGE_UPDATE", { ...discord.world.dispatched(said), content: "newest" });
    discord.gateway.dispatch("MESSAGE_UPDATE", older);
    await bot.settled();
    expect(await words(await bot.scope(LOBBY))).toEqual(["newest"]);
  });

  it("two guilds do not see each other, and nobody sees a direct message", async () => {
    const { discord } = on;
    const bot = await on.start();
    discord.say(LOBBY, ALICE, "My favourite colour is green");
    discord.say(DIRECT, ALICE, "My secret plan is to move to Lisbon");
    await bot.settled();
    const questions = [
      "What is the favourite colour of alice?",
      "What is the plan? Lisbon?",
      "我的计划是什么？",
    ];
    for (const text of questions) {
      const asked = discord.say(OTHER_LOBBY, ALICE, `<@${BOT}> ${text}`);
      await bot.settled();
      expect((await bot.memory.recallFor(bot.message(asked.id))).block).toBe("");
    }
    const inGuild = discord.say(LOBBY, ALICE, `<@${BOT}> what is my secret plan?`);
    const alone = discord.say(DIRECT, ALICE, "what is my secret plan?");
    await bot.settled();
    expect((await bot.memory.recallFor(bot.message(inGuild.id))).block).not.toContain("Lisbon");
    expect((await bot.memory.recallFor(bot.message(alone.id))).block).toContain("Lisbon");
    expect((await bot.scope(DIRECT)).scope).toBe(`user:discord:${ALICE}`);
  });

  it.each([
    ["a channel that not everybody may see", STAFF, { group: `${GUILD}/${STAFF}` }],
    ["a public thread of such a channel", "9001", { group: `${GUILD}/${STAFF}`, type: 11, parent: STAFF }],
    ["a private thread of an open channel", "9002", { group: `${GUILD}/9002`, type: 12, parent: LOBBY }],
    ["a public thread of an open channel", "9003", { group: GUILD, type: 11, parent: LOBBY }],
  ])("%s has the scope that its readers share", async (_, channel, { group, ...thread }) => {
    const { discord } = on;
    const bot = await on.start();
    if ("type" in thread) discord.open({ id: channel, guild: GUILD, ...thread });
    discord.say(channel, ALICE, "The codename is Falcon");
    await bot.settled();
    const scope = await bot.scope(channel);
    expect(scope.scope).toBe(`group:discord/${group}`);
    expect(await words(scope)).toEqual(["The codename is Falcon"]);
    const asked = discord.say(LOBBY, BOB, `<@${BOT}> what is the codename?`);
    await bot.settled();
    const { block } = await bot.memory.recallFor(bot.message(asked.id));
    expect(block.includes("Falcon")).toBe(group === GUILD);
  });

  it("everybody may be those of another role", async () => {
    const { discord } = on;
    const bot = await on.start({ everyone: () => BOT_ROLE });
    discord.say(STAFF, ALICE, "for all who are verified");
    await bot.settled();
    expect(await words(on.memoir.scope(`group:discord/${GUILD}`))).toEqual(["for all who are verified"]);
  });

  it("a message of a channel that was closed since is still found to be forgotten", async () => {
    const { discord } = on;
    const bot = await on.start();
    const said = discord.say(LOBBY, ALICE, "Remember that I live in Berlin.");
    await bot.settled();
    const open = await bot.scope(LOBBY);
    expect(await facts(open)).toHaveLength(1);
    discord.world.channels.set(LOBBY, { id: LOBBY, type: 0, guild: GUILD, isPrivate: true });
    discord.gateway.dispatch("CHANNEL_UPDATE", discord.world.channelData(discord.world.channels.get(LOBBY)!));
    await discord.gateway.delivered();
    expect((await bot.scope(LOBBY)).scope).toBe(`group:discord/${GUILD}/${LOBBY}`);
    discord.remove(said.id);
    await bot.settled();
    expect(await facts(open)).toEqual([]);
  });

  it("with a deleted channel go its messages", async () => {
    const { discord } = on;
    const bot = await on.start();
    discord.open({ id: "9003", guild: GUILD, type: 11, parent: LOBBY });
    discord.say("9003", ALICE, "Remember that I live in Berlin.");
    discord.say(LOBBY, ALICE, "Remember that I have a dog.");
    await bot.settled();
    const scope = await bot.scope(LOBBY);
    expect(await facts(scope)).toHaveLength(2);
    discord.gateway.dispatch("THREAD_DELETE", { id: "9003", guild_id: GUILD, parent_id: LOBBY, type: 11 });
    await bot.settled();
    expect(await facts(scope)).toEqual([expect.stringContaining("dog")]);
  });

  it("listens only where it is told to", async () => {
    const { discord } = on;
    const bot = await on.start({ listen: ({ id }) => id !== LOBBY });
    const said = discord.say(LOBBY, ALICE, "Bot remember that I have a dog");
    discord.say(OTHER_LOBBY, ALICE, "hello");
    await bot.settled();
    expect(await bot.memory.command(bot.message(said.id))).toBeNull();
    expect((await bot.memory.recallFor(bot.message(said.id))).block).toBe("");
    expect(await words(on.memoir.scope(`group:discord/${GUILD}`))).toEqual([]);
    expect(await words(await bot.scope(OTHER_LOBBY))).toEqual(["hello"]);
  });
});

describe("a preset that keeps one memory for everybody", () => {
  const on = useBots({ preset: "picobot" });

  it("still keeps guilds apart, and takes no direct message", async () => {
    const { discord } = on;
    const bot = await on.start();
    discord.say(LOBBY, ALICE, "hello from the lobby");
    discord.say(DIRECT, ALICE, "a secret");
    await bot.settled();
    expect(await words(await bot.scope(LOBBY))).toEqual(["hello from the lobby"]);
    expect(await words(on.memoir.scope("global"))).toEqual([]);
    expect(new Set(on.errors.map((error) => (error as MemoirError).code))).toEqual(
      new Set(["invalid_settings"]),
    );
  });
});
