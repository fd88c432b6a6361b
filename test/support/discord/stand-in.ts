import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Gateway } from "./gateway.ts";
import { type Asked, restHandler } from "./rest.ts";
import { BOT, type ChannelData, type Said, World } from "./world.ts";

export { BOT, BOT_ROLE } from "./world.ts";

/** Discord on the loopback address: a gateway and a REST interface that the unmodified client connects to. */
export interface StandIn {
  readonly world: World;
  readonly gateway: Gateway;
  /** For the client's option `rest.api`. */
  readonly api: string;
  /** Everything that the bot has asked for over REST. */
  readonly asked: readonly Asked[];
  /** The next message that the bot posts, or the oldest that was not taken yet. */
  nextPost(): Promise<Said>;
  say(channel: string, author: string, content: string): Said;
  /** A message that nobody is told of yet: `tell()` does it later. */
  write(channel: string, author: string, content: string): Said;
  tell(said: Said): void;
  edit(id: string, content: string): void;
  /** Several at once are one bulk delete. */
  remove(...ids: string[]): void;
  rename(guild: string, account: string, nick: string): void;
  open(channel: ChannelData): string;
  slash(channel: string, author: string, tell: string): void;
  close(): Promise<void>;
}

export async function startStandIn(now: () => number): Promise<StandIn> {
  const world = new World();
  const asked: Asked[] = [];
  const posts: Said[] = [];
  const waiting: ((said: Said) => void)[] = [];
  let url = "";
  const handler = restHandler({
    ...{ world, now, gatewayUrl: () => url.replace("http", "ws") },
    onAsked: (one) => asked.push(one),
    onPost: (said) => {
      gateway.dispatch("MESSAGE_CREATE", world.dispatched(said));
      const next = waiting.shift();
      if (next === undefined) posts.push(said);
      else next(said);
    },
  });
  const server = createServer(handler);
  const gateway = new Gateway(world, server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  gateway.url = url.replace("http", "ws");
  const tell = (said: Said): void => gateway.dispatch("MESSAGE_CREATE", world.dispatched(said));
  const write = (channel: string, author: string, content: string): Said =>
    world.write(channel, author, content, now());
  return {
    ...{ world, gateway, asked, api: `${url}/api`, write, tell },
    nextPost: () => {
      const post = posts.shift();
      return post === undefined
        ? new Promise((resolve) => void waiting.push(resolve))
        : Promise.resolve(post);
    },
    say: (channel, author, content) => {
      const said = write(channel, author, content);
      tell(said);
      return said;
    },
    edit: (id, content) => {
      const said = world.messages.get(id)!;
      said.content = content;
      said.editedAt = Math.max(now(), (said.editedAt ?? said.at) + 1);
      gateway.dispatch("MESSAGE_UPDATE", world.dispatched(said));
    },
    remove: (...ids) => {
      const channel = world.messages.get(ids[0]!)!.channel;
      for (const id of ids) world.messages.delete(id);
      const guild = world.channels.get(channel)?.guild;
      const where = { channel_id: channel, ...(guild === undefined ? {} : { guild_id: guild }) };
      if (ids.length === 1) gateway.dispatch("MESSAGE_DELETE", { id: ids[0], ...where });
      else gateway.dispatch("MESSAGE_DELETE_BULK", { ids, ...where });
    },
    rename: (guild, account, nick) => {
      world.guilds.get(guild)!.nicks.set(account, nick);
      const member = { ...world.member(guild, account), user: world.user(account), guild_id: guild };
      gateway.dispatch("GUILD_MEMBER_UPDATE", member);
    },
    open: (channel) => {
      world.channel(channel);
      const data = world.channelData(channel);
      const isThread = channel.type >= 10 && channel.type <= 12;
      gateway.dispatch(isThread ? "THREAD_CREATE" : "CHANNEL_CREATE", data);
      return channel.id;
    },
    slash: (channel, author, text) => {
      const place = world.channels.get(channel)!;
      const { guild } = place;
      const user = world.user(author);
      const member = guild === undefined ? {} : { ...world.member(guild, author), permissions: "0", user };
      gateway.dispatch("INTERACTION_CREATE", {
        ...{ id: String(now()), application_id: BOT, type: 2, token: "t", version: 1, locale: "en-US" },
        ...{ channel_id: channel, channel: world.channelData(place), entitlements: [] },
        authorizing_integration_owners: {},
        ...(guild === undefined ? { user } : { guild_id: guild, member }),
        data: { id: "1", name: "memory", type: 1, options: [{ name: "tell", type: 3, value: text }] },
      });
    },
    close: async () => {
      gateway.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
