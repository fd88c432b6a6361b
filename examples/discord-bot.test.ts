import { once } from "node:events";
import { type Client, Events } from "discord.js";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { DiscordMemory } from "../src/adapters/discord/index.ts";
import { type MemoirEngine, openMemoir } from "../src/index.ts";
import { newClient } from "../test/support/discord/bot.ts";
import { type StandIn, startStandIn } from "../test/support/discord/stand-in.ts";
import { startBot } from "./discord-bot.ts";

// The bot of discord-bot.ts with discord.js itself. Discord is a stand-in on this machine; the model repeats its prompt,
// so that the test sees what it was told.

let discord: StandIn;
let memoir: MemoirEngine;
let client: Client;
let memory: DiscordMemory;

beforeEach(async () => {
  discord = await startStandIn(Date.now);
  discord.world.guild("42");
  discord.world.channel({ id: "420", type: 0, guild: "42" });
  discord.world.channel({ id: "800", type: 1, recipient: "100" });
  discord.world.person("100", "dana");
  discord.world.person("200", "小明");
  memoir = await openMemoir({ database: ":memory:", embedder: "none", background: false });
  client = newClient(discord.api);
  memory = startBot(client, memoir, async (chat) => chat.map(({ content }) => content).join("\n---\n"));
  const ready = once(client, Events.ClientReady);
  await client.login("MTIz.token.secret");
  await ready;
});
afterEach(async () => {
  await memory.close();
  await client.destroy();
  await discord.close();
  await memoir.close();
});

/** The bot's answer. */
async function answerTo(channel: string, author: string, text: string): Promise<string> {
  discord.say(channel, author, text);
  return (await discord.nextPost()).content;
}

test("it remembers on request, and knows it when it is asked", async () => {
  expect(await answerTo("420", "100", "Bot remember that I have a dog named Rex")).toContain("Got it");
  expect(await answerTo("420", "200", "机器人，记住我喜欢乌龙茶")).toContain("乌龙茶");
  expect(await answerTo("420", "100", "<@900> what is my dog called?")).toContain("has a dog named Rex.");
  expect(await answerTo("420", "200", "<@900> what is my dog called?")).not.toContain("Rex");
});

test("it knows nothing of a deleted message, and tells no guild what it was told alone", async () => {
  await answerTo("420", "100", "Bot remember that I have a dog named Rex");
  await answerTo("800", "100", "remember that I am looking for a new job");
  const [said] = discord.world.messages.keys();
  discord.remove(said!);
  await discord.gateway.delivered();
  await memory.settled();
  const answer = await answerTo("420", "100", "<@900> what do you know of my dog and my job?");
  expect(answer).not.toMatch(/Rex|new job/);
  expect(await answerTo("800", "100", "which job am I looking for?")).toContain("looking for a new job");
});
