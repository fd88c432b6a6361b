import type {
  ChatInputCommandInteraction,
  Interaction,
  RESTPostAPIChatInputApplicationCommandsJSONBody,
} from "discord.js";
import { type ChannelScope, PLATFORM } from "./channel-scopes.ts";
import type { LiveTools } from "./live.ts";
import { discord } from "./package.ts";
import { memberSearch } from "./said.ts";

const { ApplicationCommandOptionType, Events, GuildMember, MessageFlags } = discord;

const OPTION = "tell";

/** The slash command `/memory`: the chat commands of Memoir, seen by nobody else. Register it once with Discord. */
export const memoryCommand: RESTPostAPIChatInputApplicationCommandsJSONBody = {
  name: "memory",
  description: "Tell the bot what to remember or to forget, or ask what it knows",
  description_localizations: { "zh-CN": "让机器人记住或忘掉什么，或问它知道什么" },
  options: [
    {
      type: ApplicationCommandOptionType.String,
      name: OPTION,
      description: "remember that …; forget that …; what do you know about me?",
      description_localizations: { "zh-CN": "记住……；忘掉……；你知道我什么？" },
      required: true,
      max_length: 2_000,
    },
  ],
};

const HELP = {
  en: "I understand “remember that …”, “forget that …” and “what do you know about …?”.",
  zh: "我听得懂“记住……”“忘掉……”和“你知道……什么？”。",
};
const FAILED = { en: "My memory does not answer right now.", zh: "我的记忆现在没有反应。" };

/** Answers `/memory`. Returns how to stop. */
export function answerSlash(tools: LiveTools): () => void {
  const onInteraction = (interaction: Interaction): void => {
    if (!interaction.isChatInputCommand() || interaction.commandName !== memoryCommand.name) return;
    answer(tools, interaction).catch((error: unknown) => tools.report("slash", error));
  };
  tools.client.on(Events.InteractionCreate, onInteraction);
  return () => tools.client.off(Events.InteractionCreate, onInteraction);
}

async function answer(tools: LiveTools, interaction: ChatInputCommandInteraction): Promise<void> {
  await interaction.deferReply({ flags: MessageFlags.Ephemeral });
  const language = interaction.locale.startsWith("zh") ? "zh" : "en";
  const content = await obey(tools, interaction).catch((error: unknown) => {
    tools.report("slash", error);
    return FAILED[language];
  });
  await interaction.editReply({ content: content ?? HELP[language], allowedMentions: { parse: [] } });
}

async function obey(tools: LiveTools, interaction: ChatInputCommandInteraction): Promise<string | null> {
  const { order, channelScopes } = tools;
  const { id, user, guild, channelId, member } = interaction;
  const channelScope = await placeOf(tools, interaction);
  if (channelScope === null) return null;
  const commandMessage = {
    id,
    platform: PLATFORM,
    text: interaction.options.getString(OPTION, true),
    addressed: true,
    ...("group" in channelScope ? { author: user.id } : {}),
    authorName: member instanceof GuildMember ? member.displayName : user.displayName,
  };
  return order.run(channelId, async () => {
    const scope = await channelScopes.scope(channelScope);
    return (await scope.commands.handle(commandMessage, { resolve: memberSearch(guild) })).say;
  });
}

async function placeOf(
  { channelScopes }: LiveTools,
  interaction: ChatInputCommandInteraction,
): Promise<ChannelScope | null> {
  if (!interaction.inGuild()) return { user: interaction.user.id };
  const channel = await channelScopes.channel(interaction.channelId);
  return channel === null ? null : channelScopes.of(channel);
}
