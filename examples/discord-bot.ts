import { type Client, Events, type Message } from "discord.js";
import { attachMemoir, type DiscordMemory } from "../src/adapters/discord/index.ts";
import type { Memoir } from "../src/index.ts";

type Chat = { role: "system" | "user"; content: string }[];

/** A bot that answers when it is mentioned, and always in direct messages. `answer` asks your language model. */
export function startBot(
  client: Client,
  memoir: Memoir,
  answer: (chat: Chat) => Promise<string>,
): DiscordMemory {
  const memory = attachMemoir(client, { memoir });

  async function onMessage(message: Message): Promise<void> {
    if (message.author.bot) return;
    // "remember that …", "forget that …", "what do you know about …?"
    const done = await memory.command(message);
    if (done !== null) return void (await message.reply(done));
    if (message.inGuild() && !message.mentions.has(client.user!, { ignoreEveryone: true })) return;
    const remembered = await memory.recallFor(message);
    const chat = remembered.injectInto<Chat[number]>([
      { role: "system", content: "You are a friendly bot in a Discord server." },
      { role: "user", content: message.cleanContent },
    ]);
    const reply = await message.reply(await answer(chat));
    await memory.replied(message, reply);
  }

  client.on(Events.MessageCreate, (message) => {
    onMessage(message).catch((error: unknown) => client.emit(Events.Error, error as Error));
  });
  return memory;
}
