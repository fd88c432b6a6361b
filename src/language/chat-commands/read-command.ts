import type { ChatCommand, CommandLanguage } from "../../domain/chat-commands/command.ts";
import { withoutAddress } from "../address.ts";
import { forgetRequests } from "../forget.ts";
import { commandIn } from "../languages.ts";
import { HAN } from "../shared/words.ts";

/** A command is short; whatever is handed over with it may be longer. */
const LONGEST = 8_000;

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
  const called = withoutAddress(message, names);
  if (called === undefined && !addressed) return undefined;
  const words = called ?? message;
  const language = HAN.test(words) ? "zh" : "en";
  const command = commandIn(words);
  if (command !== undefined) return { command, language };
  const [request] = forgetRequests(words);
  return request === undefined ? undefined : { command: { kind: "forget", what: request.about }, language };
}
