import { once } from "node:events";
import { type Channel, Client, Events, GatewayIntentBits, type Message, Partials } from "discord.js";
import { afterEach, beforeEach } from "vitest";
import {
  attachMemoir,
  type DiscordMemory,
  type DiscordOptions,
} from "../../../src/adapters/discord/index.ts";
import { type MemoirEngine, type MemoirOptions, openMemoir, type ScopeHandle } from "../../../src/index.ts";
import { fixedClock } from "../../../src/testing/index.ts";
import { type StandIn, startStandIn } from "./stand-in.ts";

export const GUILD = "42";
export const OTHER_GUILD = "43";
export const LOBBY = "420";
export const STAFF = "421";
export const OTHER_LOBBY = "430";
export const ALICE = "100";
export const BOB = "200";
/** Alice's direct channel with the bot. */
export const DIRECT = "800";

/** A client as a bot's author makes it. */
export function newClient(api: string): Client {
  return new Client({
    intents: [
      ...[GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.GuildMembers],
      ...[GatewayIntentBits.DirectMessages, GatewayIntentBits.MessageContent],
    ],
    partials: [Partials.Channel],
    rest: { api },
    allowedMentions: { parse: [] },
  });
}

/** Discord with two guilds and two people, a memory, and bots that come and go. */
export interface BotFixture {
  readonly discord: StandIn;
  readonly memoir: MemoirEngine;
  readonly clock: ReturnType<typeof fixedClock>;
  readonly errors: unknown[];
  /** Starts a bot, and waits until it has caught up. */
  start(options?: Partial<DiscordOptions>): Promise<RunningBot>;
}

export interface RunningBot {
  readonly client: Client;
  readonly memory: DiscordMemory;
  /** Waits until the bot has everything that was sent, and has stored it. */
  settled(): Promise<void>;
  /** The message as the client has it. */
  message(id: string): Message;
  scope(channel: string): Promise<ScopeHandle>;
  stop(): Promise<void>;
}

/** For the body of a `describe`. */
export function useBots(settings: MemoirOptions = {}): BotFixture {
  const clock = fixedClock("2026-05-12T18:00:00Z");
  const errors: unknown[] = [];
  const bots: RunningBot[] = [];
  let discord: StandIn;
  let memoir: MemoirEngine;

  beforeEach(async () => {
    errors.length = 0;
    discord = await startStandIn(() => clock.now().getTime());
    memoir = await openMemoir({
      ...{ database: ":memory:", embedder: "none", background: false, now: clock.now, ...settings },
    });
    populate(discord);
  });
  afterEach(async () => {
    for (const bot of bots.splice(0)) await bot.stop();
    await discord.close();
    await memoir.close();
  });

  return {
    get discord() {
      return discord;
    },
    get memoir() {
      return memoir;
    },
    ...{ clock, errors },
    start: async (options = {}) => {
      const client = newClient(discord.api);
      const memory = attachMemoir(client, {
        ...{ memoir, now: clock.now, onError: (error) => errors.push(error), ...options },
      });
      const bot = await running(discord, client, memory);
      bots.push(bot);
      return bot;
    },
  };
}

export async function running(discord: StandIn, client: Client, memory: DiscordMemory): Promise<RunningBot> {
  const messages = new Map<string, Message>();
  client.on(Events.MessageCreate, (message) => messages.set(message.id, message));
  const ready = once(client, Events.ClientReady);
  await client.login("MTIz.token.secret");
  await ready;
  await memory.settled();
  return {
    ...{ client, memory },
    settled: async () => {
      await discord.gateway.delivered();
      await memory.settled();
    },
    message: (id) => messages.get(id)!,
    scope: async (channel) => (await memory.scopeOf(client.channels.cache.get(channel) as Channel))!,
    stop: async () => {
      await memory.close();
      await client.destroy();
      discord.gateway.end();
    },
  };
}

function populate({ world }: StandIn): void {
  world.guild(GUILD);
  world.guild(OTHER_GUILD);
  world.channel({ id: LOBBY, type: 0, guild: GUILD });
  world.channel({ id: STAFF, type: 0, guild: GUILD, isPrivate: true });
  world.channel({ id: OTHER_LOBBY, type: 0, guild: OTHER_GUILD });
  world.person(ALICE, "alice");
  world.person(BOB, "bob");
  world.channel({ id: DIRECT, type: 1, recipient: ALICE });
}

/** The words that a scope has on record, oldest first. */
export async function words({ events }: ScopeHandle): Promise<string[]> {
  const all: string[] = [];
  for await (const { text, erasedAt } of await events.list({ type: "message" }))
    if (erasedAt === null) all.push(text);
  return all.toReversed();
}

/** The active memories of a scope, after all messages are read. */
export async function facts(scope: ScopeHandle): Promise<string[]> {
  await scope.flush();
  return (await scope.memories.list({ status: ["active"] })).items.map(({ text }) => text);
}
