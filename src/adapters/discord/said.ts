import type { Guild, GuildMember, Message, User } from "discord.js";
import { sameName } from "../../domain/identity.ts";
import type { CommandMessage, CommandOptions, EventInput } from "../../index.ts";
import { type ChannelScope, PLATFORM } from "./channel-scopes.ts";

type KnownPerson = NonNullable<CommandMessage["people"]>[number];

/** Whether a person said it: no bot, no webhook under a name of its choice, no notice of Discord's. */
export function isChatMessage(message: Message): boolean {
  const { author, webhookId, system, content } = message;
  return !author.bot && webhookId === null && !system && content.trim() !== "";
}

/** The channel's messages of one day, so that a limit for a session is one for a day's talk. */
export function daySession(channel: string, at: number): string {
  return `${channel}/${new Date(at).toISOString().slice(0, 10)}`;
}

/** The name that somebody goes by in a guild, or else everywhere. It names nobody: accounts do. */
export function displayNameOf(user: User, member: GuildMember | null): string {
  return member?.displayName ?? user.displayName;
}

/** A message as Memoir keeps it. */
export function eventOf(
  message: Message,
  channelScope: ChannelScope,
  member: GuildMember | null = message.member,
): EventInput {
  const { id, author, content, channelId, createdTimestamp } = message;
  return {
    id,
    turn: id,
    platform: PLATFORM,
    thread: channelId,
    at: createdTimestamp,
    // In one's own scope the author is its user.
    ...("group" in channelScope ? { author: author.id } : {}),
    authorName: displayNameOf(author, member),
    text: content,
    session: daySession(channelId, createdTimestamp),
  };
}

/** The bot's answer to a message. */
export function replyOf(message: Message, reply: Message): EventInput {
  const { id, content, channelId, createdTimestamp } = reply;
  return {
    id,
    role: "assistant",
    turn: message.id,
    platform: PLATFORM,
    thread: channelId,
    at: createdTimestamp,
    text: content,
    session: daySession(channelId, createdTimestamp),
  };
}

/** A text without the bot's own mention: it asks the bot, and is not about it. */
export function withoutMention(text: string, account: string): string {
  return text.replaceAll(`<@${account}>`, "").replaceAll(`<@!${account}>`, "").trim();
}

/** Whether a message begins with a mention of an account. */
export function beginsWith(text: string, account: string): boolean {
  const start = text.trimStart();
  return start.startsWith(`<@${account}>`) || start.startsWith(`<@!${account}>`);
}

/** Those whom a message mentions, under the names they go by. */
export function mentionedPeople({ mentions, guild }: Message): KnownPerson[] {
  return mentions.users.map((user) => person(user, guild?.members.cache.get(user.id) ?? null));
}

function person(user: User, member: GuildMember | null): KnownPerson {
  const names = [member?.displayName, user.displayName, user.username].filter((name) => name !== undefined);
  return { id: user.id, names: [...new Set(names)] };
}

/** Discord searches by the beginning of a name; only who goes by the whole name is meant. */
export function memberSearch(guild: Guild | null): NonNullable<CommandOptions["resolve"]> {
  return async (name) => {
    const members = await guild?.members.search({ query: name.slice(0, 100), limit: 100 });
    const people = members?.map((member) => person(member.user, member)) ?? [];
    return people.filter(({ names }) => names.some((one) => sameName(one, name)));
  };
}
