import { once } from "node:events";
import { Events } from "discord.js";
import { describe, expect, it } from "vitest";
import type { ScopeHandle } from "../../../src/index.ts";
import { ALICE, BOB, DIRECT, facts, GUILD, LOBBY, STAFF, useBots, words } from "../../support/discord/bot.ts";

describe("what a bot missed", () => {
  const on = useBots();
  const guild = (): ScopeHandle => on.memoir.scope(`group:discord/${GUILD}`);
  const historyRequests = (): number =>
    on.discord.asked.filter(({ path }) => /^\/channels\/\d+\/messages$/.test(path)).length;

  it("is caught up when it starts again: once each, however often it starts", async () => {
    const { discord, clock } = on;
    const first = await on.start();
    discord.say(LOBBY, ALICE, "I am here");
    await first.settled();
    await first.stop();
    clock.advance(60_000);
    discord.world.guilds.get(GUILD)!.nicks.set(BOB, "小波");
    for (let n = 1; n <= 120; n += 1) discord.say(LOBBY, BOB, `missed ${n}`);
    discord.open({ id: "9003", guild: GUILD, type: 11, parent: LOBBY });
    discord.say("9003", ALICE, "错过的消息");
    const second = await on.start();
    discord.say(LOBBY, ALICE, "and now live");
    await second.settled();
    const all = await words(guild());
    expect(all).toHaveLength(123);
    expect(new Set(all)).toEqual(
      new Set([
        "I am here",
        ...Array.from({ length: 120 }, (_, n) => `missed ${n + 1}`),
        "错过的消息",
        "and now live",
      ]),
    );
    expect(all.filter((text) => text.startsWith("missed"))[0]).toBe("missed 1");
    expect((await on.memoir.names([BOB], { scope: guild().scope })).get(BOB)).toBe("小波");
    await second.stop();
    const third = await on.start();
    await third.settled();
    expect(await words(guild())).toEqual(all);
    expect(on.errors).toEqual([]);
  });

  it("does not reach back before the bot listened, nor beyond the limit", async () => {
    const { discord, clock } = on;
    discord.say(LOBBY, ALICE, "before the bot came");
    discord.say(STAFF, ALICE, "before the bot came, in private");
    const first = await on.start({ catchUp: 3 });
    expect(await words(guild())).toEqual([]);
    clock.advance(1_000);
    discord.say(LOBBY, ALICE, "the first heard");
    await first.settled();
    await first.stop();
    clock.advance(1_000);
    for (let n = 1; n <= 5; n += 1) discord.say(LOBBY, BOB, `missed ${n}`);
    const second = await on.start({ catchUp: 3 });
    expect(await words(guild())).toEqual(["the first heard", "missed 3", "missed 4", "missed 5"]);
    await second.stop();
    const requests = historyRequests();
    await on.start({ catchUp: 0 });
    expect(historyRequests()).toBe(requests);
  });

  it("edits and deletes while it was away are followed", async () => {
    const { discord, clock } = on;
    const first = await on.start();
    const one = discord.say(LOBBY, ALICE, "Remember that I live in Berlin.");
    const two = discord.say(LOBBY, ALICE, "记住我喜欢乌龙茶。");
    const three = discord.say(LOBBY, BOB, "Remember that I have a dog.");
    await first.settled();
    expect(await facts(guild())).toHaveLength(3);
    await first.stop();
    clock.advance(60_000);
    discord.remove(two.id);
    discord.edit(one.id, "Remember that I live in Bern.");
    await on.start();
    expect(await words(guild())).toEqual([three.content, "Remember that I live in Bern."]);
    const left = (await facts(guild())).join();
    expect(left).toContain("Bern");
    expect(left).toContain("dog");
    expect(left).not.toMatch(/Berlin|乌龙茶/);
  });

  it("a message that is deleted while the history is fetched does not stay", async () => {
    const { discord, clock } = on;
    const first = await on.start();
    discord.say(LOBBY, ALICE, "I am here");
    await first.settled();
    await first.stop();
    clock.advance(1_000);
    const missed = discord.say(LOBBY, ALICE, "I should not have said this");
    discord.world.onHistory = () => {
      if (discord.world.messages.has(missed.id)) discord.remove(missed.id);
    };
    const second = await on.start();
    await second.settled();
    expect(await words(guild())).toEqual(["I am here"]);
  });

  it("a broken connection is resumed, and the gateway replays what was missed", async () => {
    const { discord } = on;
    const bot = await on.start();
    const said = discord.say(LOBBY, ALICE, "before the break");
    await bot.settled();
    const requests = historyRequests();
    const resumed = once(bot.client, Events.ShardResume);
    discord.gateway.drop();
    discord.say(LOBBY, ALICE, "during the break");
    discord.remove(said.id);
    await resumed;
    await bot.settled();
    expect(await words(guild())).toEqual(["during the break"]);
    expect(discord.gateway.commands).toContain(6);
    expect(historyRequests()).toBe(requests);
  });

  it("where the session is over, the history is compared", async () => {
    const { discord, clock } = on;
    const bot = await on.start();
    const said = discord.say(LOBBY, ALICE, "before the break");
    await bot.settled();
    clock.advance(1_000);
    const ready = once(bot.client, Events.ShardReady);
    discord.gateway.drop({ over: true });
    discord.say(LOBBY, ALICE, "during the break");
    discord.remove(said.id);
    await ready;
    await bot.settled();
    expect(await words(guild())).toEqual(["during the break"]);
  });

  it("direct messages are compared when somebody writes again, and a delete is found without the cache", async () => {
    const { discord, clock } = on;
    const first = await on.start();
    const secret = discord.say(DIRECT, ALICE, "Remember that I am moving to Lisbon.");
    discord.say(DIRECT, ALICE, "Remember that I have a dog.");
    await first.settled();
    const alice = on.memoir.scope(`user:discord:${ALICE}`);
    expect(await facts(alice)).toHaveLength(2);
    await first.stop();
    clock.advance(1_000);
    discord.say(DIRECT, ALICE, "我搬到柏林了");
    const second = await on.start();
    expect(await words(alice)).toHaveLength(2);
    discord.remove(secret.id);
    await second.settled();
    expect(await facts(alice)).toEqual([expect.stringContaining("dog")]);
    discord.say(DIRECT, ALICE, "hello again");
    await second.settled();
    expect(await words(alice)).toEqual(["Remember that I have a dog.", "我搬到柏林了", "hello again"]);
  });

  it("a channel that fails costs only itself", async () => {
    const { discord, clock } = on;
    const first = await on.start();
    discord.say(LOBBY, ALICE, "hello");
    await first.settled();
    await first.stop();
    clock.advance(1_000);
    discord.say(LOBBY, ALICE, "missed");
    discord.world.refused.add(STAFF);
    const second = await on.start();
    discord.say(STAFF, ALICE, "live");
    await second.settled();
    expect(await words(guild())).toEqual(["hello", "missed"]);
    expect(await words(await second.scope(STAFF))).toEqual(["live"]);
  });
});
