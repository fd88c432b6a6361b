import type { Channel, Client, Guild, Message } from "discord.js";
import { checkNames, checkWhole } from "../../domain/arguments.ts";
import { invalidArgument } from "../../domain/errors.ts";
import { type Memoir, MemoirError, type ScopeHandle } from "../../index.ts";
import { ChannelOrder } from "./channel-order.ts";
import { ChannelScopes } from "./channel-scopes.ts";
import { type LiveTools, listen } from "./live.ts";
import { MessageChanges } from "./message-changes.ts";
import { discord } from "./package.ts";
import { Replies, type ReplyMemory } from "./reply.ts";
import { answerSlash } from "./slash.ts";

const { Events, GatewayIntentBits, Partials } = discord;

export interface DiscordOptions {
  /** An engine, or a client of a server. */
  readonly memoir: Memoir;
  /** Default: `"default"`. */
  readonly tenant?: string;
  /** Whether a channel is listened to. Default: every channel that the bot may read. */
  readonly listen?: (channel: Channel) => boolean;
  /**
   * The id of the role whose members count as everybody of a guild: a channel that it may see belongs to the guild's
   * scope, any other has a scope of its own. Default: `@everyone`.
   */
  readonly everyone?: (guild: Guild) => string | undefined;
  /** Messages of a channel that are compared with Discord after a start; 0 = none. Default: 200. */
  readonly catchUp?: number;
  /** Whether the digests of who asks, and of whom they mention, are in the block. Default: in the preset `urmom`. */
  readonly digests?: boolean;
  /** Default: the system's clock. */
  readonly now?: () => Date;
  /** Told what failed; the bot goes on. Default: the client's event `warn`, with the error's code. */
  readonly onError?: (error: unknown, step: string) => void;
}

/** The memory of a bot. */
export interface DiscordMemory {
  /** What is remembered for the answer to a message; an empty block where memory fails or has nothing. */
  recallFor(message: Message): Promise<ReplyMemory>;
  /** Carries out a command of the chat; the sentence to answer with, `null` where the message is none. */
  command(message: Message): Promise<string | null>;
  /** Puts the bot's answer on record. */
  replied(message: Message, reply: Message): Promise<void>;
  /** The scope that a channel's messages are in; `null` where it is not listened to. */
  scopeOf(channel: Channel): Promise<ScopeHandle | null>;
  /** Waits until everything that came so far is stored. */
  settled(): Promise<void>;
  /** Stops listening, and waits for what is under way. */
  close(): Promise<void>;
}

const NAMES = ["memoir", "tenant", "listen", "everyone", "catchUp", "digests", "now", "onError"];
const DEFAULT_CATCH_UP = 200;
const MAX_CATCH_UP = 10_000;

/** Gives a bot its memory: listens to the client from now on. Attach it before `client.login()`. */
export function attachMemoir(client: Client, options: DiscordOptions): DiscordMemory {
  checkNames(options, NAMES, "attachMemoir()");
  checkClient(client);
  const { memoir, tenant } = options;
  const now = (): number => (options.now?.() ?? new Date()).getTime();
  const report = (step: string, error: unknown): void => {
    if (options.onError !== undefined) options.onError(error, step);
    // Errors may quote what was said.
    else
      client.emit(Events.Warn, `Memoir: ${step} failed: ${MemoirError.is(error) ? error.code : "internal"}`);
  };
  const channelScopes = new ChannelScopes({
    client,
    memoir,
    tenant,
    listen: options.listen ?? (() => true),
    everyone: options.everyone ?? (() => undefined),
  });
  const most = checkWhole(options.catchUp ?? DEFAULT_CATCH_UP, "catchUp", 0, MAX_CATCH_UP);
  const order = new ChannelOrder();
  const tools: LiveTools = {
    client,
    channelScopes,
    order,
    messageChanges: new MessageChanges(),
    report,
    now,
    most,
  };
  const replies = new Replies({ ...tools, memoir, digests: options.digests ?? memoir.preset === "urmom" });
  const stops = [listen(tools), answerSlash(tools)];
  return {
    recallFor: (message) => replies.recallFor(message),
    command: (message) => replies.command(message),
    replied: (message, reply) => replies.replied(message, reply),
    scopeOf: async (channel) => {
      const channelScope = channelScopes.of(channel);
      return channelScope === null ? null : channelScopes.scope(channelScope);
    },
    settled: () => order.idle(),
    close: async () => {
      for (const stop of stops) stop();
      await order.idle();
    },
  };
}

/** Without these the client would leave messages out, and say nothing. */
function checkClient({ options: { intents, partials = [] } }: Client): void {
  const missing = [
    ...(intents.has(GatewayIntentBits.MessageContent) ? [] : ["GatewayIntentBits.MessageContent"]),
    ...(intents.has(GatewayIntentBits.GuildMessages) && !intents.has(GatewayIntentBits.Guilds)
      ? ["GatewayIntentBits.Guilds"]
      : []),
    ...(intents.has(GatewayIntentBits.DirectMessages) && !partials.includes(Partials.Channel)
      ? ["Partials.Channel"]
      : []),
  ];
  if (missing.length === 0) return;
  throw invalidArgument(`The client lacks ${missing.join(" and ")}. Add it to the options of new Client().`, {
    missing,
  });
}
