import type { Channel, Client, Guild, Message } from "discord.js";
import { isRecord, withoutUndefined } from "../../domain/arguments.ts";
import { type CatchUpTools, catchUp, readable } from "./catch-up.ts";
import type { ChannelOrder } from "./channel-order.ts";
import { type ChannelIds, PLATFORM } from "./channel-scopes.ts";
import { editMessage, forgetMessage } from "./message-changes.ts";
import { discord } from "./package.ts";
import { eventOf, isChatMessage } from "./said.ts";

const { ChannelType, Events, GatewayDispatchEvents } = discord;

export interface LiveTools extends CatchUpTools {
  readonly client: Client;
  readonly order: ChannelOrder;
  readonly report: (step: string, error: unknown) => void;
}

/**
 * Follows what the gateway tells. Edits and deletes are taken as they come over the wire: the client itself passes over
 * those of messages that it has not in its cache, as after a restart. Returns how to stop.
 */
export function listen(tools: LiveTools): () => void {
  const { client } = tools;
  /** Direct channels that were compared since listening began, and when it did. */
  const compared = new Set<string>();
  let began = tools.now();
  const begin = (guilds: Iterable<Guild>): void => {
    if (tools.most === 0) return;
    for (const guild of guilds) for (const channel of readable(guild)) compare(tools, channel, began);
  };
  const onReady = (shard: number): void => {
    compared.clear();
    began = tools.now();
    begin(client.guilds.cache.filter(({ shardId }) => shardId === shard).values());
  };
  const onAvailable = (guild: Guild): void => {
    if (client.isReady()) begin([guild]);
  };
  const onMessage = (message: Message): void => {
    const { channel } = message;
    // Nobody can list the direct channels of a bot: each is compared when somebody writes there.
    if (tools.most > 0 && channel.type === ChannelType.DM && !compared.has(channel.id)) {
      compared.add(channel.id);
      compare(tools, channel, began);
    }
    heard(tools, message);
  };
  const wire = [
    [GatewayDispatchEvents.MessageUpdate, onEdit],
    [GatewayDispatchEvents.MessageDelete, onDelete],
    [GatewayDispatchEvents.MessageDeleteBulk, onDelete],
    [GatewayDispatchEvents.ChannelDelete, onChannelDelete],
    [GatewayDispatchEvents.ThreadDelete, onChannelDelete],
    [GatewayDispatchEvents.GuildMemberUpdate, onRename],
  ] as const;
  const listeners = wire.map(([event, handle]) => [event, (data: unknown) => handle(tools, data)] as const);
  client.on(Events.ShardReady, onReady);
  client.on(Events.GuildAvailable, onAvailable);
  client.on(Events.MessageCreate, onMessage);
  for (const [event, handle] of listeners) client.ws.on(event, handle);
  if (client.isReady()) begin(client.guilds.cache.values());
  return () => {
    client.off(Events.ShardReady, onReady);
    client.off(Events.GuildAvailable, onAvailable);
    client.off(Events.MessageCreate, onMessage);
    for (const [event, handle] of listeners) client.ws.off(event, handle);
  };
}

function inOrder(
  { order, report }: LiveTools,
  step: string,
  channel: string,
  work: () => Promise<void>,
): void {
  order.run(channel, work).catch((error: unknown) => report(step, error));
}

function compare(tools: LiveTools, channel: Channel, before: number): void {
  if (!channel.isTextBased()) return;
  inOrder(tools, "catch-up", channel.id, () => catchUp(tools, channel, before));
}

function heard(tools: LiveTools, message: Message): void {
  const { channelScopes, messageChanges } = tools;
  const channelScope = isChatMessage(message) ? channelScopes.of(message.channel) : null;
  if (channelScope === null) return;
  const event = eventOf(message, channelScope);
  inOrder(tools, "observe", message.channelId, async () => {
    if (!messageChanges.isDeleted(message.id))
      await (await channelScopes.scope(channelScope)).observe([event]);
  });
}

