import type { ChatCommand, CommandLanguage } from "../../domain/chat-commands/command.ts";
import { forgetRequests } from "../forget.ts";
import { commandIn } from "../languages.ts";
import { HAN } from "../shared/words.ts";

/** A command is short; whatever is handed over with it may be longer. */
const LONGEST = 8_000;
const GREETING = /^(?:hey|hi|hello|ok|okay|yo|嘿|喂|你好)[\s,，!！]{1,3}/i;
const BEHIND_NAME = /^[\s,，:：!！、]{1,4}/;

export interface ReadCommand {
  readonly command: ChatCommand;
  readonly language: CommandLanguage;
}

/**
 * The command that a message gives; `undefined`: none. `names` are the bot's; where it must be `addressed`, a message that
 * does not begin with one of them, or with a mention of one, is not meant for it.
 */
export function readCommand(
  text: string,
  { names, addressed }: { readonly names: readonly string[]; readonly addressed: boolean },
): ReadCommand | undefined {
  const message = text.slice(0, LONGEST).trim();
  const called = withoutName(message, names);
  if (called === undefined && !addressed) return undefined;
  const words = called ?? message;
  const language = HAN.test(words) ? "zh" : "en";
  const command = commandIn(words);
  if (command !== undefined) return { command, language };
  const [request] = forgetRequests(words);
  return request === undefined ? undefined : { command: { kind: "forget", what: request.about }, language };
}

/** The message behind the bot's name: "Bot, …", "hey bot …", "<@1234> …"; `undefined`: it is not called. */
function withoutName(message: string, names: readonly string[]): string | undefined {
  const words = message.replace(GREETING, "");
  const mention = /^<@!?([^\s<>@!]{1,64})>/.exec(words);
  if (mention !== null) {
    if (!names.some((name) => name === mention[1])) return undefined;
    return words.slice(mention[0].length).replace(BEHIND_NAME, "");
  }
  const start = words.startsWith("@") ? words.slice(1) : words;
  const lower = start.toLowerCase();
  for (const name of names) {
    if (!lower.startsWith(name.toLowerCase())) continue;
    const rest = start.slice(name.length);
    if (HAN.test(name) || BEHIND_NAME.test(rest)) return rest.replace(BEHIND_NAME, "");
  }
  return undefined;
}
