import type { Channel, Client, Guild, GuildTextBasedChannel, Role } from "discord.js";
import { withoutUndefined } from "../../domain/arguments.ts";
import { type Memoir, MemoirError, type ScopeHandle } from "../../index.ts";
import { discord } from "./package.ts";

const { ChannelType, PermissionFlagsBits } = discord;

export const PLATFORM = "discord";

/** Where the messages of a channel are kept: a group, by its id, or the account of who writes to the bot. */
export type ChannelScope = { readonly group: string } | { readonly user: string };

/** A channel as an event of the gateway names it. */
export interface ChannelIds {
  readonly channel: string;
  /** Absent: a direct message. */
  readonly guild?: string | undefined;
}

export interface PlaceOptions {
  readonly client: Client;
  readonly memoir: Memoir;
  readonly tenant: string | undefined;
  readonly listen: (channel: Channel) => boolean;
  readonly everyone: (guild: Guild) => string | undefined;
}

/** Finds the scopes of channels. */
export class ChannelScopes {
  readonly #options: PlaceOptions;

  constructor(options: PlaceOptions) {
    this.#options = options;
  }

  /** Where a new message of a channel goes; `null`: nowhere. */
  of(channel: Channel): ChannelScope | null {
    const { client, listen, everyone } = this.#options;
    if (!channel.isTextBased() || !listen(channel)) return null;
    if (channel.type === ChannelType.GroupDM) return null;
    if (!channel.isDMBased()) return { group: groupOf(channel, everyone(channel.guild)) };
    const user = channel.recipientId;
    return user === client.user?.id ? null : { user };
  }

  /** The handle that writes there. */
  async scope(channelScope: ChannelScope): Promise<ScopeHandle> {
    const { memoir, tenant } = this.#options;
    const options = withoutUndefined({ tenant });
    if ("group" in channelScope) return memoir.scope(`group:${PLATFORM}/${channelScope.group}`, options);
    const ownScope = await memoir.scopeFor({ platform: PLATFORM, userId: channelScope.user }, options);
    if (ownScope.scope.startsWith("user:")) return ownScope;
    throw new MemoirError(
      "invalid_settings",
      `Under these settings everybody shares the scope ${ownScope.scope}. Set identity.scope to "origin" or "group_member".`,
    );
  }

  /** The handle that reads for somebody there: with `identity.ownInGroups`, also what they told the bot alone. */
  async reading(channelScope: ChannelScope, account: string): Promise<ScopeHandle> {
    const { memoir, tenant } = this.#options;
    if ("user" in channelScope) return this.scope(channelScope);
    const origin = { platform: PLATFORM, groupId: channelScope.group, userId: account };
    // Where the settings tell of no such person, the group is read alone.
    const groupScope = await memoir.scopeFor(origin, withoutUndefined({ tenant })).catch(() => null);
    return groupScope?.scope.startsWith("group:") === true ? groupScope : this.scope(channelScope);
  }

  /** Every scope that a message of a channel may be in: a channel may have been closed or opened since. */
  async all({ channel: id, guild }: ChannelIds): Promise<ScopeHandle[]> {
    const channel = await this.channel(id);
    if (guild === undefined) {
      const isDirect = channel?.type === ChannelType.DM;
      return isDirect ? [await this.scope({ user: channel.recipientId })] : [];
    }
    const parent = channel?.isThread() === true ? channel.parentId : null;
    const groups = [guild, `${guild}/${id}`, ...(parent === null ? [] : [`${guild}/${parent}`])];
    return Promise.all(groups.map((group) => this.scope({ group })));
  }

  /** The name that somebody has in a scope now; the account where they never spoke there. */
  async name({ scope }: ScopeHandle, account: string): Promise<string> {
    const { memoir, tenant } = this.#options;
    return (await memoir.names([account], withoutUndefined({ tenant, scope }))).get(account) ?? account;
  }

  /** After a restart the client knows no direct channel, nor who is at its other end. */
  async channel(id: string): Promise<Channel | null> {
    const { client } = this.#options;
    const cachedChannel = client.channels.cache.get(id);
    const other = cachedChannel?.type === ChannelType.DM ? cachedChannel.recipientId : id;
    const isUsable = cachedChannel !== undefined && other && other !== client.user?.id;
    return isUsable ? cachedChannel : await client.channels.fetch(id, { force: true }).catch(() => null);
  }
}

/**
 * What everybody of a guild may read is the guild's. A channel that not everybody may see, and a private thread, is a
 * group of its own; a public thread belongs to its channel.
 */
function groupOf(channel: GuildTextBasedChannel, role: string | undefined): string {
  const { guild } = channel;
  if (channel.type === ChannelType.PrivateThread) return `${guild.id}/${channel.id}`;
  const home = channel.isThread() ? channel.parent : channel;
  const everybody: Role | undefined = guild.roles.cache.get(role ?? guild.id);
  const isOpen =
    everybody !== undefined && home?.permissionsFor(everybody).has(PermissionFlagsBits.ViewChannel) === true;
  if (isOpen) return guild.id;
  return `${guild.id}/${channel.isThread() ? (channel.parentId ?? channel.id) : channel.id}`;
}