function onEdit(tools: LiveTools, data: unknown): void {
  const { channelScopes, messageChanges } = tools;
  const where = channelOf(data);
  if (where === null || !isRecord(data)) return;
  const { id, content, edited_timestamp: edited, author } = data;
  // Without a time nobody edited it: Discord has added the preview of a link.
  if (typeof id !== "string" || typeof content !== "string" || typeof edited !== "string") return;
  if (!messageChanges.isNewest(id, Date.parse(edited))) return;
  const isBots = isRecord(author) && author.bot === true;
  inOrder(tools, "edit", where.channel, async () => {
    if (messageChanges.isDeleted(id)) return;
    if ((await editMessage(await channelScopes.all(where), id, content)) || isBots) return;
    await observeUnknown(tools, where, id);
  });
}

/** An edit came before its message, or the message when nobody listened: Discord has it as it is now. */
async function observeUnknown(
  { channelScopes, messageChanges }: LiveTools,
  where: ChannelIds,
  id: string,
): Promise<void> {
  const channel = await channelScopes.channel(where.channel);
  const channelScope = channel === null ? null : channelScopes.of(channel);
  if (channelScope === null || !channel?.isTextBased()) return;
  const message = await channel.messages.fetch({ message: id, cache: false, force: true });
  if (!isChatMessage(message) || messageChanges.isDeleted(id)) return;
  await (await channelScopes.scope(channelScope)).observe([eventOf(message, channelScope)]);
}

function onDelete(tools: LiveTools, data: unknown): void {
  const { channelScopes, messageChanges } = tools;
  const where = channelOf(data);
  if (where === null || !isRecord(data)) return;
  const rawIds: readonly unknown[] = Array.isArray(data.ids) ? data.ids : [data.id];
  const ids = rawIds.filter((id) => typeof id === "string");
  for (const id of ids) messageChanges.deleted(id);
  inOrder(tools, "delete", where.channel, async () => {
    const scopes = await channelScopes.all(where);
    for (const id of ids) await forgetMessage(scopes, id);
  });
}

/** With a channel go all messages in it; Discord does not name them. */
function onChannelDelete(tools: LiveTools, data: unknown): void {
  if (!isRecord(data) || typeof data.id !== "string" || typeof data.guild_id !== "string") return;
  const { id: channel, guild_id: guild, parent_id: parent } = data;
  const groups = [
    guild,
    `${guild}/${channel}`,
    ...(typeof parent === "string" ? [`${guild}/${parent}`] : []),
  ];
  inOrder(tools, "delete", channel, async () => {
    for (const group of groups) {
      const scope = await tools.channelScopes.scope({ group });
      const gone: string[] = [];
      for await (const { id, thread, erasedAt } of await scope.events.list({ type: "message" })) {
        if (thread === channel && erasedAt === null) gone.push(id);
      }
      for (const id of gone) await forgetMessage([scope], id);
    }
  });
}

/** A new name of somebody who spoke in the guild takes effect at once. It is no message, and nobody is shown it. */
function onRename(tools: LiveTools, data: unknown): void {
  if (!isRecord(data) || !isRecord(data.user) || typeof data.guild_id !== "string") return;
  const { guild_id: guild, nick, user } = data;
  const names = [nick, user.global_name, user.username];
  const name = names.find((one): one is string => typeof one === "string" && one !== "");
  const account = user.id;
  if (name === undefined || typeof account !== "string") return;
  inOrder(tools, "rename", `names/${guild}`, async () => {
    const scope = await tools.channelScopes.scope({ group: guild });
    const oldName = await tools.channelScopes.name(scope, account);
    if (oldName === account || oldName === name) return;
    const text = "The display name of this member has changed.";
    const what = { type: "system", role: "system", author: account, authorName: name, text } as const;
    await scope.observe([{ ...what, platform: PLATFORM, at: tools.now() }]);
  });
}

function channelOf(data: unknown): ChannelIds | null {
  if (!isRecord(data) || typeof data.channel_id !== "string") return null;
  const guild = typeof data.guild_id === "string" ? data.guild_id : undefined;
  return withoutUndefined({ channel: data.channel_id, guild });
}
