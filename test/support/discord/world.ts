import type { APIChannel, APIGuildMember, APIMessage, APIUser } from "discord.js";

/** Data of the API as far as the client reads it: Discord sends many more fields. */
type Sent<T> = Partial<T>;

export const BOT = "900";
export const BOT_ROLE = "901";
const VIEW = 1n << 10n;
const SEND = 1n << 11n;
const HISTORY = 1n << 16n;
const DISCORD_EPOCH = 1_420_070_400_000;

export interface Person {
  readonly id: string;
  readonly username: string;
  /** The name that they show everywhere. */
  globalName?: string;
}

interface GuildData {
  readonly id: string;
  /** Nicknames by account. */
  readonly nicks: Map<string, string>;
}

export interface ChannelData {
  readonly id: string;
  readonly type: number;
  readonly guild?: string;
  readonly parent?: string;
  /** Nobody but the bot's role may see it. */
  readonly isPrivate?: boolean;
  /** The person at the other end of a direct channel. */
  readonly recipient?: string;
}

export interface Said {
  readonly id: string;
  readonly channel: string;
  readonly author: string;
  content: string;
  readonly at: number;
  editedAt: number | null;
}

/** Everything that exists on the stand-in, whether anybody is connected or not. */
export class World {
  readonly people = new Map<string, Person>([[BOT, { id: BOT, username: "memobot" }]]);
  readonly guilds = new Map<string, GuildData>();
  readonly channels = new Map<string, ChannelData>();
  readonly messages = new Map<string, Said>();
  /** Channels whose history Discord does not give. */
  readonly refused = new Set<string>();
  /** Called when the history of a channel was read, before it is sent. */
  onHistory: () => void = () => undefined;
  #count = 0n;

  person(id: string, username: string): Person {
    const person: Person = { id, username };
    this.people.set(id, person);
    return person;
  }

  guild(id: string): void {
    this.guilds.set(id, { id, nicks: new Map() });
  }

  channel(channel: ChannelData): string {
    this.channels.set(channel.id, channel);
    return channel.id;
  }

  write(channel: string, author: string, content: string, at: number): Said {
    this.#count += 1n;
    const id = String(((BigInt(at) - BigInt(DISCORD_EPOCH)) << 22n) + this.#count);
    const said = { id, channel, author, content, at, editedAt: null };
    this.messages.set(id, said);
    return said;
  }

  /** Newest first, as Discord lists them. */
  list(channel: string, before: string | null, limit: number): Said[] {
    return [...this.messages.values()]
      .filter((one) => one.channel === channel && (before === null || BigInt(one.id) < BigInt(before)))
      .sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1))
      .slice(0, limit);
  }

  user(id: string): Sent<APIUser> {
    const { username, globalName } = this.people.get(id)!;
    const names = { username, global_name: globalName ?? null, discriminator: "0" };
    return { id, ...names, avatar: null, bot: id === BOT };
  }

  member(guild: string, id: string): Sent<APIGuildMember> {
    const nick = this.guilds.get(guild)?.nicks.get(id) ?? null;
    const roles = id === BOT ? [BOT_ROLE] : [];
    return { nick, roles, joined_at: "2026-01-01T00:00:00.000Z", deaf: false, mute: false };
  }

  /** A message as REST gives it; over the gateway it comes with its guild and its author's nickname. */
  message(said: Said): Sent<APIMessage> {
    const mentions = [...said.content.matchAll(/<@(\d+)>/g)].map(([, id]) => this.user(id!) as APIUser);
    return {
      ...{ id: said.id, channel_id: said.channel, content: said.content, type: 0, tts: false },
      author: this.user(said.author) as APIUser,
      timestamp: new Date(said.at).toISOString(),
      edited_timestamp: said.editedAt === null ? null : new Date(said.editedAt).toISOString(),
      ...{ mention_everyone: false, mentions, mention_roles: [], attachments: [], embeds: [], pinned: false },
    };
  }

  dispatched(said: Said): object {
    const { guild, type } = this.channels.get(said.channel)!;
    const message = this.message(said);
    if (guild === undefined) return { ...message, channel_type: type };
    const mentions = message.mentions?.map((user) => ({ ...user, member: this.member(guild, user.id) }));
    return {
      ...message,
      mentions,
      guild_id: guild,
      member: this.member(guild, said.author),
      channel_type: type,
    };
  }

  channelData({ id, type, guild, parent, isPrivate, recipient }: ChannelData): Sent<APIChannel> {
    const allow = String(VIEW | SEND | HISTORY);
    const overwrites = [
      { id: guild ?? "", type: 0, allow: "0", deny: String(VIEW) },
      { id: BOT_ROLE, type: 0, allow, deny: "0" },
    ];
    const archived = {
      archived: false,
      auto_archive_duration: 60,
      archive_timestamp: "2026-01-01T00:00:00.000Z",
    };
    return {
      ...{ id, type, name: `channel-${id}` },
      ...(guild === undefined ? {} : { guild_id: guild, parent_id: parent ?? null, position: 0 }),
      ...(recipient === undefined ? {} : { recipients: [this.user(recipient)] }),
      ...(guild === undefined ? {} : { permission_overwrites: isPrivate === true ? overwrites : [] }),
      ...(isThread(type)
        ? { thread_metadata: archived, owner_id: BOT, message_count: 0, member_count: 1 }
        : {}),
    } as Sent<APIChannel>;
  }

  guildCreate(id: string): object {
    const all = [...this.channels.values()].filter(({ guild }) => guild === id);
    const role = { color: 0, hoist: false, position: 0, managed: false, mentionable: false, flags: 0 };
    const permissions = String(VIEW | SEND | HISTORY);
    return {
      ...{
        id,
        name: `guild-${id}`,
        owner_id: "1",
        unavailable: false,
        joined_at: "2026-01-01T00:00:00.000Z",
      },
      roles: [
        { ...role, id, name: "@everyone", permissions },
        { ...role, id: BOT_ROLE, name: "memobot", permissions },
      ],
      channels: all.filter(({ type }) => !isThread(type)).map((one) => this.channelData(one)),
      threads: all.filter(({ type }) => isThread(type)).map((one) => this.channelData(one)),
      members: [{ ...this.member(id, BOT), user: this.user(BOT) }],
      ...{ emojis: [], stickers: [], presences: [], voice_states: [], stage_instances: [], features: [] },
      ...{ guild_scheduled_events: [], soundboard_sounds: [], member_count: 3 },
    };
  }
}

function isThread(type: number): boolean {
  return type >= 10 && type <= 12;
}
