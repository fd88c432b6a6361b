import type { Guild, GuildMember, Message, TextBasedChannel } from "discord.js";
import type { Event, EventsHandle } from "../../index.ts";
import type { ChannelScopes } from "./channel-scopes.ts";
import { editMessage, forgetMessage, type MessageChanges } from "./message-changes.ts";
import { discord } from "./package.ts";
import { daySession, eventOf, isChatMessage } from "./said.ts";

const { PermissionFlagsBits, SnowflakeUtil } = discord;

const DAY = 86_400_000;
/** How far back edits and deletes that nobody saw are looked for. */
const DAYS = 7;
/** Messages that Discord gives at once. */
const PAGE = 100;

export interface CatchUpTools {
  readonly channelScopes: ChannelScopes;
  readonly messageChanges: MessageChanges;
  readonly now: () => number;
  /** Messages of a channel at most. */
  readonly most: number;
}

/** The channels and threads of a guild that the bot may read from the beginning. */
export function readable(guild: Guild): TextBasedChannel[] {
  const needed = PermissionFlagsBits.ViewChannel | PermissionFlagsBits.ReadMessageHistory;
  const { me } = guild.members;
  return [...guild.channels.cache.values()].filter(
    (channel) => channel.isTextBased() && me !== null && channel.permissionsFor(me).has(needed),
  ) as TextBasedChannel[];
}

/**
 * Compares a channel with what is on record: messages that were missed while nobody listened are observed, others are
 * edited or forgotten as they were on Discord. `before`: when listening began again. Repeating it changes nothing.
 */
export async function catchUp(tools: CatchUpTools, channel: TextBasedChannel, before: number): Promise<void> {
  const channelScope = tools.channelScopes.of(channel);
  if (channelScope === null) return;
  const scope = await tools.channelScopes.scope(channelScope);
  const { events } = scope;
  // First what is on record, then what is there: a message in between is neither missing nor missed.
  const recordedEvents = await loadRecordedEvents(events, channel.id, tools.now());
  const since = await beginning(events, recordedEvents, before);
  if (since === null) return;
  const { messages, whole } = await newest(channel, since, tools.most);
  const missed = messages.filter(
    (message) => !recordedEvents.has(message.id) && BigInt(message.id) > since && isChatMessage(message),
  );
  const inputs = [];
  for (const message of missed) inputs.push(eventOf(message, channelScope, await memberOf(message)));
  await scope.observe(inputs.filter(({ id }) => !tools.messageChanges.isDeleted(id!)));
  for (const { id, content, editedTimestamp } of messages) {
    if (editedTimestamp !== null && recordedEvents.has(id)) await editMessage([scope], id, content);
  }
  const there = new Set(messages.map(({ id }) => id));
  const oldest = messages[0]?.id;
  for (const { id, erasedAt } of recordedEvents.values()) {
    const isInView = whole || (oldest !== undefined && BigInt(id) >= BigInt(oldest));
    if (isInView && erasedAt === null && !there.has(id)) await forgetMessage([scope], id);
  }
}

/** The messages of a channel that are on record, of the last days. */
async function loadRecordedEvents(
  events: EventsHandle,
  channel: string,
  now: number,
): Promise<Map<string, Event>> {
  const eventsById = new Map<string, Event>();
  // The clocks of this machine and of Discord need not agree on the day.
  for (let day = -1; day <= DAYS; day += 1) {
    const session = daySession(channel, now - day * DAY);
    for await (const event of await events.list({ session, type: "message" })) {
      // The words before an edit are kept under another id, without the words.
      if (/^\d+$/.test(event.id)) eventsById.set(event.id, event);
    }
  }
  return eventsById;
}

/**
 * The id behind which a message was missed: the oldest on record here, else the newest that was heard anywhere in the
 * scope. `null`: nothing was heard yet, so nothing was missed.
 */
async function beginning(
  events: EventsHandle,
  recordedEvents: ReadonlyMap<string, Event>,
  before: number,
): Promise<bigint | null> {
  const [oldest] = [...recordedEvents.keys()].map(BigInt).sort((a, b) => (a < b ? -1 : 1));
  if (oldest !== undefined) return oldest;
  const last = (await events.list({ type: "message", until: before, limit: 1 })).items[0];
  return last === undefined ? null : SnowflakeUtil.generate({ timestamp: last.at, increment: 0n });
}

/** The newest messages of a channel, oldest first, back to an id; `whole`: these are all. */
async function newest(
  channel: TextBasedChannel,
  since: bigint,
  most: number,
): Promise<{ messages: Message[]; whole: boolean }> {
  const messages: Message[] = [];
  for (let whole = false; ; ) {
    const limit = Math.min(PAGE, most - messages.length);
    const before = messages.at(-1)?.id;
    // Not into the client's cache: it tells no listener of a message that it has already.
    const options = { limit, cache: false, ...(before === undefined ? {} : { before }) };
    const page = [...(await channel.messages.fetch(options)).values()];
    messages.push(...page.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1)));
    whole = page.length < limit;
    const last = messages.at(-1);
    if (whole || last === undefined || messages.length >= most || BigInt(last.id) <= since)
      return { messages: messages.toReversed(), whole };
  }
}

/** Messages that were fetched come without the nickname of their author. */
async function memberOf({ guild, author }: Message): Promise<GuildMember | null> {
  return (await guild?.members.fetch(author.id).catch(() => null)) ?? null;
}
